import type { Doc } from '../../contract/doc.js';
import type { Kind, LinkFrom, RecordOf, RecordReader } from '../../contract/records.js';
import type { Link } from '../../contract/rules/links.js';
import { type Db, rows } from './rows.js';

interface Row {
  seq: number;
  data: string;
}

/** A record with its place in the order they were made. */
export interface Placed<K extends Kind> {
  seq: number;
  doc: RecordOf<K>;
}

// What was put under a kind is a record of it.
const parse = <K extends Kind>({ data }: Row): RecordOf<K> => JSON.parse(data);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Links of records that meet a condition, which follows. */
const SOURCE = '(source_kind, source_id) IN (SELECT kind, id FROM records WHERE';

function statements(db: Db) {
  return {
    get: rows<Row>(db, 'SELECT data FROM records WHERE kind = ? AND id = ?'),
    put: db.prepare(
      `INSERT INTO records (kind, id, landscape_id, version_id, owner_id, handle_id, data) VALUES (?,?,?,?,?,?,?)
       ON CONFLICT (kind, id) DO UPDATE SET landscape_id = excluded.landscape_id, version_id = excluded.version_id,
       owner_id = excluded.owner_id, handle_id = excluded.handle_id, data = excluded.data`,
    ),
    remove: db.prepare('DELETE FROM records WHERE kind = ? AND id = ?'),
    unlinkVersion: db.prepare(`DELETE FROM links WHERE ${SOURCE} version_id = ?)`),
    removeVersion: db.prepare('DELETE FROM records WHERE version_id = ?'),
    unlinkLandscape: db.prepare(`DELETE FROM links WHERE ${SOURCE} landscape_id = ?)`),
    removeLandscape: db.prepare('DELETE FROM records WHERE landscape_id = ?'),
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
    counts: rows<{ kind: string; count: number }>(
      db,
      'SELECT kind, count(*) AS count FROM records GROUP BY kind ORDER BY kind',
    ),
    link: db.prepare(
      'INSERT INTO links (source_kind, source_id, field, detail, target_kind, target_id) VALUES (?,?,?,?,?,?)',
    ),
    unlink: db.prepare('DELETE FROM links WHERE source_kind = ? AND source_id = ?'),
    incoming: rows<LinkFrom>(
      db,
      `SELECT source_kind AS kind, source_id AS id, field, detail FROM links
       WHERE target_kind = ? AND target_id = ? ORDER BY seq`,
    ),
  };
}

/** Reads and writes records and the references between them. */
export function recordStore(db: Db) {
  const sql = statements(db);
  const placed = <K extends Kind>(found: readonly Row[]): Placed<K>[] =>
    found.map((row) => ({ seq: row.seq, doc: parse<K>(row) }));
  const store = {
    get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined {
      const row = sql.get.get(kind, id);
      return row === undefined ? undefined : parse<K>(row);
    },
    /** Inserts or replaces; a replaced record keeps its place in lists. */
    put(kind: Kind, doc: Doc): void {
      const owner = textOrNull(doc.draftId) ?? textOrNull(doc.organizationId);
      const { landscapeId, versionId, handleId } = doc;
      sql.put.run(
        kind,
        doc.id,
        textOrNull(landscapeId),
        textOrNull(versionId),
        owner,
        textOrNull(handleId),
        JSON.stringify(doc),
      );
    },
    remove(kind: Kind, id: string): void {
      sql.remove.run(kind, id);
      sql.unlink.run(kind, id);
    },
    /** Removes everything in a version, but not the version. */
    removeVersion(versionId: string): void {
      sql.unlinkVersion.run(versionId);
      sql.removeVersion.run(versionId);
    },
    /** Removes everything in a landscape, its versions too, but not the landscape. */
    removeLandscape(landscapeId: string): void {
      sql.unlinkLandscape.run(landscapeId);
      sql.removeLandscape.run(landscapeId);
    },
    /** Records of a kind in the order they were made, with their place. */
    all: <K extends Kind>(kind: K, after = 0): Placed<K>[] => placed(sql.all.all(kind, after)),
    ofVersion: <K extends Kind>(kind: K, versionId: string, after = 0): Placed<K>[] =>
      placed(sql.version.all(kind, versionId, after)),
    ofLandscape: <K extends Kind>(kind: K, landscapeId: string): RecordOf<K>[] =>
      sql.landscape.all(kind, landscapeId).map((row) => parse<K>(row)),
    /** Records of an organization, or tasks of a draft. */
    ofOwner: <K extends Kind>(kind: K, ownerId: string): RecordOf<K>[] =>
      sql.owner.all(kind, ownerId).map((row) => parse<K>(row)),
    byHandle<K extends Kind>(kind: K, versionId: string, handleId: string): RecordOf<K> | undefined {
      const row = sql.handle.get(kind, versionId, handleId);
      return row === undefined ? undefined : parse<K>(row);
    },
    countOfVersion: (kind: Kind, versionId: string): number => sql.count.get(kind, versionId)?.count ?? 0,
    counts: (): Record<string, number> =>
      Object.fromEntries(sql.counts.all().map(({ kind, count }) => [kind, count])),
    /** Replaces every reference that a record makes. */
    relink(kind: Kind, id: string, links: readonly Link[]): void {
      sql.unlink.run(kind, id);
      for (const link of links) sql.link.run(kind, id, link.field, link.detail ?? null, link.kind, link.id);
    },
    /** References to a record; `kind` and `id` are those of the record that refers. */
    incoming: (kind: Kind, id: string): LinkFrom[] => sql.incoming.all(kind, id),
  };
  return store satisfies RecordReader;
}

export type RecordStore = ReturnType<typeof recordStore>;
