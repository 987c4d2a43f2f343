import Database from 'libsql';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/sandbox/store/store.js';
import { transactions } from '../../src/sandbox/store/transactions.js';

/** A database whose commits are counted, and fail on request. */
function database() {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE notes (text TEXT UNIQUE)');
  const seen = { commits: 0, failing: false };
  const exec = db.exec.bind(db);
  db.exec = (sql: string) => {
    if (sql === 'COMMIT') {
      if (seen.failing) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      seen.commits += 1;
    }
    return exec(sql);
  };
  const later: (() => void)[] = [];
  const store = transactions({
    db,
    check: () => {},
    watch: { failed: () => {}, worked: () => {} },
    later: (work) => void later.push(work),
  });
  return {
    ...store,
    seen,
    add: (text: string) => () => {
      db.prepare('INSERT INTO notes VALUES (?)').run(text);
      return text;
    },
    kept: () => db.prepare('SELECT text FROM notes ORDER BY text').all(),
    turn: () => {
      for (const work of later.splice(0)) work();
    },
  };
}

describe('concurrent writes', () => {
  let at: ReturnType<typeof database>;
  beforeEach(() => {
    at = database();
  });

  it('share one commit, and none resolves before it', async () => {
    const answered: string[] = [];
    const writes = ['a', 'b', 'c'].map((text) =>
      at.groupTransaction(at.add(text)).then((it) => void answered.push(it)),
    );
    await Promise.resolve();
    expect({ answered, commits: at.seen.commits }).toEqual({ answered: [], commits: 0 });
    at.turn();
    await Promise.all(writes);
    expect({ answered, commits: at.seen.commits }).toEqual({ answered: ['a', 'b', 'c'], commits: 1 });
  });

  it('are atomic: a refused one is rolled back, and the others are committed', async () => {
    const first = at.groupTransaction(at.add('a'));
    const refused = at.groupTransaction(() => {
      at.add('half')();
      throw new Error('refused');
    });
    const last = at.groupTransaction(at.add('b'));
    await expect(refused).rejects.toThrow('refused');
    at.turn();
    expect(await Promise.all([first, last])).toEqual(['a', 'b']);
    expect(at.kept()).toEqual([{ text: 'a' }, { text: 'b' }]);
  });

  it('are all rejected and rolled back if the commit fails', async () => {
    const writes = ['a', 'b'].map((text) => at.groupTransaction(at.add(text)));
    at.seen.failing = true;
    at.turn();
    for (const write of writes) await expect(write).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(at.kept()).toEqual([]);
    at.seen.failing = false;
    const next = at.groupTransaction(at.add('c'));
    at.turn();
    expect(await next).toBe('c');
  });

  it('are on disk before a separate transaction begins', async () => {
    const shared = at.groupTransaction(at.add('a'));
    at.transaction(at.add('b'));
    expect(await shared).toBe('a');
    expect(at.seen.commits).toBe(2);
    at.turn();
    expect(at.kept()).toHaveLength(2);
  });

  it('leave no transaction open if the only one was refused', async () => {
    await expect(
      at.groupTransaction(() => {
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    at.turn();
    expect(at.seen.commits).toBe(0);
    at.transaction(at.add('b'));
    expect(at.kept()).toEqual([{ text: 'b' }]);
  });

  it('cannot begin a transaction within another one', () => {
    expect(() => at.transaction(() => at.transaction(at.add('a')))).toThrow('within another');
  });
});

describe('a closed store', () => {
  it('fails with an error, which the native library would not survive', async () => {
    const store = openStore(undefined);
    store.close();
    expect(() => store.transaction(() => 1)).toThrow('database connection is not open');
    await expect(store.groupTransaction(() => 1)).rejects.toThrow('database connection is not open');
    expect(() => store.flush()).not.toThrow();
    expect(() => store.close()).not.toThrow();
  });
});
