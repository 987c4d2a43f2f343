import Database from 'libsql';
import { isSchemaKnown, migrate } from './open.js';
import { type Db, rows } from './rows.js';

/**
 * Writes everything a database holds into a file that is there and empty.
 * Not within a transaction.
 */
export function copyInto(db: Db, file: string): void {
  db.prepare('VACUUM INTO ?').run(file);
}

/**
 * Puts what a file holds in the place of everything the database holds, as one transaction; `after` is a part of it.
 * @throws Error where the file is none that this version can read; then nothing has changed.
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

/** A file of an earlier version gets what it lacks. */
function bringUpToDate(file: string): void {
  const db = new Database(file);
  try {
    if (!isSchemaKnown(db)) throw new Error('it was written by a later archctl');
    migrate(db);
  } finally {
    db.close();
  }
}

const tablesOf = (db: Db): string[] =>
  rows<{ name: string }>(
    db,
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  )
    .all()
    .map(({ name }) => name);
