import type { Doc } from '../../contract/doc.js';
import { type Db, rows } from './rows.js';

type ExportStatus = 'running' | 'done' | 'failed';
export const FILE_TYPES = ['svg', 'png', 'pdf', 'md', 'html', 'txt', 'json', 'csv'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** An export job with its files, once it is done. */
export interface ExportRow {
  id: string;
  type: 'diagram' | 'landscape';
  landscapeId: string;
  status: ExportStatus;
  /** Expiry of the job and its files, ISO 8601. */
  deleteAt: string;
  /** Random part of the files' URLs. */
  token: string;
  record: Doc;
}

type Row = Omit<ExportRow, 'record'> & { data: string };

const COLUMNS = 'id, type, landscape_id AS landscapeId, status, delete_at AS deleteAt, token, data';

/** Export jobs. They are stored in the database so that they continue after a restart. */
export function exportStore(db: Db) {
  const sql = {
    get: rows<Row>(db, `SELECT ${COLUMNS} FROM exports WHERE id = ?`),
    running: rows<Row>(db, `SELECT ${COLUMNS} FROM exports WHERE status = 'running'`),
    put: db.prepare(
      `INSERT INTO exports (id, type, landscape_id, status, delete_at, token, data) VALUES (?,?,?,?,?,?,?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, data = excluded.data`,
    ),
    keep: db.prepare('INSERT OR REPLACE INTO export_files (export_id, type, data) VALUES (?,?,?)'),
    file: rows<{ data: Buffer }>(db, 'SELECT data FROM export_files WHERE export_id = ? AND type = ?'),
    removeFiles: db.prepare(
      'DELETE FROM export_files WHERE export_id IN (SELECT id FROM exports WHERE landscape_id = ?)',
    ),
    removeLandscape: db.prepare('DELETE FROM exports WHERE landscape_id = ?'),
    drop: db.prepare(
      'DELETE FROM export_files WHERE export_id IN (SELECT id FROM exports WHERE delete_at < ?)',
    ),
  };
  const read = ({ data, ...rest }: Row): ExportRow => ({ ...rest, record: JSON.parse(data) });
  return {
    get(id: string): ExportRow | undefined {
      const row = sql.get.get(id);
      return row === undefined ? undefined : read(row);
    },
    running: (): ExportRow[] => sql.running.all().map(read),
    put: (row: ExportRow): void => {
      const { id, type, landscapeId, status, deleteAt, token, record } = row;
      sql.put.run(id, type, landscapeId, status, deleteAt, token, JSON.stringify(record));
    },
    keepFiles(id: string, files: Partial<Record<FileType, Buffer>>): void {
      for (const [type, data] of Object.entries(files)) sql.keep.run(id, type, data);
    },
    /** Deletes the exports of a landscape with their files; running jobs stop when they no longer find their row. */
    removeLandscape: (landscapeId: string): void => {
      sql.removeFiles.run(landscapeId);
      sql.removeLandscape.run(landscapeId);
    },
    file: (id: string, type: FileType): Buffer | undefined => sql.file.get(id, type)?.data,
    /** Deletes the files of expired exports and keeps their jobs. */
    drop: (now: string): void => {
      sql.drop.run(now);
    },
  };
}
