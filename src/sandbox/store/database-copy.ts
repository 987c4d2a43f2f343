import Database from 'libsql';
import { isSchemaKnown, migrate } from './open.js';
import { type Db, rows } from './rows.js';

/** Copies the whole database into an existing, empty file. Must not run inside a transaction. */
export function copyInto(db: Db, file: string): void {
  db.prepare('VACUUM INTO ?').run(file);
}

/**
 * Replaces the contents of the database with those of a file, in one transaction that includes `after`.
 * @throws Error if this version cannot read the file; nothing has changed then.
 */
export function copyFrom(
  db: Db,
  file: string,
  transaction: (work: () => void) => void,
  after: () => void,
): void {
  bringUpToDate(file);
  db.prepare('ATTACH DATABASE ? AS copy').run(file);
  try {
    transaction(() => {
      for (const table of tablesOf(db)) {
        db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table};`);
      }
      after();
    });
  } finally {
    db.exec('DETACH DATABASE copy');
  }
}

/** Migrates a file of an earlier schema version. */
function bringUpToDate(file: string): void {
  const db = new Database(file);
  try {
    if (!isSchemaKnown(db)) throw new Error('it was written by a later version of archctl');
    migrate(db);
  } finally {
    db.close();
  }
}

/** Names of all tables. */
export const tablesOf = (db: Db): string[] =>
  rows<{ name: string }>(
    db,
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  )
    .all()
    .map(({ name }) => name);
