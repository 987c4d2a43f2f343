/** Every writable field of a landscape is in the table of fields, or omitted with a reason. */

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FAMILIES } from '../../../src/contract/families.js';
import { LAYOUT } from '../../../src/model/document/drawn-fields.js';
import { ELEMENT_KINDS, type ElementKind } from '../../../src/model/document/element.js';
import type { Fields } from '../../../src/model/document/field.js';
import { KINDS } from '../../../src/model/document/kinds.js';

/** Parts of bodies that are not fields of the record, with the reason why documents omit them. */
const NOT_FIELDS: Readonly<Record<string, string>> = {
  commit: 'change counter managed by the service',
  comments: 'discussion, not part of the model',
};

/** Omitted fields of nested entries: drawn entries, steps, paths and links. */
const LINK = {
  id: 'assigned by the service',
  index: 'derived from the order',
  connector: 'a link to a repository host, which model files do not describe',
  connectionResolveUrl: 'belongs to the connector',
};
const LEFT_OUT_INSIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'diagram.objects': { type: 'same as that of the object' },
  'diagram.connections': {},
  'flow.steps': { index: 'derived from the order' },
  'flow.steps.paths': { index: 'derived from the order' },
  'object.links': LINK,
  'connection.links': LINK,
};

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema;
  anyOf?: JsonSchema[];
};

function shapeOf(kind: ElementKind) {
  const family = FAMILIES.find(({ record }) => record.kind === KINDS[kind].record);
  if (!family) throw new Error(`There is no family of ${kind}.`);
  return family.shape;
}

/** Fields that documents omit, with a reason. */
const omitted = (kind: ElementKind): string[] =>
  Object.entries(shapeOf(kind).fields).flatMap(([name, { document }]) =>
    typeof document === 'string' ? [name] : [],
  );

/** JSON Schema of a create body. */
function bodyOf(kind: ElementKind): JsonSchema {
  return z.toJSONSchema(shapeOf(kind).create, { unrepresentable: 'any', io: 'input' }) as JsonSchema;
}

const recordNames = (fields: Fields): string[] =>
  Object.entries(fields).map(([key, { record }]) => (record ?? key).split('.')[0] ?? key);

const entryOf = (schema: JsonSchema | undefined): JsonSchema | undefined => {
  const map =
    schema?.additionalProperties ??
    schema?.anyOf?.find((it) => it.additionalProperties)?.additionalProperties;
  return map;
};

describe.each(ELEMENT_KINDS)('%s', (kind) => {
  const writable = Object.keys(bodyOf(kind).properties ?? {});
  const left = [...Object.keys(NOT_FIELDS), ...omitted(kind)];

  test('every writable field is in the table, or omitted with a reason', () => {
    const declared = new Set([...recordNames(KINDS[kind].fields), ...left]);
    expect(writable.filter((field) => !declared.has(field))).toEqual([]);
  });

  test('omitted fields are writable and not in the table', () => {
    const declared = new Set(recordNames(KINDS[kind].fields));
    expect(omitted(kind).filter((field) => declared.has(field) || !writable.includes(field))).toEqual([]);
  });
});

/** Fields of map entries in the table: of the list, and of the layout for diagram content. */
function declaredInside(path: string): string[] {
  const [kind = 'diagram', key = '', inner] = path.split('.') as [ElementKind, string, string?];
  const { shape } = KINDS[kind].fields[key] ?? {};
  const own = shape?.is === 'list' ? shape.of : {};
  const nested = inner === undefined ? undefined : own[inner]?.shape;
  const fields = nested?.is === 'list' ? nested.of : own;
  const places = kind === 'diagram' ? LAYOUT[key]?.shape : undefined;
  return [...recordNames(fields), ...(places?.is === 'map' ? recordNames(places.of) : [])];
}

test.each(Object.keys(LEFT_OUT_INSIDE))(
  'every field of %s is in the table, or omitted with a reason',
  (path) => {
    const [kind, ...keys] = path.split('.') as [ElementKind, ...string[]];
    let schema: JsonSchema | undefined = bodyOf(kind);
    for (const key of keys) schema = entryOf(schema?.properties?.[key]);
    const writable = Object.keys(schema?.properties ?? {});
    expect(writable.length).toBeGreaterThan(0);
    const declared = new Set([...declaredInside(path), ...Object.keys(LEFT_OUT_INSIDE[path] ?? {})]);
    // The service generates the key of a link; people choose another.
    const made = path.endsWith('.links') ? ['name'] : [];
    expect(writable.filter((field) => !declared.has(field) && !made.includes(field))).toEqual([]);
  },
);
