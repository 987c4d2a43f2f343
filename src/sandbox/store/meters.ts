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
  const pending = new Map<string, number>();
  const count = (month: string, meter: Meter): number =>
    (sql.get.get(month, meter)?.count ?? 0) + (pending.get(`${month} ${meter}`) ?? 0);
  return {
    count,
    add(month: string, meter: Meter): void {
      const name = `${month} ${meter}`;
      pending.set(name, (pending.get(name) ?? 0) + 1);
    },
    ofMonth: (month: string) =>
      Object.fromEntries(METERS.map((meter) => [meter, count(month, meter)])) as Record<Meter, number>,
    hasPending: (): boolean => pending.size > 0,
    /** Writes the counts since the last write, inside a transaction. Call `forget` once it is on disk. */
    write(): void {
      for (const [name, value] of pending) {
        const [month = '', meter = ''] = name.split(' ');
        sql.add.run(month, meter, value);
      }
    },
    /** Clears pending counts. Call it once they are on disk, or after the store was emptied. */
    forget: (): void => pending.clear(),
  };
}
