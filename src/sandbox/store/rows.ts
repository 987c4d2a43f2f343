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

/** Prepares a SELECT. What its rows hold is what its columns say, which nobody can check but who wrote both. */
export const rows = <R>(db: Db, sql: string): Rows<R> => db.prepare(sql) as Rows<R>;
