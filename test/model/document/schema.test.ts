import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '../../../src/base/is-object.js';
import type { JsonObject } from '../../../src/base/json/json-object.js';
import { positions } from '../../../src/model/document/finding.js';
import { KINDS } from '../../../src/model/document/kinds.js';
import { readModel } from '../../../src/model/document/read.js';
import { documentSchema } from '../../../src/model/document/schema.js';
import { writeModel } from '../../../src/model/document/write.js';
import { runs } from '../../support/property-runs.js';
import { anyModel } from '../../support/writable-models.js';
import { SKETCH } from './sketch.js';

const SCHEMA = documentSchema() as JsonObject;

/**
 * Errors of a value by the schema keywords that the document's schema uses. Another keyword fails the test.
 */
function faults(schema: JsonObject, value: unknown, at = ''): string[] {
  return Object.entries(schema).flatMap(([word, expected]) => {
    const check = WORDS[word];
    if (!check) throw new Error(`No check knows the word ${word}.`);
    return check(expected as never, value, at, schema);
  });
}

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;

const nothing = (): string[] => [];
const WORDS: Record<string, (expected: never, value: unknown, at: string, schema: JsonObject) => string[]> = {
  $schema: nothing,
  $defs: nothing,
  title: nothing,
  description: nothing,
  default: nothing,
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
  then: nothing,
  else: nothing,
  type: (expected: string | string[], value, at) =>
    [expected].flat().includes(typeOf(value)) ? [] : [`${at} is ${typeOf(value)}`],
  pattern: (expected: string, value, at) =>
    typeof value !== 'string' || new RegExp(expected).test(value) ? [] : [`${at} is ${value}`],
  enum: (expected: unknown[], value, at) => (expected.includes(value) ? [] : [`${at} is ${String(value)}`]),
  required: (expected: string[], value, at) =>
    expected.flatMap((key) =>
      isObject(value) && Object.hasOwn(value, key) ? [] : [`${at}/${key} is missing`],
    ),
  properties: (expected: JsonObject, value, at) =>
    Object.entries(isObject(value) ? value : {}).flatMap(([key, it]) =>
      Object.hasOwn(expected, key) ? faults(expected[key] as JsonObject, it, `${at}/${key}`) : [],
    ),
  additionalProperties: (expected: JsonObject | false, value, at, { properties = {} }) =>
    Object.entries(isObject(value) ? value : {}).flatMap(([key, it]) => {
      if (Object.hasOwn(properties as JsonObject, key)) return [];
      return expected === false ? [`${at}/${key} is unknown`] : faults(expected, it, `${at}/${key}`);
    }),
  items: (expected: JsonObject, value, at) =>
    (Array.isArray(value) ? value : []).flatMap((it, index) => faults(expected, it, `${at}/${index}`)),
  anyOf: (expected: JsonObject[], value, at) => {
    const each = expected.map((it) => faults(it, value, at));
    return each.some((it) => it.length === 0) ? [] : each.flat();
  },
  if: (expected: JsonObject, value, at, { then, else: otherwise }) =>
    faults((faults(expected, value, at).length === 0 ? then : otherwise) as JsonObject, value, at),
  $ref: (expected: string, value, at) =>
    faults((SCHEMA.$defs as JsonObject)[expected.replace('#/$defs/', '')] as JsonObject, value, at),
};

describe('the schema of documents', () => {
  it('accepts documents written by archctl', () => {
    fc.assert(
      fc.property(anyModel, fc.boolean(), (model, split) => {
        for (const { text } of writeModel(model, { split }))
          expect(faults(SCHEMA, parse(text, { maxAliasCount: 0 }) ?? {})).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });

  it('accepts documents written by people', () => {
    expect(faults(SCHEMA, parse(SKETCH))).toEqual([]);
    expect(faults(SCHEMA, parse('layoutOf: a\nobjects: { b: { x: 1, y: 2 } }'))).toEqual([]);
  });

  it.each([
    ['objets: []', '/objets is unknown'],
    ['objects: [{ id: a, name: A, type: app, colour: red }]', '/objects/0/colour is unknown'],
    [
      'objects: [{ id: a, name: A, type: app, objects: [{ id: b }] }]',
      '/objects/0/objects/0/name is missing',
    ],
    ['domains: [{ name: A }]', '/domains/0/id is missing'],
    ['objects: [{ id: a, name: A, type: apple }]', '/objects/0/type is apple'],
    ['objects: [{ id: a, name: A, type: app, external: 1 }]', '/objects/0/external is number'],
    [
      'connections: [{ id: a, name: A, origin: b, target: c, objects: [] }]',
      '/connections/0/objects is unknown',
    ],
    ['layoutOf: a\nobjects: { b: { x: 1 } }', '/objects/b/y is missing'],
    ['layoutOf: a\nflows: []', '/flows is unknown'],
    ['moved: [{ from: a, to: b, at: c }]', '/moved/0/at is unknown'],
  ])('rejects %s', (text, fault) => {
    expect(faults(SCHEMA, parse(text))).toContain(fault);
  });

  it('describes every field', () => {
    for (const [kind, { fields }] of Object.entries(KINDS)) {
      const { properties } =
        (SCHEMA.$defs as Record<string, { properties: Record<string, JsonObject> }>)[kind] ?? {};
      for (const key of Object.keys(fields)) expect(properties?.[key]?.description).toMatch(/\.$/);
    }
  });
});

/** Documents with one property of the schema without a value, by their JSON path. */
function withoutValues(
  schema: JsonObject,
  at: string,
  wrap: (value: unknown) => unknown,
): [string, unknown][] {
  const { $ref, properties, items, anyOf, additionalProperties } = schema as Record<string, JsonObject>;
  if (typeof $ref === 'string') {
    const name = ($ref as string).replace('#/$defs/', '');
    // Nested objects have the same properties as those of the first level.
    if (name === 'object' && at.split('objects').length > 2) return [];
    return withoutValues((SCHEMA.$defs as JsonObject)[name] as JsonObject, at, wrap);
  }
  if (properties)
    return Object.entries(properties).flatMap(([key, part]) => {
      const withKey = (value: unknown) => wrap({ ...required(schema), [key]: value });
      return [
        [`${at}/${key}`, withKey(null)] as [string, unknown],
        ...withoutValues(part as JsonObject, `${at}/${key}`, withKey),
      ];
    });
  if (items)
    return [
      [`${at}/0`, wrap([null])] as [string, unknown],
      ...withoutValues(items, `${at}/0`, (value) => wrap([value])),
    ];
  if (Array.isArray(anyOf)) return anyOf.flatMap((it) => withoutValues(it as JsonObject, at, wrap));
  if (typeof additionalProperties === 'object')
    return [
      [`${at}/k`, wrap({ k: null })] as [string, unknown],
      ...withoutValues(additionalProperties, `${at}/k`, (value) => wrap({ k: value })),
    ];
  return [];
}

/** Valid values of the required properties. */
const required = ({ required: keys = [], properties = {} }: JsonObject): JsonObject =>
  Object.fromEntries(
    (keys as string[]).map((key) => {
      const { type, enum: choices } = (properties as Record<string, JsonObject>)[key] ?? {};
      return [
        key,
        Array.isArray(choices) ? choices[0] : type === 'number' ? 1 : type === 'boolean' ? true : 'a',
      ];
    }),
  );

const DEFS = SCHEMA.$defs as Record<string, JsonObject>;

describe('a property without a value', () => {
  it.each([
    ...withoutValues(DEFS.document ?? {}, '', (it) => it),
    ...withoutValues(DEFS.layout ?? {}, 'layout', (it) => ({ layoutOf: 'a', ...(it as object) })),
  ])('is accepted by the schema and by the reader, or by neither: %s', (_, document) => {
    const { findings } = readModel([{ path: 'model.json', text: JSON.stringify(document) }]);
    const errors = findings.filter(({ rule }) => rule.startsWith('schema/') || rule === 'value/empty');
    expect(errors.length > 0).toBe(faults(SCHEMA, document).length > 0);
  });

  it.each(['name:', 'name: ~', 'name: null', '? name'])('is reported at its position: %s', (name) => {
    const text = `domains:\n  - id: d\n    ${name}\n`;
    const { findings } = readModel([{ path: 'model.yaml', text }]);
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      'schema/shape domains[0].name must be a text, but has no value.',
    ]);
    const { line } = positions(text)(findings[0]?.place?.from ?? 0);
    expect(line).toBe(3);
  });
});
