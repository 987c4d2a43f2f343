import { type Db, rows } from './rows.js';

/** `dropped`: removed before delivery, by a limit or because its subscription was disabled. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped';

/** An event queued for one subscription, pending or finished. Times are ISO 8601. */
export interface Delivery {
  id: string;
  subscriptionId: string;
  collection: string;
  operation: string;
  resourceId: string;
  status: DeliveryStatus;
  /** Completed attempts. Attempts interrupted by the shutdown of the sandbox are not counted. */
  tries: number;
  createdAt: string;
  /**
   * Time of the next attempt in Unix milliseconds; null if none is scheduled or an earlier event of the resource is
   * pending.
   */
  nextAt: number | null;
  finishedAt: string | null;
  /** Request body, identical for every attempt. */
  body: string;
}

export interface NewDelivery extends Omit<Delivery, 'status' | 'tries' | 'nextAt' | 'finishedAt'> {
  /** Unix milliseconds of the system clock. `createdAt` is on the sandbox's clock, which can be stopped. */
  queuedAt: number;
}

/** Limits on the pending events of a subscription. */
export interface PendingLimits {
  /** Earliest allowed queue time, in Unix milliseconds. */
  queuedSince: number;
  /** Maximum number of events. */
  events: number;
  /** Maximum size of their bodies together. */
  bytes: number;
}

const COLUMNS = `id, subscription_id AS subscriptionId, collection, operation, resource_id AS resourceId, status,
  tries, created_at AS createdAt, next_at AS nextAt, finished_at AS finishedAt, body`;
const LANE = "status = 'pending' AND subscription_id = ? AND resource_id = ?";

const statements = (db: Db) => ({
  lane: db.prepare(`SELECT 1 FROM webhook_outbox WHERE ${LANE} LIMIT 1`),
  add: db.prepare(
    `INSERT INTO webhook_outbox (id, subscription_id, collection, operation, resource_id, status, tries,
       created_at, next_at, queued_at, body) VALUES (?,?,?,?,?,'pending',0,?,?,?,?)`,
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
  /** Counts from the newest: drops the first event beyond a limit and all older ones. */
  dropBeyond: db.prepare(
    `UPDATE webhook_outbox SET status = 'dropped', next_at = NULL, finished_at = ?
       WHERE status = 'pending' AND subscription_id = ? AND seq <= (
         SELECT max(seq) FROM (
           SELECT seq, queued_at, row_number() OVER newest AS place, sum(octet_length(body)) OVER newest AS bytes
           FROM webhook_outbox WHERE status = 'pending' AND subscription_id = ?
           WINDOW newest AS (ORDER BY seq DESC))
         WHERE queued_at < ? OR place > ? OR bytes > ?)`,
  ),
  promoteAll: db.prepare(
    `UPDATE webhook_outbox SET next_at = 0 WHERE next_at IS NULL AND seq IN (
       SELECT min(seq) FROM webhook_outbox WHERE status = 'pending' AND subscription_id = ? GROUP BY resource_id)`,
  ),
  oldest: rows<{ at: number | null }>(
    db,
    `SELECT queued_at AS at FROM webhook_outbox WHERE status = 'pending' AND subscription_id = ?
       ORDER BY seq LIMIT 1`,
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
 * Webhook events to deliver. Pending events of the same subscription and resource form a lane, which is delivered in
 * order: only its first event has a `next_at`.
 */
export function outboxStore(db: Db) {
  const sql = statements(db);
  let hasAdded = false;
  const finish = (it: Delivery, status: DeliveryStatus, tries: number, at: string): void => {
    sql.finish.run(tries, status, at, it.id);
    sql.promote.run(it.subscriptionId, it.resourceId);
  };
  return {
    /** Queues an event. Call it inside the transaction of the change. */
    add({
      id,
      subscriptionId,
      collection,
      operation,
      resourceId,
      createdAt,
      queuedAt,
      body,
    }: NewDelivery): void {
      const waits = sql.lane.get(subscriptionId, resourceId) !== undefined;
      const nextAt = waits ? null : 0;
      sql.add.run(id, subscriptionId, collection, operation, resourceId, createdAt, nextAt, queuedAt, body);
      hasAdded = true;
    },
    /** Whether an event was added since the last call, including one that was rolled back. */
    takeAdded(): boolean {
      const was = hasAdded;
      hasAdded = false;
      return was;
    },
    /** Deliveries due at `now`, in Unix milliseconds. */
    due: (subscriptionId: string, now: number, limit: number): Delivery[] =>
      sql.due.all(subscriptionId, now, limit),
    /** Next due time after `now`. */
    nextAfter: (subscriptionId: string, now: number): number | undefined =>
      sql.next.get(subscriptionId, now)?.at ?? undefined,
    pending: (): number => sql.pending.get()?.count ?? 0,
    retry: (it: Delivery, tries: number, nextAt: number): void => void sql.retry.run(tries, nextAt, it.id),
    /** Finishes a delivery and makes the next one of its lane due. */
    finish,
    /** Drops all pending deliveries of a disabled or removed subscription. */
    drop: (subscriptionId: string, at: string): void => void sql.drop.run(at, subscriptionId),
    /** Drops pending events beyond the limits, oldest first. Returns their number. */
    dropBeyond(subscriptionId: string, { queuedSince, events, bytes }: PendingLimits, at: string): number {
      const limits = [queuedSince, events, bytes];
      const { changes } = sql.dropBeyond.run(at, subscriptionId, subscriptionId, ...limits);
      if (changes > 0) sql.promoteAll.run(subscriptionId);
      return changes;
    },
    /** Queue time of the oldest pending event, in Unix milliseconds. */
    oldestPending: (subscriptionId: string): number | undefined =>
      sql.oldest.get(subscriptionId)?.at ?? undefined,
    remove: (subscriptionId: string): void => void sql.remove.run(subscriptionId),
    get: (id: string): Delivery | undefined => sql.get.get(id),
    /** Deliveries of one subscription or of all, newest first. */
    list: (subscriptionId: string | undefined, limit: number): Delivery[] =>
      subscriptionId === undefined ? sql.newest.all(limit) : sql.newestOf.all(subscriptionId, limit),
    counts(subscriptionId: string): Record<DeliveryStatus, number> {
      const found = sql.counts.all(subscriptionId);
      const none = { pending: 0, delivered: 0, failed: 0, dropped: 0 };
      return { ...none, ...Object.fromEntries(found.map(({ status, count }) => [status, count])) };
    },
    /** Deletes finished deliveries except the newest. */
    prune: (subscriptionId: string, keep: number): void =>
      void sql.prune.run(subscriptionId, subscriptionId, keep),
  };
}
