import type { Meter } from '../../contract/operation.js';
import { type Db, rows } from './rows.js';

const METERS: readonly Meter[] = ['read', 'write', 'import', 'export'];

/**
 * Request counts by UTC month and meter (docs/service.md#limits). They are counted in memory and written in batches,
 * because a disk write would cost more than the read it counts.
 */
export function meterStore(db: Db) {
  const sql = {
    get: rows<{ count: number }>(db, 'SELECT count FROM meters WHERE month = ? AND meter = ?'),
    add: db.prepare(
      `INSERT INTO meters (month, meter, count) VALUES (?,?,?)
       ON CONFLICT (month, meter) DO UPDATE SET count = count + excluded.count`,
    ),
  };
  const counts = new Map<string, number>();
  const pending = new Map<string, number>();
  const count = (month: string, meter: Meter): number => {
    const name = `${month} ${meter}`;
    const known = counts.get(name);
    if (known !== undefined) return known;
    const row = sql.get.get(month, meter);
    counts.set(name, row?.count ?? 0);
    return row?.count ?? 0;
  };
  return {
    count,
    add(month: string, meter: Meter): void {
      const name = `${month} ${meter}`;
      counts.set(name, count(month, meter) + 1);
      pending.set(name, (pending.get(name) ?? 0) + 1);
    },
    ofMonth: (month: string) =>
      Object.fromEntries(METERS.map((meter) => [meter, count(month, meter)])) as Record<Meter, number>,
    hasPending: (): boolean => pending.size > 0,
    /** Writes the counts since the last write, inside a transaction. They stay pending until `written` is called. */
    write(): void {
      for (const [name, value] of pending) {
        const [month = '', meter = ''] = name.split(' ');
        sql.add.run(month, meter, value);
      }
    },
    /** Clears pending counts. Call it once the transaction is on disk. */
    written: (): void => pending.clear(),
    /** Clears the cache. Call it after the store was emptied. */
    forget(): void {
      counts.clear();
      pending.clear();
    },
  };
}
