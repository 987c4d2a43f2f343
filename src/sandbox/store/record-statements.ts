import type { Kind, LinkFrom } from '../../contract/records.js';
import { type Db, rows, writes } from './rows.js';

/** A record as stored. */
export interface Row {
  seq: number;
  data: string;
}

const LINK = 'SELECT source_kind AS kind, source_id AS id, field, detail FROM links';

/** Selects links by a condition on their source records, which is appended. */
const SOURCE = '(source_kind, source_id) IN (SELECT kind, id FROM records WHERE';

/** Prepared statements of the tables `records` and `links`. */
export const recordStatements = (db: Db) => ({
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
  unlink: writes(db, 'DELETE FROM links WHERE source_kind = ? AND source_id = ?'),
  incoming: rows<LinkFrom>(db, `${LINK} WHERE target_kind = ? AND target_id = ? ORDER BY seq`),
  incomingKind: rows<LinkFrom>(
    db,
    `${LINK} WHERE target_kind = ? AND target_id = ? AND source_kind = ? ORDER BY seq`,
  ),
  incomingField: rows<LinkFrom>(
    db,
    `${LINK} WHERE target_kind = ? AND target_id = ? AND source_kind = ? AND field = ? ORDER BY seq`,
  ),
});
