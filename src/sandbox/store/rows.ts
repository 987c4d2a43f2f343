import type Database from 'libsql';

export type Db = Database.Database;

/** A prepared SELECT whose rows are known. */
export interface Rows<R> {
  get(...values: unknown[]): R | undefined;
  all(...values: unknown[]): R[];
}

/** A prepared statement that changes something. */
export interface Writes {
  run(...values: unknown[]): unknown;
}

/** Prepares a statement that changes something. */
export const writes = (db: Db, sql: string): Writes => db.prepare(sql);

/** Rows that one statement inserts. */
const TOGETHER = 16;

/** Inserts rows of a width into a table, several with one statement: most of what a small one costs is the call. */
export function inserts(db: Db, into: string, width: number) {
  const statements = new Map<number, Writes>();
  const one = `(${Array(width).fill('?').join(',')})`;
  const statementFor = (count: number): Writes => {
    const known =
      statements.get(count) ?? writes(db, `INSERT ${into} VALUES ${Array(count).fill(one).join(',')}`);
    statements.set(count, known);
    return known;
  };
  return (found: readonly (readonly unknown[])[]): void => {
    for (let at = 0; at < found.length; at += TOGETHER) {
      const some = found.slice(at, at + TOGETHER);
      statementFor(some.length).run(...some.flat());
    }
  };
}

/** Prepares a SELECT. What its rows hold is what its columns say, which nobody can check but who wrote both. */
export const rows = <R>(db: Db, sql: string): Rows<R> => db.prepare(sql) as Rows<R>;
