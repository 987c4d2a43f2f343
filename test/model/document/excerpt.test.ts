/** Changes of excerpts have the same result as those of whole documents, which anchors require. */
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
import { formatFile } from '../../../src/model/document/format/format.js';
import { rewriteModel } from '../../../src/model/document/format/rewrite.js';
import { readModel } from '../../../src/model/document/read.js';
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

/** Lines of elements, in flow style, that are the same in both models, as are their containers. They contain none. */
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
  const containers = new Set(
    elementsOf(after, 'object').flatMap(({ fields }) => [fields.parent, fields.domain]),
  );
  return ELEMENT_KINDS.flatMap((kind) => elementsOf(before, kind))
    .filter(({ kind, id }) => !containers.has(id) && isSameElement(kind, id))
    .flatMap(({ places }) => {
      const at = places?.whole.from ?? 0;
      const from = text.lastIndexOf('\n', at) + 1;
      const line = text.slice(from, text.indexOf('\n', at));
      return /^ *- +\{.*\}/.test(line) ? [line] : [];
    });
}

/** Texts that need quotes in some contexts, and texts that need none. */
const word = fc.constantFrom(
  ...[
    'Booking',
    'Booking API',
    'a-',
    'a: b',
    'https://a.example/x?y=z#w',
    'x, y',
    'é',
    '- x',
    "it's",
    'say "so"',
  ],
  ...[
    '1.10',
    'true',
    '[a]',
    '# x',
    'a #b',
    'a:',
    'x'.repeat(70),
    'two words '.repeat(9).trim(),
    'two\nlines',
  ],
);
const COUNT = 12;

/** A model of nested objects and connections with common fields. */
const wordModel = fc
  .record({
    objects: fc.array(
      fc.record({
        name: word,
        caption: fc.option(word, { nil: undefined }),
        type: fc.constantFrom('system', 'app'),
        technologies: fc.option(fc.uniqueArray(word, { minLength: 1, maxLength: 3 }), { nil: undefined }),
        parent: fc.nat({ max: COUNT }),
      }),
      { maxLength: COUNT },
    ),
    connections: fc.array(fc.record({ name: word, origin: fc.nat(COUNT), target: fc.nat(COUNT) })),
    hasDomain: fc.boolean(),
  })
  .map(({ objects, connections, hasDomain }) => {
    const ids = objects.map((_, at) => `object-${at}`);
    const given = (fields: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(fields).filter(([, it]) => it !== undefined)) as Element['fields'];
    return modelOf([
      ...(hasDomain ? [{ kind: 'domain' as const, id: 'all', fields: { name: 'All' } }] : []),
      ...objects.map(({ parent, ...fields }, at): Element => {
        const above = parent < at ? { parent: ids[parent] } : { domain: hasDomain ? 'all' : undefined };
        return { kind: 'object', id: ids[at] ?? '', fields: given({ ...fields, ...above }) };
      }),
      ...connections.flatMap(({ name, origin, target }, at): Element[] => {
        const [from, to] = [ids[origin], ids[target]];
        const fields = given({ name, origin: from, target: to });
        return from && to ? [{ kind: 'connection', id: `connection-${at}`, fields }] : [];
      }),
    ]);
  });

const eitherModel = fc.oneof(wordModel, anyModel);
const isError = (text: string): boolean => /^\w*Error/.test(text);
const decorations = fc.array(decoration, { maxLength: 12 });
/** Formats that printing keeps: lines of others may be printed with the whole document if they cannot be aligned. */
const PRINTED = ['comment above', 'comment behind', 'one field a line', 'quotes'];
const printed = fc.array(fc.tuple(fc.nat({ max: 400 }), fc.constantFrom(...PRINTED)), { maxLength: 12 });

/** Expects a changed text to have the content of the model, and all lines of unchanged elements. */
function expectChanged(text: string, now: string, before: Model, after: Model): void {
  const read = readModel([{ path: 'model.yaml', text: now }]).model;
  expect(diffModels(read, after)).toEqual([]);
  // The number of domains decides whether elements name theirs.
  const domainsOf = (model: Model) => [...(model.elements.get('domain')?.keys() ?? [])].join();
  if (domainsOf(before) !== domainsOf(after)) return;
  const lines = now.split('\n');
  for (const line of sameLines(text, before, after)) expect(lines).toContain(line);
}

describe('an excerpt', () => {
  it('changes to the same text as the whole document', () => {
    let count = 0;
    fc.assert(
      fc.property(wordModel, wordModel, fates, printed, fc.boolean(), (one, other, chosen, some, exact) => {
        const text = decorated(one, some);
        const before = readModel([{ path: 'model.yaml', text }]).model;
        const after = mixed(before, other, chosen);
        const [now, whole] = bothWays(text, (it) => textOf(it, after, exact));
        expect(now).toBe(whole);
        if (isError(now)) return;
        count += 1;
        expectChanged(text, now, before, after);
      }),
      { numRuns: runs(60) },
    );
    // Otherwise the test compares little.
    expect(count).toBeGreaterThan(30);
  });

  it('has the content of the model after a change, and keeps lines, for any model', () => {
    fc.assert(
      fc.property(eitherModel, eitherModel, fates, decorations, (one, other, chosen, some) => {
        const text = decorated(one, some);
        const before = readModel([{ path: 'model.yaml', text }]).model;
        const after = mixed(before, other, chosen);
        const now = outcome(() => textOf(text, after, false));
        if (!isError(now)) expectChanged(text, now, before, after);
      }),
      { numRuns: runs(30) },
    );
  });

  it('is formatted as the whole document is', () => {
    const format = (text: string): string => formatFile({ path: 'model.yaml', text }).text;
    fc.assert(
      fc.property(eitherModel, decorations, (model, some) => {
        const [now, whole] = bothWays(decorated(model, some), format);
        expect(now).toBe(whole);
      }),
      { numRuns: runs(60) },
    );
  });
});
