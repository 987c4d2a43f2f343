import type { Doc } from '../../contract/doc.js';
import type { ImportData } from '../../contract/resources/landscape-import.js';
import type { StoredKey } from './keys.js';
import { type Db, rows } from './rows.js';

type ImportStatus = 'running' | 'done' | 'failed';

/** An import job. */
export interface ImportRow {
  id: string;
  landscapeId: string;
  versionId: string;
  status: ImportStatus;
  /** Expiry of the job, ISO 8601. */
  deleteAt: string;
  /** Key that sent the import. Records that the import creates belong to it, even if the key has been deleted since. */
  key: StoredKey;
  document: ImportData;
  record: Doc;
}

type Row = Omit<ImportRow, 'key' | 'document' | 'record'> & { key: string; document: string; data: string };

const COLUMNS =
  'id, landscape_id AS landscapeId, version_id AS versionId, status, delete_at AS deleteAt, key, document, data';

/** Import jobs. They are stored in the database so that they continue after a restart. */
export function importStore(db: Db) {
  const sql = {
    get: rows<Row>(db, `SELECT ${COLUMNS} FROM imports WHERE id = ?`),
    running: rows<Row>(db, `SELECT ${COLUMNS} FROM imports WHERE status = 'running'`),
    put: db.prepare(
      `INSERT INTO imports (id, landscape_id, version_id, status, delete_at, key, document, data) VALUES (?,?,?,?,?,?,?,?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, document = excluded.document, data = excluded.data`,
    ),
    removeLandscape: db.prepare('DELETE FROM imports WHERE landscape_id = ?'),
    drop: db.prepare('DELETE FROM imports WHERE delete_at < ?'),
  };
  const read = ({ key, document, data, ...rest }: Row): ImportRow => ({
    ...rest,
    key: JSON.parse(key),
    document: JSON.parse(document),
    record: JSON.parse(data),
  });
  return {
    get(id: string): ImportRow | undefined {
      const row = sql.get.get(id);
      return row === undefined ? undefined : read(row);
    },
    running: (): ImportRow[] => sql.running.all().map(read),
    put({ id, landscapeId, versionId, status, deleteAt, key, document, record }: ImportRow): void {
      const texts = [key, document, record].map((it) => JSON.stringify(it));
      sql.put.run(id, landscapeId, versionId, status, deleteAt, ...texts);
    },
    /** Deletes the imports of a landscape; running jobs stop when they no longer find their row. */
    removeLandscape: (landscapeId: string): void => {
      sql.removeLandscape.run(landscapeId);
    },
    /** Deletes expired imports. */
    drop: (now: string): void => {
      sql.drop.run(now);
    },
  };
}
