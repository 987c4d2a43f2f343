import { LONGEST, patience } from './patience.js';
import type { Db } from './rows.js';
import { isStoreFault, type TroubleWatch } from './trouble.js';

interface TransactionSettings {
  db: Db;
  /** Throws where writes would go nowhere. */
  check(): void;
  watch: TroubleWatch;
  /** Called once nothing of a transaction is left. */
  undone(): void;
  /** What every commit that is shared takes along: it is written with it, and told once that is on disk. */
  alongside?: { write(): void; written(): void };
  /** Runs something once all that is waiting now had its turn; `setImmediate` unless told. */
  later?: (work: () => void) => void;
  /** Runs something in so many milliseconds; a timer unless told. */
  pause?: (work: () => void, ms: number) => void;
  /** Milliseconds, from any moment on. */
  now?: () => number;
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Makes what runs work as transactions. Waiting for the disk is what takes longest, so writes that come together can
 * share one wait: each is still done as a whole or not at all, and nobody is answered before it is on disk.
 */
export function transactions({
  db,
  check,
  watch,
  undone,
  alongside,
  later = setImmediate,
  pause = setTimeout,
  now = () => performance.now(),
}: TransactionSettings) {
  const company = patience();
  /** Who waits for the open transaction that is shared; undefined where there is none. */
  let sharing: Waiting[] | undefined;
  /** When that was begun. */
  let sharedSince = 0;
  /** Whether the work of a transaction runs at this moment. */
  let isWorking = false;

  /** SQLite ends some transactions itself, e.g. where the disk is full; the cause is what counts, not this. */
  const rollBack = (): void => {
    try {
      if (db.inTransaction) db.exec('ROLLBACK');
    } catch {
      // Nothing more can be done; the next transaction says so.
    } finally {
      undone();
    }
  };
  const doing = <T>(work: () => T): T => {
    isWorking = true;
    try {
      return work();
    } finally {
      isWorking = false;
    }
  };
  const told = (error: unknown): unknown => {
    if (isStoreFault(error)) watch.failed(error);
    return error;
  };

  /** All of `work` is on disk when this returns, or none of it happened. */
  const transaction = <T>(work: () => T): T => {
    if (isWorking) throw new Error('A transaction cannot begin within another one.');
    flush();
    try {
      check();
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = doing(work);
        db.exec('COMMIT');
        watch.worked();
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    } catch (error) {
      throw told(error);
    }
  };

  /** Writes what is shared, now. */
  const flush = (): void => {
    const waiting = sharing;
    if (waiting === undefined) return;
    sharing = undefined;
    try {
      alongside?.write();
      const begun = now();
      db.exec('COMMIT');
      company.committed(waiting.length, now() - begun);
      alongside?.written();
      watch.worked();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      rollBack();
      told(error);
      for (const { reject } of waiting) reject(error);
    }
  };

  /** Writes what these share, unless that was done meanwhile. */
  const flushOf = (these: Waiting[]) => (): void => {
    if (sharing === these) flush();
  };

  /** Writes what these share once more are not likely to come. */
  const flushUnlessMore = (these: Waiting[], until: number): void => {
    const count = these.length;
    const wait = company.wait(count);
    const end = flushOf(these);
    if (wait === 0 || sharing !== these) end();
    else
      pause(() => {
        // One after the other is served: where some came, the rest is on its way.
        if (these.length > count && now() < until) flushUnlessMore(these, until);
        else end();
      }, wait);
  };

  /** Writes what these share once everybody who is there had a turn, and a little later where more are likely to come. */
  const flushSoon = (these: Waiting[]): void => later(() => flushUnlessMore(these, now() + LONGEST));

  /** Takes `work` back. Where it was alone, or SQLite took back everything, the transaction ends with it. */
  const takeBack = (error: unknown): void => {
    const waiting = sharing ?? [];
    if (db.inTransaction && waiting.length > 0) {
      db.exec('ROLLBACK TO one');
      db.exec('RELEASE one');
      undone();
      return;
    }
    sharing = undefined;
    rollBack();
    for (const { reject } of waiting) reject(error);
  };

  /** As `transaction`, together with others that come at the same time: resolves once it is on disk. */
  const shared = async <T>(work: () => T): Promise<T> => {
    let result: T;
    try {
      if (sharing === undefined) {
        check();
        db.exec('BEGIN IMMEDIATE');
        sharing = [];
        sharedSince = now();
        flushSoon(sharing);
      }
      // What is first is taken back with the whole.
      const isFirst = sharing.length === 0;
      if (!isFirst) db.exec('SAVEPOINT one');
      try {
        result = doing(work);
        if (!isFirst) db.exec('RELEASE one');
      } catch (error) {
        takeBack(error);
        throw error;
      }
    } catch (error) {
      throw told(error);
    }
    const waiting = sharing;
    await new Promise<void>((resolve, reject) => {
      waiting.push({ resolve, reject });
      if (company.enough(now() - sharedSince)) flush();
      // All are here who were waited for.
      else if (waiting.length > 1 && company.wait(waiting.length) === 0) later(flushOf(waiting));
    });
    return result;
  };

  return {
    transaction,
    shared,
    flush,
    /** Whether some are waiting for a commit that they share. */
    isSharing: (): boolean => sharing !== undefined,
  };
}
