import { type Db, rows } from './rows.js';

/** An attempt to deliver an event: the HTTP status, or the reason why there was no response. */
export interface DeliveryAttempt {
  /** ISO 8601. */
  at: string;
  ms: number;
  status: number | null;
  error: string | null;
}

/** Attempts of all stored deliveries. */
export function attemptStore(db: Db) {
  const add = db.prepare('INSERT INTO webhook_tries (delivery_id, at, ms, status, error) VALUES (?,?,?,?,?)');
  const of = rows<DeliveryAttempt>(
    db,
    'SELECT at, ms, status, error FROM webhook_tries WHERE delivery_id = ? ORDER BY seq',
  );
  return {
    add: (deliveryId: string, { at, ms, status, error }: DeliveryAttempt): void =>
      void add.run(deliveryId, at, ms, status, error),
    of: (deliveryId: string): DeliveryAttempt[] => of.all(deliveryId),
  };
}
