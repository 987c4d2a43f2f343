import type Database from 'libsql';

export type Db = Database.Database;

/** A prepared SELECT with typed rows. */
export interface Rows<R> {
  get(...values: unknown[]): R | undefined;
  all(...values: unknown[]): R[];
}

/** A prepared statement that changes data. */
export interface Writes {
  run(...values: unknown[]): { changes: number };
}

/** Prepares a statement that changes data. */
export const writes = (db: Db, sql: string): Writes => db.prepare(sql);

/** Prepares a SELECT. The row type is asserted by the caller and must match the selected columns. */
export const rows = <R>(db: Db, sql: string): Rows<R> => db.prepare(sql) as Rows<R>;
