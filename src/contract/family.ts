import * as z from 'zod/mini';
import type { FactsTable } from './fields/facts.js';
import { type FieldTable, factsOf, traitsOf } from './fields/field.js';
import { type Access, operation } from './operation.js';
import type { RecordDeclaration, Traits } from './record.js';
import { loose, strict } from './schema.js';

/** Operations that a family may lack. */
export type OptionalVerb = 'upsert' | 'exists';

/** Schemas of named fields. */
export type Shape = Record<string, z.ZodMiniType>;
export type NoFields = Record<never, never>;

/** Query parameters and response fields that only some families have. */
export interface FamilyExtras<
  ListQuery extends Shape,
  Query extends Shape,
  GetQuery extends Shape,
  UpsertQuery extends Shape,
  UpdateQuery extends Shape,
  Also extends Shape,
  Deleted extends Shape,
> {
  /** Additional query parameters of the list. */
  listQuery?: ListQuery;
  /** Query parameters of all operations except list. */
  query?: Query;
  /** Query parameters of a single verb. */
  queries?: { get?: GetQuery; upsert?: UpsertQuery; update?: UpdateQuery };
  /** Additional response fields of create, upsert and update. */
  also?: Also;
  /** Additional response fields of delete. */
  deleted?: Deleted;
}

/** Properties that differ between families of versioned resources. */
export interface FamilyDeclaration<
  Singular extends string,
  Plural extends string,
  Segment extends string,
  Param extends string,
  Resource extends z.ZodMiniType,
  Create extends z.ZodMiniType,
  Update extends z.ZodMiniType,
  Filter extends z.ZodMiniObject,
> extends Pick<Traits, 'expansions' | 'isModel'> {
  /** Prefix of the operation ids, e.g. `tags.groups`. */
  id: string;
  /** Command-line name of the kind: `object` for model objects. */
  word: string;
  /** Display name: "tag group". */
  noun: string;
  /** Kind of the record, and the envelope key of a single record: `tagGroup`. */
  singular: Singular;
  /** Envelope key of a list: `tagGroups`. */
  plural: Plural;
  /** Path segment below the version, e.g. `tag-groups`. */
  segment: Segment;
  /** Path parameter, e.g. `tagGroupId`. */
  param: Param;
  resource: Resource;
  create: Create;
  update: Update;
  filter: Filter;
  /** Numbers in the table of docs/service.md#endpoints, by verb. */
  endpoints?: Partial<Record<'list' | 'get' | 'create', number>>;
  /** Importance of changes in the action log (default: `medium`); null for kinds that are not logged. */
  logged?: Traits['logged'] | null;
  /** Access required for writes (default: `write`). It is lower for comments: docs/service.md#permissions. */
  writeAccess?: Access;
}

/** A family with the facts of its fields. */
export interface FamilyShape<
  Singular extends string,
  Plural extends string,
  Segment extends string,
  Param extends string,
  Resource extends z.ZodMiniType,
  Create extends z.ZodMiniType,
  Update extends z.ZodMiniType,
  Filter extends z.ZodMiniObject,
> extends FamilyDeclaration<Singular, Plural, Segment, Param, Resource, Create, Update, Filter> {
  fields: FactsTable;
  listQuery?: Shape;
}

/**
 * Declares a versioned resource: its record, and its operations (list, get, create, upsert, update, delete, exists)
 * under `/landscapes/{landscapeId}/versions/{versionId}/`. `without` names those that the service does not have.
 */
export function family<
  const Singular extends string,
  const Plural extends string,
  const Segment extends string,
  const Param extends string,
  Resource extends z.ZodMiniType,
  Create extends z.ZodMiniType,
  Update extends z.ZodMiniType,
  Filter extends z.ZodMiniObject,
  const Without extends OptionalVerb = never,
  ListQuery extends Shape = NoFields,
  Query extends Shape = NoFields,
  GetQuery extends Shape = NoFields,
  UpsertQuery extends Shape = NoFields,
  UpdateQuery extends Shape = NoFields,
  Also extends Shape = NoFields,
  Deleted extends Shape = NoFields,
>(
  declaration: FamilyDeclaration<Singular, Plural, Segment, Param, Resource, Create, Update, Filter> &
    FamilyExtras<ListQuery, Query, GetQuery, UpsertQuery, UpdateQuery, Also, Deleted> & {
      fields: FieldTable;
      without?: readonly Without[];
    },
) {
  const { fields, without = [], listQuery, query, queries, also, deleted, ...rest } = declaration;
  const { expansions, logged = 'medium', isModel = true } = rest;
  const shape: FamilyShape<Singular, Plural, Segment, Param, Resource, Create, Update, Filter> = {
    ...rest,
    fields: factsOf(fields),
    ...(listQuery && { listQuery }),
  };
  const record: RecordDeclaration<Singular, Resource> = {
    kind: shape.singular,
    noun: shape.noun,
    owner: 'version',
    schema: shape.resource,
    ...(logged && { logged }),
    isModel,
    ...traitsOf(fields),
    ...(expansions && { expansions }),
  };
  const collection = `/landscapes/{landscapeId}/versions/{versionId}/${shape.segment}` as const;
  const item = `${collection}/{${shape.param}}` as const;
  const anyQuery = strict({ ...query } as Query);
  const queryWith = <Q extends Shape>(more: Q | undefined) => strict({ ...query, ...more } as Query & Q);
  const one = loose({ [shape.singular]: shape.resource, ...also } as { [K in Singular]: Resource } & Also);
  const many = loose({
    [shape.plural]: z.array(shape.resource),
    nextCursor: z.nullish(z.string()),
  } as { [K in Plural]: z.ZodMiniArray<Resource> } & {
    nextCursor: z.ZodMiniType<string | null | undefined>;
  });
  const filtered = { filter: z.optional(shape.filter) };
  const { endpoints = {}, writeAccess = 'write' } = shape;
  const numbered = (number: number | undefined) => (number === undefined ? {} : { endpoint: number });
  const reads = { meter: 'read', access: 'read' } as const;
  const writes = { meter: 'write', access: writeAccess } as const;
  const answersOne = { response: one, envelope: shape.singular, answers: 'one' } as const;
  const whole = {
    shape,
    record,
    list: operation({
      id: `${shape.id}.list`,
      method: 'GET',
      path: collection,
      query: strict({ ...filtered, ...listQuery } as typeof filtered & ListQuery),
      response: many,
      envelope: shape.plural,
      answers: 'list',
      ...reads,
      summary: `List ${shape.noun}s`,
      ...numbered(endpoints.list),
    }),
    get: operation({
      id: `${shape.id}.get`,
      method: 'GET',
      path: item,
      query: queryWith(queries?.get),
      ...answersOne,
      ...reads,
      summary: `Get a ${shape.noun}`,
      ...numbered(endpoints.get),
    }),
    create: operation({
      id: `${shape.id}.create`,
      method: 'POST',
      path: collection,
      query: anyQuery,
      body: shape.create,
      ...answersOne,
      ...writes,
      summary: `Create a ${shape.noun}`,
      ...numbered(endpoints.create),
    }),
    upsert: operation({
      id: `${shape.id}.upsert`,
      method: 'PUT',
      path: item,
      query: queryWith(queries?.upsert),
      body: shape.create,
      ...answersOne,
      ...writes,
      summary: `Create or replace a ${shape.noun}`,
    }),
    update: operation({
      id: `${shape.id}.update`,
      method: 'PATCH',
      path: item,
      query: queryWith(queries?.update),
      body: shape.update,
      ...answersOne,
      ...writes,
      summary: `Update a ${shape.noun}`,
    }),
    delete: operation({
      id: `${shape.id}.delete`,
      method: 'DELETE',
      path: item,
      query: anyQuery,
      envelope: null,
      answers: 'one',
      response: loose({ commit: z.optional(z.number()), ...deleted } as {
        commit: z.ZodMiniOptional<z.ZodMiniNumber>;
      } & Deleted),
      ...writes,
      summary: `Delete a ${shape.noun}`,
    }),
    exists: operation({
      id: `${shape.id}.exists`,
      method: 'HEAD',
      path: item,
      query: anyQuery,
      response: loose({}),
      envelope: null,
      answers: 'nothing',
      ...reads,
      summary: `Check whether a ${shape.noun} exists`,
    }),
  };
  const remaining = Object.entries(whole).filter(([key]) => !(without as readonly string[]).includes(key));
  return Object.fromEntries(remaining) as Omit<typeof whole, Without>;
}
