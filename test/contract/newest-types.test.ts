import { describe, expect, it } from 'vitest';
import { isObject } from '../../src/base/is-object.js';
import { FAMILIES } from '../../src/contract/families.js';
import { DRAFT_TASK_TYPES } from '../../src/contract/resources/draft-task.js';
import { DIFFERENCES, ELSEWHERE, ENUMERATIONS, SCHEMAS } from './newest-differences.js';
import { NEWEST_TYPES, type NewestField } from './newest-types.js';

/** A schema as its definition describes it. */
interface Schema {
  def: { type: string; innerType?: Schema; element?: Schema; valueType?: Schema; in?: Schema };
  shape?: Readonly<Record<string, Schema>>;
  safeParse(value: unknown): { success: boolean };
}

const isSchema = (value: unknown): value is Schema =>
  isObject(value) && 'def' in value && 'safeParse' in value;

const WRAPPERS = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'lazy'];
const unwrapped = (schema: Schema): Schema =>
  WRAPPERS.includes(schema.def.type) && schema.def.innerType ? unwrapped(schema.def.innerType) : schema;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  enum: 'text',
  literal: 'text',
  number: 'number',
  boolean: 'flag',
  array: 'list',
  record: 'map',
  object: 'map',
};

/** Kind of value that a schema accepts; undefined for alternatives. */
const kindOf = (schema: Schema): string | undefined => KINDS[unwrapped(schema).def.type];

const inner = (type: string): string | undefined => /^(?:list|map)<(.+)>$/.exec(type)?.[1];

/** Kind of value of a type in the fixture; undefined for alternatives. */
function kindNamed(type: string): string | undefined {
  if (['text', 'number', 'flag'].includes(type)) return type;
  if (type === 'time') return 'text';
  if (inner(type) !== undefined) return type.slice(0, type.indexOf('<'));
  const declared = NEWEST_TYPES.get(type);
  return declared && (declared.values ? 'text' : 'map');
}

const covered = new Set<string>();
const differences = new Set<string>();

/** Compares a value, and the records in it. */
function compareValue(type: string, schema: Schema, path: string): void {
  const [wanted, found] = [kindNamed(type), kindOf(schema)];
  if (wanted !== undefined && found !== undefined && wanted !== found) {
    differences.add(`${path}: ${found}, not ${wanted}`);
    return;
  }
  const below = inner(type);
  const { element, valueType } = unwrapped(schema).def;
  const entry = element ?? valueType;
  if (below !== undefined && entry) compareValue(below, entry, path);
  const { shape } = unwrapped(schema);
  if (shape && NEWEST_TYPES.get(type)?.values === undefined && NEWEST_TYPES.has(type)) compare(type, shape);
}

const isOptional = (schema: Schema): boolean =>
  schema.safeParse(undefined).success || schema.safeParse(null).success;

/** Compares the fields of a type with those of a schema. */
function compare(name: string, shape: Readonly<Record<string, Schema>>): void {
  if (covered.has(name)) return;
  covered.add(name);
  const fields: readonly NewestField[] = NEWEST_TYPES.get(name)?.fields ?? [];
  for (const { name: field, type, optional } of fields) {
    const schema = shape[field];
    const path = `${name}.${field}`;
    if (!schema) differences.add(`${path}: missing`);
    else {
      if (isOptional(schema) !== optional) differences.add(`${path}: ${optional ? 'required' : 'optional'}`);
      compareValue(type, schema, path);
    }
  }
  const known = new Set(fields.map((it) => it.name));
  for (const field of Object.keys(shape)) if (!known.has(field)) differences.add(`${name}.${field}: added`);
}

const pascal = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const shapeOf = (schema: unknown): Readonly<Record<string, Schema>> =>
  (isSchema(schema) ? unwrapped(schema).shape : undefined) ?? {};

for (const { shape } of FAMILIES) {
  const name = pascal(shape.singular);
  if (!NEWEST_TYPES.has(name)) continue;
  compare(name, shapeOf(shape.resource));
  const bodies = {
    Required: shape.create,
    Upsert: shape.create,
    Partial: shape.update,
    Filter: shape.filter,
  };
  for (const [suffix, schema] of Object.entries(bodies))
    if (NEWEST_TYPES.has(name + suffix) && !(name + suffix in SCHEMAS))
      compare(name + suffix, shapeOf(schema));
}
for (const [name, schema] of Object.entries(SCHEMAS)) compare(name, shapeOf(schema));

const listed = Object.values(DIFFERENCES).flat();
/** Responses are read leniently: a field that the newest client requires may be absent in older answers. */
const isLenient = (it: string): boolean =>
  /^\w+\.\w+: optional$/.test(it) && !/(Required|Partial|Upsert|Create|Filter|Import|Data)\./.test(it);

describe('the types of the newest client', () => {
  it('differ only as listed', () => {
    expect([...differences].filter((it) => !listed.includes(it) && !isLenient(it)).sort()).toEqual([]);
    expect(listed.filter((it) => !differences.has(it))).toEqual([]);
  });
  it('are all compared, or listed with a reason', () => {
    const enums = Object.keys(ENUMERATIONS);
    const elsewhere = Object.values(ELSEWHERE);
    const open = [...NEWEST_TYPES.keys()].filter(
      (name) => !covered.has(name) && !enums.includes(name) && !elsewhere.some((it) => it.test(name)),
    );
    expect(open).toEqual([]);
  });
});

it('draft tasks have the names of the newest client', () => {
  const names = [...NEWEST_TYPES.keys()].filter((it) => /^DraftTask.+(Create|Update|Delete)$/.test(it));
  expect(names.map((it) => it.replace('DraftTask', 'draft').toLowerCase()).sort()).toEqual(
    DRAFT_TASK_TYPES.map((it) => it.replaceAll('-', '')).sort(),
  );
});

describe('the enumerations of the newest client', () => {
  it.each(Object.entries(ENUMERATIONS))('%s', (name, values) => {
    expect([...values].sort()).toEqual([...(NEWEST_TYPES.get(name)?.values ?? [])].sort());
  });
});
