import type { Doc } from '../../contract/doc.js';
import type { Kind, LinkFrom } from '../../contract/records.js';
import type { Row } from './row-cache.js';
import { type Db, inserts, rows, writes } from './rows.js';

const LINK = 'source_kind AS kind, source_id AS id, field, detail';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Columns that duplicate fields of a record: landscape, version, owner, handle. */
export const columnsOf = ({ landscapeId, versionId, draftId, organizationId, handleId }: Doc) => [
  textOrNull(landscapeId),
  textOrNull(versionId),
  textOrNull(draftId) ?? textOrNull(organizationId),
  textOrNull(handleId),
];

/** Batch size when reading all records. */
const BATCH = 1_000;

/** Selects links by a condition on their source records, which is appended. */
const SOURCE = '(source_kind, source_id) IN (SELECT kind, id FROM records WHERE';

/** Prepared statements of the records table. */
export function recordStatements(db: Db) {
  const everything = rows<Row & { kind: Kind }>(
    db,
    `SELECT seq, kind, data FROM records WHERE seq > ? ORDER BY seq LIMIT ${BATCH}`,
  );
  const insert = db.prepare(
    `INSERT INTO records (kind, id, landscape_id, version_id, owner_id, handle_id, data) VALUES (?,?,?,?,?,?,?)`,
  );
  return {
    get: rows<Row>(db, 'SELECT seq, data FROM records WHERE kind = ? AND id = ?'),
    /** Returns the sequence number of the new record. */
    insert: (...values: unknown[]): number => Number(insert.run(...values).lastInsertRowid),
    replace: writes(
      db,
      'UPDATE records SET landscape_id = ?, version_id = ?, owner_id = ?, handle_id = ?, data = ? WHERE seq = ?',
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
    counts: rows<{ kind: string; count: number }>(
      db,
      'SELECT kind, count(*) AS count FROM records GROUP BY kind ORDER BY kind',
    ),
    link: inserts(db, 'INTO links (source_kind, source_id, field, detail, target_kind, target_id)', 6),
    unlink: writes(db, 'DELETE FROM links WHERE source_kind = ? AND source_id = ?'),
    incoming: rows<LinkFrom>(
      db,
      `SELECT ${LINK} FROM links WHERE target_kind = ? AND target_id = ? ORDER BY seq`,
    ),
    incomingKind: rows<LinkFrom>(
      db,
      `SELECT ${LINK} FROM links WHERE target_kind = ? AND target_id = ? AND source_kind = ? ORDER BY seq`,
    ),
    incomingField: rows<LinkFrom>(
      db,
      `SELECT ${LINK} FROM links WHERE target_kind = ? AND target_id = ? AND source_kind = ? AND field = ?
       ORDER BY seq`,
    ),
    incomingCount: rows<{ count: number }>(
      db,
      `SELECT count(*) AS count FROM (SELECT 1 FROM links WHERE target_kind = ? AND target_id = ?
       AND source_kind = ? AND (? IS NULL OR field = ?) LIMIT ?)`,
    ),
    clearIndex: (): void => {
      db.exec('DELETE FROM facets; DELETE FROM facet_scopes;');
    },
    /** All records of all kinds. Other records may be written during the iteration. */
    *everything(): Generator<Row & { kind: Kind }> {
      for (let after = 0; ; ) {
        const found = everything.all(after);
        yield* found;
        const last = found.at(-1);
        if (!last || found.length < BATCH) return;
        after = last.seq;
      }
    },
  };
}
