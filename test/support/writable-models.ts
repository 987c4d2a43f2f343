/** Models of every kind of element with every field, whose texts are what people and programs manage to write. */

import fc from 'fast-check';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  type Model,
  modelOf,
  type Value,
} from '../../src/model/document/element.js';
import type { Field, Fields, Shape } from '../../src/model/document/field.js';
import { KINDS } from '../../src/model/document/kinds.js';
import { isDefault } from '../../src/model/document/yaml/node.js';
import { anyCharacter } from './any-character.js';

const ODD = [
  ...['', ' ', '#', 'a # b', ': ', 'a: b', 'a:', '- x', '-', '?', '!tag', '&anchor', '*alias', '%', '@', '`'],
  ...['null', 'true', 'No', '~', '1', '1.10', '0x1F', '1e5', '.inf', '-0', '2026-01-31', '<<', '---', '...'],
  ...[
    '"',
    "'",
    `it's "so"`,
    '[a, b]',
    '{ a: b }',
    'a, b',
    'a]',
    'a}',
    '|',
    '>',
    'a | b',
    '\\',
    'a\\nb',
    '\\u0041',
  ],
  ...[
    '\n',
    'a\nb',
    'a\n',
    'a\n\n',
    '\na',
    ' a\nb',
    'a\n b',
    'a \nb ',
    'a\n \nb',
    'a\n\nb\n',
    '# a\n# b',
    'a\r\nb',
    '\ta\n\tb',
  ],
  ...[
    '\t',
    'a\tb',
    '\u0000',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\u200b',
    '\u202ea',
  ],
  ...[
    'Fähre',
    'フェリー',
    '🚢',
    '👩‍👩‍👧',
    'e\u0301',
    '\ud800',
    '\udbff\udfff',
    '\u{e0041}',
    '__proto__',
    'constructor',
    'toString',
  ],
  'x'.repeat(1_500),
  'word '.repeat(300),
];

/** A text, odd or not. */
export const oddText = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'ab :#-\n\t,[]{}\'"|'), maxLength: 10 }),
);
const oddId = oddText.filter((it) => it !== '');

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => (Object.is(it, -0) ? 0 : it)),
);

type Ids = Readonly<Record<ElementKind, readonly string[]>>;

function valueFor(shape: Shape, ids: Ids): fc.Arbitrary<Value> {
  switch (shape.is) {
    case 'text':
      return oddText;
    case 'number':
      return number;
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...shape.of);
    case 'reference':
      return idOf(shape.to, ids);
    case 'references':
      return fc.uniqueArray(idOf(shape.to, ids), { maxLength: 4 });
    case 'texts':
      return fc.dictionary(oddText, oddText, { maxKeys: 3, noNullPrototype: true });
    case 'map':
      return fc.dictionary(oddText, fieldsOf(shape.of, ids), { maxKeys: 3, noNullPrototype: true });
    case 'group':
      return fieldsOf(shape.of, ids);
    case 'list':
      return fc.array(fieldsOf(shape.of, ids), { maxLength: 3 });
  }
}

const idOf = (to: string, ids: Ids): fc.Arbitrary<string> => {
  const known = ids[to as ElementKind] ?? [];
  return known.length === 0
    ? oddId
    : fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 9 }, { arbitrary: oddId, weight: 1 });
};

/** Fields that differ from their defaults. */
const fieldsOf = (table: Fields, ids: Ids): fc.Arbitrary<Record<string, Value>> =>
  fc
    .record(Object.fromEntries(Object.entries(table).map(([key, field]) => [key, fieldOf(field, ids)])))
    .map((fields) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([key, value]) =>
          value === undefined || isDefault(value, table[key]?.default) ? [] : [[key, value]],
        ),
      ),
    );

const fieldOf = ({ shape, required }: Field, ids: Ids): fc.Arbitrary<Value | undefined> =>
  required ? valueFor(shape, ids) : fc.option(valueFor(shape, ids), { nil: undefined, freq: 2 });

const RULES = fc.uniqueArray(oddId, { maxLength: 2 });

/** A small model of any content that can be written, valid or not. */
export const anyModel: fc.Arbitrary<Model> = fc
  .record(
    Object.fromEntries(
      ELEMENT_KINDS.map((kind) => [kind, fc.uniqueArray(oddId, { maxLength: kind === 'object' ? 6 : 2 })]),
    ) as Record<ElementKind, fc.Arbitrary<string[]>>,
  )
  .chain((ids) =>
    fc.record({
      elements: fc.tuple(
        ...ELEMENT_KINDS.flatMap((kind) => ids[kind].map((id) => anyElement(kind, id, ids))),
      ),
      landscape: fc.option(oddText, { nil: undefined }),
      namespace: fc.option(oddText, { nil: undefined }),
      ignores: RULES,
      moved: fc.array(fc.record({ from: oddText, to: oddText }), { maxLength: 2 }),
    }),
  )
  .map(({ elements, ...more }) => modelOf(inTheOnlyDomain(elements), more as Partial<Model>));

const anyElement = (kind: ElementKind, id: string, ids: Ids): fc.Arbitrary<Element> =>
  fc.record({ fields: fieldsOf(KINDS[kind].fields, ids), ignores: RULES }).map(({ fields, ignores }) => ({
    kind,
    id,
    fields,
    ...(ignores.length > 0 && { ignores }),
  }));

/** Normalizes like the document reader: elements without parent and domain are in the only domain. */
function inTheOnlyDomain(elements: readonly Element[]): Element[] {
  const [only, ...others] = elements.filter(({ kind }) => kind === 'domain');
  return elements.map((element) => {
    const { kind, fields } = element;
    const above = { object: 'parent', diagramGroup: 'of', diagram: 'of' }[kind as string];
    if (!only || others.length > 0 || above === undefined) return element;
    return above in fields || 'domain' in fields
      ? element
      : { ...element, fields: { ...fields, domain: only.id } };
  });
}

/** Comparable content of a model: elements by kind and id, without source locations. */
export const contentOf = ({ elements, landscape, namespace, ignores, moved }: Model): unknown => ({
  landscape,
  namespace,
  ignores: [...ignores],
  moved: moved.map(({ from, to }) => ({ from, to })),
  elements: Object.fromEntries(
    [...elements].map(([kind, ofKind]) => [
      kind,
      [...ofKind.values()]
        .map(({ id, fields, ignores: own }) => ({ id, fields, ignores: own ?? [] }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    ]),
  ),
});
