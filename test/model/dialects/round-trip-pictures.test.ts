import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onOneLine } from '../../../src/documents/index.js';
import { exportModel } from '../../../src/model/dialects/export.js';
import { readMermaid } from '../../../src/model/dialects/read/mermaid/mermaid.js';
import { readPlantuml } from '../../../src/model/dialects/read/plantuml/plantuml.js';
import { resolve } from '../../../src/model/dialects/resolve/resolve.js';
import { FORMATS } from '../../../src/model/dialects/writers.js';
import {
  type Element,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../../../src/model/document/element.js';
import { HOSTILE } from '../../support/hostile-service.js';
import { validModel } from '../../support/valid-models.js';
import { NOTHING } from './made.js';

const READERS = { mermaid: readMermaid, plantuml: readPlantuml } as const;
type Format = keyof typeof READERS;

function backOf(model: Model, format: Format) {
  const files = exportModel(model, FORMATS[format]).files.map(({ name, text }) => ({
    path: name,
    text,
  }));
  return resolve(READERS[format](files, NOTHING));
}

/** Texts with a meaning in one of the two formats. */
const ODD = [
  ...HOSTILE.split('|'),
  ...[
    'end',
    'a;b',
    '#35;',
    '#quot;',
    '&lt;&#60;',
    '[x](y)',
    '"x"',
    '<b>x</b><br/>',
    'a\\nb\\\\',
    '**x** //y// __z__',
    '{x}',
    '`x`',
  ],
  ...['$x %y%', '~*', "' x", "/' x '/", '@enduml', '%% x', '```', 'x) {', ', "b"', '!include x', '<script>'],
];

/** Valid models with more fields, and names that look like code. */
const anyModel = fc
  .tuple(
    validModel,
    fc.array(
      fc.record({
        odd: fc.constantFrom('', ...ODD),
        caption: fc.constantFrom('', ...ODD),
        external: fc.boolean(),
        technology: fc.boolean(),
      }),
      { minLength: 12, maxLength: 12 },
    ),
  )
  .map(([model, more]) => {
    const all = [...model.elements.values()].flatMap((it) => [...it.values()]);
    return modelOf(
      all.map((it, at): Element => {
        const { odd = '', caption = '', external = false, technology = false } = more[at % more.length] ?? {};
        if (it.kind !== 'object') return it;
        const fields: Record<string, Value> = { ...it.fields, name: `${odd} ${String(it.fields.name)}` };
        if (it.fields.type === 'group') return { ...it, fields };
        const isDeep = ['app', 'store', 'component'].includes(String(it.fields.type));
        const technologies = technology && isDeep ? { technologies: ['java', 'node-js'] } : {};
        return {
          ...it,
          fields: { ...fields, ...(caption && { caption }), ...(external && { external }), ...technologies },
        };
      }),
      { namespace: 'x' },
    );
  });

/** Comparable content of an object, by names: a picture puts members of a group only into the group. */
function facts(model: Model): string[] {
  const names = new Map(
    [...elementsOf(model, 'domain'), ...elementsOf(model, 'object')].map((it) => [
      `${it.kind} ${it.id}`,
      nameOf(it),
    ]),
  );
  const types = new Map(elementsOf(model, 'object').map((it) => [it.id, it.fields.type]));
  const placeOf = ({ type, parent, groups, domain }: Element['fields']): string | undefined => {
    const group = type === 'group' || !Array.isArray(groups) ? undefined : groups[0];
    if (parent !== undefined && types.get(String(parent)) !== 'group') return names.get(`object ${parent}`);
    return names.get(`object ${parent ?? group}`) ?? names.get(`domain ${domain}`);
  };
  return elementsOf(model, 'object')
    .map(({ fields }) => {
      const written = String(fields.caption ?? '');
      // A text of invisible characters is exported as a placeholder.
      const caption = onOneLine(written) || (written.trim() === '' ? '' : '…');
      const facts = [fields.external === true, caption, fields.technologies ?? []];
      return JSON.stringify([
        fields.type,
        onOneLine(String(fields.name)),
        placeOf(fields),
        ...(fields.type === 'group' ? [] : facts),
      ]);
    })
    .sort();
}

const nameOf = ({ fields }: Element): string => onOneLine(String(fields.name));

/** Names of an object and its ancestors, except groups and domains. */
function wayOf(model: Model, id: string): string[] {
  const way: string[] = [];
  for (let at = elementsOf(model, 'object').find((it) => it.id === id); at; ) {
    way.push(nameOf(at));
    const { parent } = at.fields;
    at = elementsOf(model, 'object').find((it) => it.id === parent && it.fields.type !== 'group');
  }
  return way;
}

/** Without empty groups, and lines to them: Mermaid draws no boundary for them, or a system. */
function withoutEmptyGroups(model: Model): Model {
  const objects = elementsOf(model, 'object');
  const filled = objects.flatMap(({ fields: { type, parent, groups } }) =>
    type === 'group' || parent !== undefined || !Array.isArray(groups) ? [] : [String(groups[0])],
  );
  const empty = new Set(
    objects.flatMap(({ id, fields }) => (fields.type === 'group' && !filled.includes(id) ? [id] : [])),
  );
  const isKept = ({ id, fields: { origin, target } }: Element): boolean =>
    ![id, origin, target].some((it) => empty.has(String(it)));
  const all = [...model.elements.values()].flatMap((it) => [...it.values()]);
  return modelOf(all.filter(isKept), { namespace: 'x' });
}

describe.each(['mermaid', 'plantuml'] as const)('a model exported to %s', (format) => {
  it('has the same objects when it is imported, with all fields of their macros', () => {
    fc.assert(
      fc.property(anyModel, (made) => {
        const model = format === 'mermaid' ? withoutEmptyGroups(made) : made;
        const { model: back, findings } = backOf(model, format);
        expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(facts(back)).toEqual(facts(model));
      }),
    );
  });

  it('has a connection between separate elements for each original, and no others', () => {
    fc.assert(
      fc.property(validModel, (model) => {
        const { model: back } = backOf(model, format);
        const groups = new Set(
          elementsOf(model, 'object').flatMap((it) => (it.fields.type === 'group' ? [it.id] : [])),
        );
        const isOfGroup = ({ fields: { origin, target } }: Element) =>
          groups.has(String(origin)) || groups.has(String(target));
        const lines = (of: Model) =>
          elementsOf(of, 'connection')
            .filter((it) => of === back || !isOfGroup(it))
            .map(({ fields }) => ({
              from: wayOf(of, String(fields.origin)),
              to: wayOf(of, String(fields.target)),
            }));
        const [wanted, found] = [lines(model), lines(back)];
        const covers = (upper: (typeof found)[number], it: (typeof found)[number]): boolean =>
          it.from.includes(upper.from[0] ?? '') && it.to.includes(upper.to[0] ?? '');
        if (!elementsOf(model, 'connection').some(isOfGroup))
          for (const it of found) expect(wanted.some((one) => covers(it, one))).toBe(true);
        const apart = wanted.filter(({ from, to }) => from.at(-1) !== to.at(-1));
        for (const it of apart) expect(found.some((one) => covers(one, it))).toBe(true);
      }),
    );
  });
});
