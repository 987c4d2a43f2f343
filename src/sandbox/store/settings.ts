import { type Db, rows } from './rows.js';

export type Setting =
  | 'organizationId'
  | 'landscapeId'
  | 'plan'
  | 'seed'
  | 'clock'
  | 'fileSecret'
  | 'adminUserId';

/** Settings of the sandbox itself, by name. */
export function settingStore(db: Db) {
  const get = rows<{ value: string }>(db, 'SELECT value FROM settings WHERE name = ?');
  const set = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare('DELETE FROM settings WHERE name = ?');
  return {
    get: (name: Setting): string | undefined => get.get(name)?.value,
    set(name: Setting, value: string | undefined): void {
      if (value === undefined) remove.run(name);
      else set.run(name, value);
    },
  };
}
