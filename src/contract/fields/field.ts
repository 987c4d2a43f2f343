import * as z from 'zod/mini';
import type { CreateContext, Derivation, EntryMap, Reference, Traits } from '../record.js';
import { id, loose, strict, text, versioned } from '../schema.js';
import type { FactsTable, FieldFacts } from './facts.js';

/** A field of a record: one declaration for schemas, rules, column, option and model files. */

type Schema = z.ZodMiniType;

/** Schemas of a field; a field without a schema for a request cannot be set by it. */
export interface Schemas {
  record?: Schema;
  create?: Schema;
  update?: Schema;
  /** In an entry of an import (docs/service.md#imports). */
  import?: Schema;
  /** In an export (docs/service.md#exports). */
  export?: Schema;
}

/** Rules of a field, independent of its representation. */
interface FieldRules {
  reference?: Reference;
  /** Value in a new record if the request omits it. */
  initial?: unknown | ((context: CreateContext) => unknown);
  derivation?: Derivation;
  entries?: EntryMap;
  pairs?: { key: string; value: string };
}

export interface Field<S extends Schemas = Schemas> extends FieldRules {
  schemas: S;
  facts: FieldFacts;
}

export type FieldTable = Readonly<Record<string, Field>>;

export const field = <const S extends Schemas>(
  schemas: S,
  facts: FieldFacts,
  rules: FieldRules = {},
): Field<S> => ({ schemas, facts, ...rules });

/** The field with other schemas. */
export const override = <S extends Schemas, const O extends Schemas>(
  { schemas, ...rest }: Field<S>,
  other: O,
): Field<Omit<S, keyof O> & O> => ({ ...rest, schemas: { ...schemas, ...other } });

/** The field without these schemas: `without(field, 'update')` can only be set on creation. */
export function without<S extends Schemas, const K extends keyof S>(
  { schemas, ...rest }: Field<S>,
  ...keys: readonly K[]
): Field<Omit<S, K>> {
  const remaining = Object.entries(schemas).filter(([key]) => !(keys as readonly string[]).includes(key));
  return { ...rest, schemas: Object.fromEntries(remaining) as Omit<S, K> };
}

/** The fields that have a schema of this kind, as the shape of an object. */
type ShapeOf<F extends FieldTable, K extends keyof Schemas> = {
  [P in keyof F as K extends keyof F[P]['schemas'] ? P : never]: F[P]['schemas'] extends Record<K, infer S>
    ? S
    : never;
};
/** Expands a type, so that declarations of the library contain no types of this file. */
type Expanded<T> = T extends infer O ? { [P in keyof O]: O[P] } : never;

export function shapeOf<F extends FieldTable, const K extends keyof Schemas>(
  fields: F,
  key: K,
): Expanded<ShapeOf<F, K>> {
  const shape = Object.entries(fields).flatMap(([name, { schemas }]) =>
    schemas[key] ? [[name, schemas[key]] as const] : [],
  );
  return Object.fromEntries(shape) as Expanded<ShapeOf<F, K>>;
}

/** Schema of a versioned record with these fields. */
export const recordSchema = <F extends FieldTable>(fields: F) =>
  loose({ ...versioned, ...shapeOf(fields, 'record') });

const commit = z.optional(z.number());

export const createSchema = <F extends FieldTable>(fields: F) =>
  strict({ commit, ...shapeOf(fields, 'create') });

export const updateSchema = <F extends FieldTable>(fields: F) =>
  strict({ commit, ...shapeOf(fields, 'update') });

export const importSchema = <F extends FieldTable>(fields: F) =>
  strict({ id: id(), ...shapeOf(fields, 'import') });

/** Schema of a record in an export, without timestamps and most computed fields. */
export const exportSchema = <F extends FieldTable>(fields: F) =>
  loose({ id: text(), ...shapeOf(fields, 'export') });

/** Facts of the fields, with those that the schemas imply. */
export const factsOf = (fields: FieldTable): FactsTable =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { facts, schemas }]) => [
      name,
      {
        ...facts,
        ...(schemas.create && { writable: schemas.update ? ('always' as const) : ('create' as const) }),
        ...(schemas.import && { imported: true as const }),
        ...(schemas.export && { exported: true as const }),
      },
    ]),
  );

/** Rules of a record that its fields imply. */
export function traitsOf(fields: FieldTable): Traits {
  const table = Object.entries(fields);
  const pick = <K extends 'derivation' | 'entries' | 'pairs'>(key: K) =>
    Object.fromEntries(table.flatMap(([name, it]) => (it[key] ? [[name, it[key]]] : []))) as Readonly<
      Record<string, NonNullable<Field[K]>>
    >;
  const references = table.flatMap(([name, { reference, facts }]) =>
    reference ? [[recordPath(name, facts), reference] as const] : [],
  );
  const initial = table.filter(([, it]) => 'initial' in it);
  return {
    references: Object.fromEntries(references),
    derived: pick('derivation'),
    entries: pick('entries'),
    pairs: pick('pairs'),
    defaults: (context) =>
      Object.fromEntries(
        initial.map(([name, { initial: value }]) => [
          name,
          typeof value === 'function' ? value(context) : value,
        ]),
      ),
  };
}

const recordPath = (name: string, { document }: FieldFacts): string =>
  (typeof document === 'object' && 'record' in document && document.record) || name;
