import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../../contract/doc.js';
import { FAMILIES } from '../../contract/families.js';
import type { Kind } from '../../contract/records.js';
import { type Db, inserts, rows } from './rows.js';

/**
 * Inverted index for list filters. Each value of each field that can be filtered is a row, ordered by creation, so that
 * reading one page of a filtered list reads little more than that page.
 */

/** Filterable fields by kind, derived from the contract. */
export const INDEXED_FIELDS: ReadonlyMap<string, readonly string[]> = new Map(
  FAMILIES.map(({ shape }) => [shape.singular, Object.keys(shape.filter.shape).filter(isIndexed)]),
);

/** Excludes handles, which have a column of their own. */
function isIndexed(field: string): boolean {
  return field !== 'handleId';
}

/** Fingerprint of the indexed fields. If a file has a different one, its index is rebuilt. */
export const INDEX_KEY = JSON.stringify([...INDEXED_FIELDS]);

/** Index value for null, used for fields that are rarely null (`parentId`). No id contains this character. */
const NULL_VALUE = '\u0001';
const NULLS: ReadonlySet<string> = new Set(['parentId']);
const label = (name: string, text: unknown): string => `${name}\u0001${String(text)}`;

/** An indexed value of a field. */
type IndexEntry = readonly [field: string, value: string];

/** Index entries of a record. */
function indexEntriesOf(kind: Kind, doc: Doc): IndexEntry[] {
  const fields = INDEXED_FIELDS.get(kind) ?? [];
  const found: IndexEntry[] = [];
  for (const field of fields) {
    const value = doc[field];
    if (typeof value === 'string') found.push([field, value]);
    else if (value === null && NULLS.has(field)) found.push([field, NULL_VALUE]);
    else for (const it of valuesOf(value)) found.push([field, it]);
  }
  return found;
}

/** Indexed values of a field. `false` is not indexed, because most flags are off. */
function valuesOf(value: unknown): string[] {
  if (value === true) return ['true'];
  if (Array.isArray(value)) return [...new Set(value.filter((it) => typeof it === 'string'))];
  return isObject(value) && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [label(name, text)] : []))
    : [];
}

/** Matches records that have one of these values in a field. */
export interface Condition {
  field: string;
  values: readonly string[];
}

/**
 * Conditions of a filter that the index can answer. They are necessary but not sufficient: a record that meets them may
 * still fail the filter.
 */
export function conditionsOf(kind: Kind, filter: Readonly<Fields>, except: ReadonlySet<string>): Condition[] {
  const known = INDEXED_FIELDS.get(kind) ?? [];
  return Object.entries(filter).flatMap(([field, wanted]): Condition[] => {
    if (!known.includes(field) || except.has(field)) return [];
    if (wanted === null) return NULLS.has(field) ? [{ field, values: [NULL_VALUE] }] : [];
    if (wanted === true) return [{ field, values: ['true'] }];
    if (typeof wanted === 'string') return [{ field, values: [wanted] }];
    if (Array.isArray(wanted)) {
      const texts = wanted.filter((it) => typeof it === 'string');
      return texts.length === wanted.length && texts.length > 0 ? [{ field, values: texts }] : [];
    }
    if (!isObject(wanted)) return [];
    return Object.entries(wanted).map(([name, text]) => ({ field, values: [label(name, text)] }));
  });
}

/** Upper limit when counting rows to find the most selective condition. */
const COUNT_LIMIT = 1_000;

/** Rows of the inverted index. */
export function invertedIndex(db: Db) {
  const sql = {
    scope: rows<{ id: number }>(
      db,
      'SELECT id FROM facet_scopes WHERE version_id = ? AND kind = ? AND field = ?',
    ),
    addScope: db.prepare('INSERT INTO facet_scopes (version_id, kind, field) VALUES (?,?,?)'),
    add: inserts(db, 'OR IGNORE INTO facets (scope, value, seq)', 3),
    remove: db.prepare('DELETE FROM facets WHERE scope = ? AND value = ? AND seq = ?'),
    emptyVersion: db.prepare(
      'DELETE FROM facets WHERE scope IN (SELECT id FROM facet_scopes WHERE version_id = ?)',
    ),
    removeVersion: db.prepare('DELETE FROM facet_scopes WHERE version_id = ?'),
    count: rows<{ count: number }>(
      db,
      `SELECT count(*) AS count FROM (SELECT 1 FROM facets WHERE scope = ? AND value = ? LIMIT ${COUNT_LIMIT})`,
    ),
  };
  const known = new Map<string, number>();
  const scopeOf = (versionId: string, kind: Kind, field: string): number | undefined => {
    const name = `${versionId} ${kind} ${field}`;
    const found = known.get(name) ?? sql.scope.get(versionId, kind, field)?.id;
    if (found !== undefined) known.set(name, found);
    return found;
  };
  const madeScope = (versionId: string, kind: Kind, field: string): number => {
    const found = scopeOf(versionId, kind, field);
    if (found !== undefined) return found;
    sql.addScope.run(versionId, kind, field);
    return scopeOf(versionId, kind, field) ?? 0;
  };
  /** Index rows of a record by a unique key. */
  const rowsOf = (kind: Kind, doc: Doc | undefined): Map<string, [number, string]> => {
    const versionId = doc?.versionId;
    if (!doc || typeof versionId !== 'string') return new Map();
    return new Map(
      indexEntriesOf(kind, doc).map(([field, value]) => {
        const scope = madeScope(versionId, kind, field);
        return [`${scope} ${value}`, [scope, value]];
      }),
    );
  };
  return {
    /** Whether records of a kind are indexed. */
    has: (kind: Kind): boolean => INDEXED_FIELDS.has(kind),
    rowsOf,
    /** Updates the index rows of a record: without `before` it was created, without `after` it was deleted. */
    move(kind: Kind, seq: number, before: Doc | undefined, after: Doc | undefined): void {
      const old = rowsOf(kind, before);
      const next = rowsOf(kind, after);
      for (const [name, [scope, value]] of old) if (!next.has(name)) sql.remove.run(scope, value, seq);
      const added = [...next].filter(([name]) => !old.has(name));
      sql.add(added.map(([, [scope, value]]) => [scope, value, seq]));
    },
    /** Query conditions, most selective first; undefined if one of them matches no record. */
    plan(kind: Kind, versionId: string, conditions: readonly Condition[]): PlannedCondition[] | undefined {
      const found: (PlannedCondition & { count: number })[] = [];
      for (const { field, values } of conditions) {
        const scope = scopeOf(versionId, kind, field);
        if (scope === undefined) return undefined;
        const counts = conditions.length > 1 ? values.map((it) => sql.count.get(scope, it)?.count ?? 0) : [];
        found.push({ scope, values: [...new Set(values)], count: counts.reduce((sum, it) => sum + it, 0) });
      }
      return found.sort((a, b) => a.count - b.count);
    },
    /** Deletes the index rows of a version. */
    removeVersion(versionId: string): void {
      sql.emptyVersion.run(versionId);
      sql.removeVersion.run(versionId);
      known.clear();
    },
    /** Clears the cache. Call it after a rollback and after the store was emptied. */
    forget: (): void => known.clear(),
  };
}

/** A condition with the number of its field in the version. */
export interface PlannedCondition {
  scope: number;
  values: readonly string[];
}

export type InvertedIndex = ReturnType<typeof invertedIndex>;
