/** Changes of excerpts are the same as those of whole documents, which anchors require. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffModels } from '../../../src/model/compare/diff.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementOf,
  elementsOf,
  type Model,
  modelOf,
} from '../../../src/model/document/element.js';
import { formatFile } from '../../../src/model/document/format.js';
import { readModel } from '../../../src/model/document/read.js';
import { rewriteModel } from '../../../src/model/document/rewrite.js';
import { writeModel } from '../../../src/model/document/write.js';
import { runs } from '../../support/property-runs.js';
import { anyModel } from '../../support/writable-models.js';

const PLAIN = 'landscape: same\n';
const ANCHORED = 'landscape: &whole same\n';

/** Changes to the format of a line that keep the content of the document. */
const DECORATIONS: Readonly<Record<string, (line: string, number: number) => string>> = {
  'comment above': (line, number) => `${/^ */.exec(line)?.[0]}# comment ${number}\n${line}`,
  'comment above, at the start': (line, number) => `# comment ${number}\n${line}`,
  'comment below': (line, number) => `${line}\n${/^ */.exec(line)?.[0]}    # comment ${number}`,
  'comment behind': (line, number) => (/[:}\]a-z]$/.test(line) ? `${line} # comment ${number}` : line),
  'blank line': (line) => `\n${line}`,
  'blank lines': (line) => `\n\n${line}`,
  'more space': (line) => line.replace(/: (?=\S)/, ':  '),
  'space after a dash': (line) => line.replace(/- \{/, '-   {'),
  'one field a line': (line) =>
    /^ *- \{ [^[\]{}"]+ \}$/.test(line)
      ? line
          .replace('{ ', '')
          .replace(' }', '')
          .replaceAll(', ', `\n${' '.repeat(line.indexOf('-') + 2)}`)
      : line,
  quotes: (line) => line.replace(/(name|id): (\w+)(?=,| \}|$)/, '$1: "$2"'),
};
const decoration = fc.tuple(fc.nat({ max: 400 }), fc.constantFrom(...Object.keys(DECORATIONS)));

/** A document as people write it, with the same content. */
function decorated(model: Model, decorations: readonly (readonly [number, string])[]): string {
  const [{ text = '' } = {}] = writeModel({ ...model, landscape: 'same' });
  const [schema = '', landscape = '', ...lines] = text.split('\n');
  for (const [number, [at, name]] of decorations.entries()) {
    const place = at % Math.max(lines.length - 1, 1);
    lines[place] = DECORATIONS[name]?.(lines[place] ?? '', number) ?? '';
  }
  return [schema, landscape, ...lines].join('\n');
}

/** The result of a change, or its error. */
function outcome(change: () => string): string {
  try {
    return change();
  } catch (error) {
    return String(error);
  }
}

/** The result of a change to a text and to the same text with an anchor, which is changed as a whole. */
function bothWays(text: string, change: (text: string) => string): [excerpt: string, whole: string] {
  const whole = outcome(() => change(text.replace(PLAIN, ANCHORED)));
  return [outcome(() => change(text)), whole.replace(ANCHORED, PLAIN)];
}

const textOf = (text: string, wanted: Model, exact: boolean): string =>
  rewriteModel([{ path: 'model.yaml', text }], wanted, { exact })
    .map((file) => file.text)
    .join('---\n');

/** The elements of `before` with some removed, replaced by those of `after`, or renamed, and new ones of `after`. */
function mixed(before: Model, after: Model, fates: readonly string[]): Model {
  let count = 0;
  const next = (): string => fates[count++ % fates.length] ?? '';
  const elements = ELEMENT_KINDS.flatMap((kind): Element[] => {
    const old = elementsOf(before, kind).flatMap((element): Element[] => {
      const fate = next();
      if (fate === 'goes') return [];
      if (fate === 'is renamed' && 'name' in element.fields)
        return [{ ...element, fields: { ...element.fields, name: `Renamed ${count}` } }];
      return [fate === 'changes' ? (elementOf(after, kind, element.id) ?? element) : element];
    });
    const made = elementsOf(after, kind).filter(
      ({ id }) => !elementOf(before, kind, id) && next() !== 'goes',
    );
    return [...old, ...made];
  });
  return modelOf(elements, { ...before, landscape: 'same' });
}
const fates = fc.array(fc.constantFrom('stays', 'stays', 'stays', 'goes', 'changes', 'is renamed'), {
  minLength: 1,
  maxLength: 30,
});

/** Lines of elements, in flow style, that are the same in both models, as are their containers. */
function sameLines(text: string, before: Model, after: Model): string[] {
  const isSameElement = (kind: Element['kind'], id: unknown, depth = 0): boolean => {
    const [old, now] = [elementOf(before, kind, String(id)), elementOf(after, kind, String(id))];
    if (!old || !now || depth > 20 || JSON.stringify(old.fields) !== JSON.stringify(now.fields)) return false;
    const { parent, domain } = old.fields;
    return (
      kind !== 'object' ||
      ((parent === undefined || isSameElement('object', parent, depth + 1)) &&
        (domain === undefined || isSameElement('domain', domain)))
    );
  };
  return ELEMENT_KINDS.flatMap((kind) => elementsOf(before, kind))
    .filter(({ kind, id }) => isSameElement(kind, id))
    .flatMap(({ places }) => {
      const at = places?.whole.from ?? 0;
      const from = text.lastIndexOf('\n', at) + 1;
      const line = text.slice(from, text.indexOf('\n', at));
      return /^ *- +\{.*\}/.test(line) ? [line] : [];
    });
}

describe('an excerpt', () => {
  it('changes to the same text as the whole document, which has the content of the model', () => {
    let short = 0;
    fc.assert(
      fc.property(
        anyModel,
        anyModel,
        fates,
        fc.array(decoration, { maxLength: 12 }),
        fc.boolean(),
        (one, other, chosen, decorations, exact) => {
          const text = decorated(one, decorations);
          const before = readModel([{ path: 'model.yaml', text }]).model;
          const after = mixed(before, other, chosen);
          const [now, whole] = bothWays(text, (it) => textOf(it, after, exact));
          expect(now).toBe(whole);
          if (/^\w*Error/.test(now)) return;
          const read = readModel([{ path: 'model.yaml', text: now }]).model;
          expect(diffModels(read, after)).toEqual([]);
          const onlyDomain = (model: Model) =>
            elementsOf(model, 'domain')
              .map(({ id }) => id)
              .join();
          // The number of domains decides whether elements name theirs.
          if (onlyDomain(before) === onlyDomain(after))
            for (const line of sameLines(text, before, after)) expect(now.split('\n')).toContain(line);
          short += 1;
        },
      ),
      { numRuns: runs(60) },
    );
    // Otherwise the test compares little.
    expect(short).toBeGreaterThan(30);
  });

  it('is formatted as the whole document is', () => {
    fc.assert(
      fc.property(anyModel, fc.array(decoration, { maxLength: 12 }), (model, decorations) => {
        const format = (text: string): string => formatFile({ path: 'model.yaml', text }).text;
        const [now, whole] = bothWays(decorated(model, decorations), format);
        expect(now).toBe(whole);
        if (!/^\w*Error/.test(now)) expect(format(now)).toBe(now);
      }),
      { numRuns: runs(60) },
    );
  });
});
