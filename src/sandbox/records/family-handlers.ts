import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf, type Fields, textsOf } from '../../contract/doc.js';
import type { Family } from '../../contract/families.js';
import { isKind, type Kind, recordOf } from '../../contract/records.js';
import { type Call, on, type Registration } from '../call.js';
import type { FamilyHooks, HookedFamily } from './family.js';
import { create, remove, update, upsert } from './family-write.js';
import { matchesFilter } from './filter.js';
import { requireRecord } from './find.js';
import { page, pageSize, startAt } from './page.js';

const pick = (doc: Doc, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, doc[field]]));

/** A record with the related records that the query asks for. */
function expand(call: Call, kind: Kind, doc: Doc): Doc {
  const names = call.query.expand === undefined ? [] : [call.query.expand].flat();
  const found = names.map((name): [string, unknown] => [
    String(name),
    expansion(call, kind, doc, String(name)),
  ]);
  return found.length === 0 ? doc : { ...doc, ...Object.fromEntries(found) };
}

/** Resolves a list of ids to a map of records by id, and a single id to the record. */
function expansion(call: Call, kind: Kind, doc: Doc, name: string): unknown {
  const { expansions = {}, references = {} } = recordOf(kind);
  const { field = '', shows = [], entriesOf: inMap } = expansions[name] ?? {};
  if (inMap !== undefined) return withShown(call, doc[field], inMap, shows);
  const target = references[field]?.to ?? '';
  if (!isKind(target)) return undefined;
  const named = (id: string): Doc | undefined => call.services.store.records.get(target, id);
  const ids = doc[field];
  if (typeof ids === 'string') {
    const one = named(ids);
    return one && pick(one, shows);
  }
  const records = textsOf(ids).flatMap((id) => named(id) ?? []);
  return Object.fromEntries(records.map((it) => [it.id, pick(it, shows)]));
}

/** A map whose entries refer to records, extended with the selected fields of those records. */
function withShown({ services }: Call, map: unknown, kind: string, shows: readonly string[]): Fields {
  if (!isKind(kind)) return {};
  return Object.fromEntries(
    entriesOf(map).map(([key, entry]) => {
      const named: Doc | undefined = services.store.records.get(kind, String(entry.id));
      return [key, { ...entry, ...(named && pick(named, shows)) }];
    }),
  );
}

/** Handlers of the operations of a family of versioned records. */
export function familyHandlers(family: Family, hooks: FamilyHooks = {}): Registration[] {
  const hooked: HookedFamily = { family, hooks };
  const writes = { computesOwnLists: true };
  return [
    on(family.list, (call: Call) => list(hooked, call)),
    on(family.get, (call: Call) => get(hooked, call)),
    on(family.create, (call: Call) => create(hooked, call), writes),
    on(family.update, (call: Call) => update(hooked, call), writes),
    on(family.delete, (call: Call) => remove(hooked, call), writes),
    ...('upsert' in family ? [on(family.upsert, (call: Call) => upsert(hooked, call), writes)] : []),
    ...('exists' in family ? [on(family.exists, (call: Call) => exists(hooked, call))] : []),
  ];
}

function get({ family, hooks }: HookedFamily, call: Call): Fields {
  const { singular: kind, param } = family.shape;
  const doc: Doc = requireRecord(call, kind, param);
  if (call.query.updateViewedAt === true) hooks.viewed?.(call, doc);
  return { [kind]: expand(call, kind, doc) };
}

function exists({ family }: HookedFamily, call: Call): Fields {
  requireRecord(call, family.shape.singular, family.shape.param);
  return {};
}

function list({ family, hooks }: HookedFamily, call: Call): Fields {
  const { id, singular: kind, plural, listQuery = {} } = family.shape;
  const { filter, cursor, limit, ...query } = call.query;
  const wanted = isObject(filter) ? filter : {};
  const passes = (doc: Doc): boolean =>
    matchesFilter(doc, wanted, hooks.filters) &&
    Object.entries(hooks.queryFilters ?? {}).every(
      ([name, matches]) => query[name] === undefined || matches(doc, query[name]),
    );
  const size = 'limit' in listQuery ? pageSize(limit) : undefined;
  const found: { seq: number; doc: Doc }[] = call.services.store.records.pageOfVersion(
    kind,
    call.version?.id ?? '',
    {
      after: startAt(id, cursor),
      // Reads one extra record to detect a next page.
      ...(size !== undefined && { limit: size + 1 }),
      filter: wanted,
      passes,
    },
  );
  const { docs, nextCursor } = page(id, found, size ?? found.length);
  return {
    [plural]: docs.map((doc) => expand(call, kind, doc)),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}
