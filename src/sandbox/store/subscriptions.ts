import { type Db, rows } from './rows.js';

/** A webhook subscription (docs/service.md#subscriptions), without its secret. Times are ISO 8601. */
export interface Subscription {
  id: string;
  organizationId: string;
  name: string;
  url: string;
  enabled: boolean;
  /** Consecutive failed deliveries. */
  failures: number;
  /** Reason why the sandbox disabled it, or null. */
  disabledReason: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Row as SQLite stores it, without booleans. */
type Row = Omit<Subscription, 'enabled'> & { enabled: number };

const COLUMNS = `id, organization_id AS organizationId, name, url, enabled, failures,
  disabled_reason AS disabledReason, created_at AS createdAt, updated_at AS updatedAt`;

/**
 * Webhook subscriptions. Secrets are stored in plain text, because deliveries are signed with them; they are never
 * listed.
 */
export function subscriptionStore(db: Db) {
  const sql = {
    all: rows<Row>(db, `SELECT ${COLUMNS} FROM webhook_subscriptions ORDER BY seq`),
    secret: rows<{ secret: string }>(db, 'SELECT secret FROM webhook_subscriptions WHERE id = ?'),
    create: db.prepare(
      `INSERT INTO webhook_subscriptions (id, organization_id, name, url, enabled, created_at, updated_at, secret)
       VALUES (?,?,?,?,?,?,?,?)`,
    ),
    update: db.prepare(
      `UPDATE webhook_subscriptions SET name = ?, url = ?, enabled = ?, failures = ?, disabled_reason = ?,
       updated_at = ? WHERE id = ?`,
    ),
    remove: db.prepare('DELETE FROM webhook_subscriptions WHERE id = ?'),
  };
  const list = (): Subscription[] => sql.all.all().map((row) => ({ ...row, enabled: Boolean(row.enabled) }));
  return {
    /** In creation order. */
    list,
    enabled: (): Subscription[] => list().filter((it) => it.enabled),
    get: (id: string): Subscription | undefined => list().find((it) => it.id === id),
    /** The signing secret. Use it for deliveries only. */
    secret: (id: string): string | undefined => sql.secret.get(id)?.secret,
    create(it: Subscription, secret: string): void {
      const { id, organizationId, name, url, enabled, createdAt, updatedAt } = it;
      sql.create.run(id, organizationId, name, url, Number(enabled), createdAt, updatedAt, secret);
    },
    update({ id, name, url, enabled, failures, disabledReason, updatedAt }: Subscription): void {
      sql.update.run(name, url, Number(enabled), failures, disabledReason, updatedAt, id);
    },
    remove: (id: string): void => void sql.remove.run(id),
  };
}
