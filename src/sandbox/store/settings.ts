import { type Db, rows } from './rows.js';

export type Setting =
  | 'organizationId'
  | 'landscapeId'
  | 'plan'
  | 'seed'
  | 'clock'
  | 'fileSecret'
  | 'adminUserId'
  | 'facets';

/** Settings of the sandbox itself, by name. */
export function settingStore(db: Db) {
  const get = rows<{ value: string }>(db, 'SELECT value FROM settings WHERE name = ?');
  const set = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare('DELETE FROM settings WHERE name = ?');
  // Cached, because every request reads the clock and no other process writes the file.
  const known = new Map<Setting, string | undefined>();
  return {
    get(name: Setting): string | undefined {
      if (known.has(name)) return known.get(name);
      const value = get.get(name)?.value;
      known.set(name, value);
      return value;
    },
    set(name: Setting, value: string | undefined): void {
      known.delete(name);
      if (value === undefined) remove.run(name);
      else set.run(name, value);
    },
    /** Clears the cache, which may hold rolled-back data. Call it after a rollback. */
    forget: (): void => known.clear(),
  };
}
