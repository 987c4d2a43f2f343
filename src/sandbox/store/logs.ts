import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { type Db, rows } from './rows.js';

/** A log entry. If it has a landscape, it appears in the logs of both the landscape and the organization. */
export interface LogEntry {
  organizationId: string;
  /** The action log as returned by the service. */
  doc: Doc;
}

/** Log to read: a landscape's, an organization's, or the actions caused by one action. */
export type LogScope =
  | { landscapeId: string }
  | { organizationId: string }
  | { parentId: string; organizationId: string };

/** A condition on the columns of `logs`, with its values. */
export interface LogCondition {
  sql: string;
  values: readonly (string | number)[];
}

interface Row {
  seq: number;
  data: string;
}

const read = ({ seq, data }: Row): { seq: number; doc: Doc } => ({ seq, doc: JSON.parse(data) });

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Action logs and organization logs, ordered by `performed_at, seq`. */
export function logStore(db: Db) {
  const sql = {
    get: rows<Row>(db, 'SELECT seq, data FROM logs WHERE id = ?'),
    own: rows<Row>(db, 'SELECT seq, data FROM logs WHERE id = ? AND organization_id = ?'),
    put: db.prepare(
      `INSERT OR IGNORE INTO logs (id, organization_id, landscape_id, parent_id, type, action_id, performed_at,
       performed_by, performed_by_id, data) VALUES (?,?,?,?,?,?,?,?,?,?)`,
    ),
    position: rows<{ at: string; seq: number }>(db, 'SELECT performed_at AS at, seq FROM logs WHERE id = ?'),
  };
  return {
    get(id: string): Doc | undefined {
      const row = sql.get.get(id);
      return row === undefined ? undefined : read(row).doc;
    },
    inOrganization(organizationId: string, id: string): Doc | undefined {
      const row = sql.own.get(id, organizationId);
      return row === undefined ? undefined : read(row).doc;
    },
    add({ organizationId, doc }: LogEntry): void {
      const action = isObject(doc.action) ? doc.action : {};
      sql.put.run(
        doc.id,
        organizationId,
        textOrNull(doc.landscapeId),
        textOrNull(doc.parentId),
        String(action.type),
        textOrNull(action.id),
        String(doc.performedAt),
        String(doc.performedBy),
        String(doc.performedById),
        JSON.stringify(doc),
      );
    },
    /** Position of an entry in that order. */
    position: (id: string): { at: string; seq: number } | undefined => sql.position.get(id),
    /** Entries of a log that meet the conditions. A negative `limit` means no limit. */
    list(scope: LogScope, conditions: readonly LogCondition[], order: 'asc' | 'desc', limit: number) {
      const scoped: LogCondition[] =
        'parentId' in scope
          ? [
              { sql: 'parent_id = ?', values: [scope.parentId] },
              { sql: 'organization_id = ?', values: [scope.organizationId] },
            ]
          : 'landscapeId' in scope
            ? [{ sql: 'landscape_id = ?', values: [scope.landscapeId] }]
            : [{ sql: 'organization_id = ?', values: [scope.organizationId] }];
      const all = [...scoped, ...conditions];
      const text = `SELECT seq, data FROM logs WHERE ${all.map(({ sql: it }) => it).join(' AND ')}
        ORDER BY performed_at ${order}, seq ${order} LIMIT ?`;
      return rows<Row>(db, text)
        .all(...all.flatMap(({ values }) => values), limit)
        .map(read);
    },
  };
}
