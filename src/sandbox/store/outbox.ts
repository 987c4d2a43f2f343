import { type Db, rows } from './rows.js';

/** `dropped`: its subscription was disabled before it was delivered. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped';

/** An event on its way to one subscription, or arrived, or given up. Times are ISO 8601. */
export interface Delivery {
  id: string;
  subscriptionId: string;
  collection: string;
  operation: string;
  resourceId: string;
  status: DeliveryStatus;
  /** Tries that ended; those cut short by the end of the sandbox do not count. */
  tries: number;
  createdAt: string;
  /** Unix milliseconds of the next try; null where none is due, or an earlier event of the resource comes first. */
  nextAt: number | null;
  finishedAt: string | null;
  /** The bytes that every try sends. */
  body: string;
}

export type NewDelivery = Omit<Delivery, 'status' | 'tries' | 'nextAt' | 'finishedAt'>;

const COLUMNS = `id, subscription_id AS subscriptionId, collection, operation, resource_id AS resourceId, status,
  tries, created_at AS createdAt, next_at AS nextAt, finished_at AS finishedAt, body`;
const LANE = "status = 'pending' AND subscription_id = ? AND resource_id = ?";

const statements = (db: Db) => ({
  lane: db.prepare(`SELECT 1 FROM webhook_outbox WHERE ${LANE} LIMIT 1`),
  add: db.prepare(
    `INSERT INTO webhook_outbox (id, subscription_id, collection, operation, resource_id, status, tries,
       created_at, next_at, body) VALUES (?,?,?,?,?,'pending',0,?,?,?)`,
  ),
  due: rows<Delivery>(
    db,
    `SELECT ${COLUMNS} FROM webhook_outbox WHERE status = 'pending' AND subscription_id = ? AND next_at <= ?
       ORDER BY next_at, seq LIMIT ?`,
  ),
  next: rows<{ at: number | null }>(
    db,
    "SELECT min(next_at) AS at FROM webhook_outbox WHERE status = 'pending' AND subscription_id = ? AND next_at > ?",
  ),
  pending: rows<{ count: number }>(
    db,
    "SELECT count(*) AS count FROM webhook_outbox WHERE status = 'pending'",
  ),
  retry: db.prepare('UPDATE webhook_outbox SET tries = ?, next_at = ? WHERE id = ?'),
  finish: db.prepare(
    'UPDATE webhook_outbox SET tries = ?, status = ?, next_at = NULL, finished_at = ? WHERE id = ?',
  ),
  promote: db.prepare(
    `UPDATE webhook_outbox SET next_at = 0 WHERE seq = (SELECT min(seq) FROM webhook_outbox WHERE ${LANE})`,
  ),
  drop: db.prepare(
    `UPDATE webhook_outbox SET status = 'dropped', next_at = NULL, finished_at = ?
       WHERE status = 'pending' AND subscription_id = ?`,
  ),
  remove: db.prepare('DELETE FROM webhook_outbox WHERE subscription_id = ?'),
  get: rows<Delivery>(db, `SELECT ${COLUMNS} FROM webhook_outbox WHERE id = ?`),
  newest: rows<Delivery>(db, `SELECT ${COLUMNS} FROM webhook_outbox ORDER BY seq DESC LIMIT ?`),
  newestOf: rows<Delivery>(
    db,
    `SELECT ${COLUMNS} FROM webhook_outbox WHERE subscription_id = ? ORDER BY seq DESC LIMIT ?`,
  ),
  counts: rows<{ status: DeliveryStatus; count: number }>(
    db,
    'SELECT status, count(*) AS count FROM webhook_outbox WHERE subscription_id = ? GROUP BY status',
  ),
  prune: db.prepare(
    `DELETE FROM webhook_outbox WHERE status <> 'pending' AND subscription_id = ? AND seq <= (
       SELECT seq FROM webhook_outbox WHERE status <> 'pending' AND subscription_id = ?
       ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
  ),
});

/**
 * Events to be delivered. Pending ones of the same subscription and resource are a lane: only its first has a
 * `next_at`, so that a later event waits for the earlier one.
 */
export function outboxStore(db: Db) {
  const sql = statements(db);
  let fresh = false;
  const finish = (it: Delivery, status: DeliveryStatus, tries: number, at: string): void => {
    sql.finish.run(tries, status, at, it.id);
    sql.promote.run(it.subscriptionId, it.resourceId);
  };
  return {
    /** Within the transaction of the change. */
    add({ id, subscriptionId, collection, operation, resourceId, createdAt, body }: NewDelivery): void {
      const waits = sql.lane.get(subscriptionId, resourceId) !== undefined;
      const nextAt = waits ? null : 0;
      sql.add.run(id, subscriptionId, collection, operation, resourceId, createdAt, nextAt, body);
      fresh = true;
    },
    /** Whether something was added since the last time this was asked, rolled back or not. */
    takeFresh(): boolean {
      const was = fresh;
      fresh = false;
      return was;
    },
    /** Those whose time has come, at `now` in Unix milliseconds. */
    due: (subscriptionId: string, now: number, limit: number): Delivery[] =>
      sql.due.all(subscriptionId, now, limit),
    /** The next moment after `now` at which one is due. */
    nextAfter: (subscriptionId: string, now: number): number | undefined =>
      sql.next.get(subscriptionId, now)?.at ?? undefined,
    pending: (): number => sql.pending.get()?.count ?? 0,
    retry: (it: Delivery, tries: number, nextAt: number): void => void sql.retry.run(tries, nextAt, it.id),
    /** Ends one; the next of its lane is due at once. */
    finish,
    /** Ends all that are pending: their subscription takes no more. */
    drop: (subscriptionId: string, at: string): void => void sql.drop.run(at, subscriptionId),
    remove: (subscriptionId: string): void => void sql.remove.run(subscriptionId),
    get: (id: string): Delivery | undefined => sql.get.get(id),
    /** Newest first, of one subscription or of all. */
    list: (subscriptionId: string | undefined, limit: number): Delivery[] =>
      subscriptionId === undefined ? sql.newest.all(limit) : sql.newestOf.all(subscriptionId, limit),
    counts(subscriptionId: string): Record<DeliveryStatus, number> {
      const found = sql.counts.all(subscriptionId);
      const none = { pending: 0, delivered: 0, failed: 0, dropped: 0 };
      return { ...none, ...Object.fromEntries(found.map(({ status, count }) => [status, count])) };
    },
    /** Forgets what ended, but for the newest. */
    prune: (subscriptionId: string, keep: number): void =>
      void sql.prune.run(subscriptionId, subscriptionId, keep),
  };
}
