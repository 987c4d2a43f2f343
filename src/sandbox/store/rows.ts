import type Database from 'libsql';

export type Db = Database.Database;

/** A prepared SELECT with typed rows. */
export interface Rows<R> {
  get(...values: unknown[]): R | undefined;
  all(...values: unknown[]): R[];
}

/** A prepared statement that changes data. */
export interface Writes {
  run(...values: unknown[]): unknown;
}

/** Prepares a statement that changes data. */
export const writes = (db: Db, sql: string): Writes => db.prepare(sql);

/** Rows per INSERT statement. */
const ROWS_PER_STATEMENT = 16;

/**
 * Inserts rows of `width` columns into a table, several per statement: most of the cost of a small statement is the
 * call itself.
 */
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
    for (let at = 0; at < found.length; at += ROWS_PER_STATEMENT) {
      const some = found.slice(at, at + ROWS_PER_STATEMENT);
      statementFor(some.length).run(...some.flat());
    }
  };
}

/** Prepares a SELECT. The row type is asserted by the caller and must match the selected columns. */
export const rows = <R>(db: Db, sql: string): Rows<R> => db.prepare(sql) as Rows<R>;
