import type { Doc, Fields, LinkSource } from '../../contract/doc.js';
import {
  type Kind,
  type LinkFrom,
  type RecordOf,
  type RecordReader,
  recordOf,
} from '../../contract/records.js';
import { growingFields } from '../../contract/rules/derive.js';
import type { Link } from '../../contract/rules/links.js';
import { type Db, rows, writes } from './rows.js';

/** A record as stored. */
interface Row {
  seq: number;
  data: string;
}

const LINK = 'SELECT source_kind AS kind, source_id AS id, field, detail FROM links';

/** Selects links by a condition on their source records, which is appended. */
const SOURCE = '(source_kind, source_id) IN (SELECT kind, id FROM records WHERE';

/** Prepared statements of the tables `records` and `links`. */
const recordStatements = (db: Db) => ({
  get: rows<Row>(db, 'SELECT seq, data FROM records WHERE kind = ? AND id = ?'),
  put: writes(
    db,
    `INSERT INTO records (kind, id, landscape_id, version_id, owner_id, handle_id, data) VALUES (?,?,?,?,?,?,?)
     ON CONFLICT (kind, id) DO UPDATE SET landscape_id = excluded.landscape_id, version_id = excluded.version_id,
     owner_id = excluded.owner_id, handle_id = excluded.handle_id, data = excluded.data`,
  ),
  remove: writes(db, 'DELETE FROM records WHERE kind = ? AND id = ?'),
  unlinkVersion: writes(db, `DELETE FROM links WHERE ${SOURCE} version_id = ?)`),
  removeVersion: writes(db, 'DELETE FROM records WHERE version_id = ?'),
  unlinkLandscape: writes(db, `DELETE FROM links WHERE ${SOURCE} landscape_id = ?)`),
  removeLandscape: writes(db, 'DELETE FROM records WHERE landscape_id = ?'),
  all: rows<Row>(db, 'SELECT seq, data FROM records WHERE kind = ? AND seq > ? ORDER BY seq'),
  version: rows<Row>(
    db,
    'SELECT seq, data FROM records WHERE kind = ? AND version_id = ? AND seq > ? ORDER BY seq',
  ),
  landscape: rows<Row>(db, 'SELECT data FROM records WHERE kind = ? AND landscape_id = ? ORDER BY seq'),
  owner: rows<Row>(db, 'SELECT data FROM records WHERE kind = ? AND owner_id = ? ORDER BY seq'),
  handle: rows<Row>(db, 'SELECT data FROM records WHERE kind = ? AND version_id = ? AND handle_id = ?'),
  count: rows<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM records WHERE kind = ? AND version_id = ?',
  ),
  counts: rows<{ kind: Kind; count: number }>(
    db,
    'SELECT kind, count(*) AS count FROM records GROUP BY kind ORDER BY kind',
  ),
  link: writes(
    db,
    'INSERT INTO links (source_kind, source_id, field, detail, target_kind, target_id) VALUES (?,?,?,?,?,?)',
  ),
  postpone: writes(db, 'INSERT OR IGNORE INTO postponed (kind, id) VALUES (?,?)'),
  postponed: rows<{ kind: Kind; id: string }>(db, 'SELECT kind, id FROM postponed'),
  clearPostponed: writes(db, 'DELETE FROM postponed WHERE kind = ? AND id = ?'),
  clearAllPostponed: writes(db, 'DELETE FROM postponed'),
  unlink: writes(db, 'DELETE FROM links WHERE source_kind = ? AND source_id = ?'),
  incoming: rows<LinkFrom>(db, `${LINK} WHERE target_kind = ? AND target_id = ? ORDER BY seq`),
  incomingKind: rows<LinkFrom>(
    db,
    `${LINK} WHERE target_kind = ? AND target_id = ? AND source_kind = ? ORDER BY seq`,
  ),
  // Returns one row with lists, because thousands of rows take several times as long.
  incomingField: rows<{ ids: string; details: string }>(
    db,
    `SELECT json_group_array(id) AS ids, json_group_array(detail) AS details FROM (${LINK}
     WHERE target_kind = ? AND target_id = ? AND source_kind = ? AND field = ? ORDER BY seq)`,
  ),
});

/** Query for one page: records of a version after a sequence number that pass a filter, up to a limit. */
export interface PageRequest<D> {
  after: number;
  limit?: number | undefined;
  /** Required values by field. Indexes find candidates by it; `passes` decides. */
  filter?: Readonly<Fields>;
  passes?: (doc: D) => boolean;
}

/** Records read at a time when the filter may reject most of them. */
const CHUNK = 500;

/** An SQL condition with its values. */
interface Condition {
  sql: string;
  values: readonly string[];
  /** Whether it selects by references, which SQLite would otherwise check record by record. */
  byLinks?: true;
}

/** Fields with an index on their value in the JSON. */
const INDEXED: readonly string[] = ['name', 'type'];

/** Conditions of a filter that an index covers. */
function conditionsOf(kind: Kind, filter: Readonly<Fields>): Condition[] {
  const { references = {} } = recordOf(kind);
  return Object.entries(filter).flatMap(([field, wanted]): Condition[] => {
    const values = [wanted].flat();
    if (values.length === 0 || !values.every((it) => typeof it === 'string')) return [];
    const some = `IN (${values.map(() => '?').join(',')})`;
    if (INDEXED.includes(field)) return [{ sql: `json_extract(data, '$.${field}') ${some}`, values }];
    if (field === 'handleId') return [{ sql: `handle_id ${some}`, values }];
    const to = references[field]?.to;
    if (to === undefined) return [];
    // CROSS JOIN keeps the order of the tables: SQLite reads the references first.
    const linked = `SELECT source.seq FROM links CROSS JOIN records AS source
      ON source.kind = source_kind AND source.id = source_id
      WHERE target_kind = ? AND target_id ${some} AND source_kind = ? AND field = ?`;
    return [{ sql: `seq IN (${linked})`, values: [to, ...values, kind, field], byLinks: true }];
  });
}

/** Reads a page of records, in creation order. */
function readPage<D>(
  db: Db,
  kind: Kind,
  versionId: string,
  { after, limit = Number.MAX_SAFE_INTEGER, filter = {}, passes = () => true }: PageRequest<D>,
  parse: (row: Row) => D,
): { seq: number; doc: D }[] {
  const conditions = conditionsOf(kind, filter);
  const where = conditions.map(({ sql }) => ` AND ${sql}`).join('');
  const values = conditions.flatMap((it) => it.values);
  // A plus sign keeps SQLite from using the index of that column.
  const scope = conditions.some((it) => it.byLinks)
    ? '+kind = ? AND +version_id = ?'
    : 'kind = ? AND version_id = ?';
  const sql = `SELECT seq, data FROM records WHERE ${scope}${where} AND seq > ? ORDER BY seq LIMIT ?`;
  const statement = rows<Row>(db, sql);
  const found: { seq: number; doc: D }[] = [];
  for (let from = after; ; ) {
    // Reads exactly `limit` rows first; if the filter rejects some, at least a chunk after that.
    const size = from === after ? limit : Math.max(limit - found.length, CHUNK);
    const chunk = statement.all(kind, versionId, ...values, from, size);
    for (const row of chunk) {
      const doc = parse(row);
      if (passes(doc)) found.push({ seq: row.seq, doc });
      if (found.length === limit) return found;
    }
    const last = chunk.at(-1);
    if (!last || chunk.length < size) return found;
    from = last.seq;
  }
}

/** A record with its sequence number (creation order). */
export interface Numbered<K extends Kind> {
  seq: number;
  doc: RecordOf<K>;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

// Records stored under a kind have the type of that kind.
const parse = <K extends Kind>({ data }: Pick<Row, 'data'>): RecordOf<K> => JSON.parse(data);

const numbered = <K extends Kind>(row: Row): Numbered<K> => ({ seq: row.seq, doc: parse(row) });

/** Reads and writes records and the references between them. */
export function recordStore(db: Db) {
  const sql = recordStatements(db);
  const store = {
    get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined {
      const row = sql.get.get(kind, id);
      return row && parse<K>(row);
    },
    /**
     * Inserts or replaces a record; a replaced record keeps its position in lists. Marks a record without its growing lists
     * as postponed, so that they are computed before they are read.
     */
    put(kind: Kind, doc: Doc): void {
      const { landscapeId, versionId, draftId, organizationId, handleId } = doc;
      const owner = textOrNull(draftId) ?? textOrNull(organizationId);
      const columns = [textOrNull(landscapeId), textOrNull(versionId), owner, textOrNull(handleId)];
      sql.put.run(kind, doc.id, ...columns, JSON.stringify(doc));
      if (growingFields(kind).some((field) => !(field in doc))) sql.postpone.run(kind, doc.id);
    },
    remove(kind: Kind, id: string): void {
      sql.remove.run(kind, id);
      sql.unlink.run(kind, id);
    },
    /** Deletes all records of a version, except the version itself. */
    removeVersion(versionId: string): void {
      sql.unlinkVersion.run(versionId);
      sql.removeVersion.run(versionId);
    },
    /** Deletes all records of a landscape, including its versions, except the landscape itself. */
    removeLandscape(landscapeId: string): void {
      sql.unlinkLandscape.run(landscapeId);
      sql.removeLandscape.run(landscapeId);
    },
    /** Records of a kind in creation order, with their sequence numbers. */
    all: <K extends Kind>(kind: K, after = 0): Numbered<K>[] => sql.all.all(kind, after).map(numbered<K>),
    ofVersion: <K extends Kind>(kind: K, versionId: string, after = 0): Numbered<K>[] =>
      sql.version.all(kind, versionId, after).map(numbered<K>),
    /** A page of the records of a version, in creation order. */
    pageOfVersion: <K extends Kind>(
      kind: K,
      versionId: string,
      request: PageRequest<RecordOf<K>>,
    ): Numbered<K>[] => readPage(db, kind, versionId, request, parse<K>),
    ofLandscape: <K extends Kind>(kind: K, landscapeId: string): RecordOf<K>[] =>
      sql.landscape.all(kind, landscapeId).map(parse<K>),
    /** Records of an organization, or tasks of a draft. */
    ofOwner: <K extends Kind>(kind: K, ownerId: string): RecordOf<K>[] =>
      sql.owner.all(kind, ownerId).map(parse<K>),
    byHandle<K extends Kind>(kind: K, versionId: string, handleId: string): RecordOf<K> | undefined {
      const row = sql.handle.get(kind, versionId, handleId);
      return row && parse<K>(row);
    },
    countOfVersion: (kind: Kind, versionId: string): number => sql.count.get(kind, versionId)?.count ?? 0,
    counts: (): Record<string, number> =>
      Object.fromEntries(sql.counts.all().map(({ kind, count }) => [kind, count])),
    /** Replaces all references made by a record. */
    relink(kind: Kind, id: string, links: readonly Link[]): void {
      sql.unlink.run(kind, id);
      for (const link of links) sql.link.run(kind, id, link.field, link.detail ?? null, link.kind, link.id);
    },
    /** Marks the growing lists of a record as postponed; returns whether they were not before. */
    postpone: (kind: Kind, id: string): boolean => sql.postpone.run(kind, id).changes > 0,
    /** Records with postponed lists. */
    postponed: (): { kind: Kind; id: string }[] => sql.postponed.all(),
    /** Removes the mark of a record; returns whether its lists were postponed. */
    clearPostponed: (kind: Kind, id: string): boolean => sql.clearPostponed.run(kind, id).changes > 0,
    clearAllPostponed: (): void => void sql.clearAllPostponed.run(),
    /** References to a record. `kind` and `id` of each are those of the referring record. */
    incoming(kind: Kind, id: string, from?: LinkSource): LinkFrom[] {
      if (!from) return sql.incoming.all(kind, id);
      const { field } = from;
      if (field === undefined) return sql.incomingKind.all(kind, id, from.kind);
      const found = sql.incomingField.get(kind, id, from.kind, field);
      const [ids, details] = [JSON.parse(found?.ids ?? '[]'), JSON.parse(found?.details ?? '[]')];
      return ids.map((source: string, at: number) => ({
        kind: from.kind,
        id: source,
        field,
        detail: details[at],
      }));
    },
  };
  return store satisfies RecordReader;
}

export type RecordStore = ReturnType<typeof recordStore>;
