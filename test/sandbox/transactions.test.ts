import Database from 'libsql';
import { beforeEach, describe, expect, it } from 'vitest';
import { transactions } from '../../src/sandbox/store/transactions.js';

/** A database that counts commits, which can be made to fail. */
function database() {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE notes (text TEXT UNIQUE)');
  const seen = { commits: 0, undone: 0, failing: false, time: 0, commitTakes: 0, paused: [] as number[] };
  const along = { next: [] as string[], isFailing: false };
  const exec = db.exec.bind(db);
  db.exec = (sql: string) => {
    if (sql === 'COMMIT') {
      if (seen.failing) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      seen.commits += 1;
      seen.time += seen.commitTakes;
    }
    return exec(sql);
  };
  const later: (() => void)[] = [];
  const pauses: (() => void)[] = [];
  const store = transactions({
    db,
    check: () => {},
    watch: { failed: () => {}, worked: () => {} },
    undone: () => {
      seen.undone += 1;
    },
    alongside: {
      write: () => {
        if (along.isFailing) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
        for (const text of along.next) db.prepare('INSERT INTO notes VALUES (?)').run(text);
      },
      written: () => {
        along.next = [];
      },
    },
    later: (work) => void later.push(work),
    pause: (work, ms) => {
      seen.paused.push(ms);
      pauses.push(work);
    },
    now: () => seen.time,
  });
  return {
    ...store,
    seen,
    along,
    add: (text: string) => () => {
      db.prepare('INSERT INTO notes VALUES (?)').run(text);
      return text;
    },
    kept: () => db.prepare('SELECT text FROM notes ORDER BY text').all(),
    turn: () => {
      for (const work of later.splice(0)) work();
    },
    /** The pauses are over. */
    pass: () => {
      for (const work of pauses.splice(0)) work();
    },
  };
}

describe('writes that come together', () => {
  let at: ReturnType<typeof database>;
  beforeEach(() => {
    at = database();
  });

  it('share one commit, and none is answered before it', async () => {
    const answered: string[] = [];
    const writes = ['a', 'b', 'c'].map((text) =>
      at.shared(at.add(text)).then((it) => void answered.push(it)),
    );
    await Promise.resolve();
    expect({ answered, commits: at.seen.commits }).toEqual({ answered: [], commits: 0 });
    at.turn();
    await Promise.all(writes);
    expect({ answered, commits: at.seen.commits }).toEqual({ answered: ['a', 'b', 'c'], commits: 1 });
  });

  it('are done each as a whole: what one refuses is taken back, and the others stay', async () => {
    const first = at.shared(at.add('a'));
    const refused = at.shared(() => {
      at.add('half')();
      throw new Error('refused');
    });
    const last = at.shared(at.add('b'));
    await expect(refused).rejects.toThrow('refused');
    at.turn();
    expect(await Promise.all([first, last])).toEqual(['a', 'b']);
    expect(at.kept()).toEqual([{ text: 'a' }, { text: 'b' }]);
    expect(at.seen.undone).toBe(1);
  });

  it('are all told where the disk does not take them, and nothing of them is left', async () => {
    const writes = ['a', 'b'].map((text) => at.shared(at.add(text)));
    at.seen.failing = true;
    at.turn();
    for (const write of writes) await expect(write).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(at.kept()).toEqual([]);
    at.seen.failing = false;
    const next = at.shared(at.add('c'));
    at.turn();
    expect(await next).toBe('c');
  });

  it('take along what waits for a commit, which goes on waiting until one worked', async () => {
    at.along.next = ['counted'];
    at.seen.failing = true;
    const refused = at.shared(at.add('a'));
    expect(at.isSharing()).toBe(true);
    at.turn();
    await expect(refused).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect({ next: at.along.next, kept: at.kept() }).toEqual({ next: ['counted'], kept: [] });
    at.seen.failing = false;
    const next = at.shared(at.add('b'));
    at.turn();
    expect(await next).toBe('b');
    expect({ next: at.along.next, sharing: at.isSharing() }).toEqual({ next: [], sharing: false });
    expect(at.kept()).toEqual([{ text: 'b' }, { text: 'counted' }]);
  });

  it('are told where what goes along cannot be written, and nothing of them is left', async () => {
    at.along.isFailing = true;
    const writes = ['a', 'b'].map((text) => at.shared(at.add(text)));
    at.turn();
    for (const write of writes) await expect(write).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect({ kept: at.kept(), commits: at.seen.commits }).toEqual({ kept: [], commits: 0 });
  });

  it('are on disk before a write of its own begins', async () => {
    const shared = at.shared(at.add('a'));
    at.transaction(at.add('b'));
    expect(await shared).toBe('a');
    expect(at.seen.commits).toBe(2);
    at.turn();
    expect(at.kept()).toHaveLength(2);
  });

  it('leave no transaction open where the only one was refused', async () => {
    await expect(
      at.shared(() => {
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    at.turn();
    expect(at.seen.commits).toBe(0);
    at.transaction(at.add('b'));
    expect(at.kept()).toEqual([{ text: 'b' }]);
  });

  it('cannot begin one within another', () => {
    expect(() => at.transaction(() => at.transaction(at.add('a')))).toThrow('within another');
  });
});

describe('a commit that takes its time', () => {
  let at: ReturnType<typeof database>;
  const together = (...texts: string[]) => Promise.all(texts.map((text) => at.shared(at.add(text))));
  beforeEach(async () => {
    at = database();
    at.seen.commitTakes = 8;
    const first = together('a', 'b', 'c');
    at.turn();
    await first;
  });

  it('waits for as many writes as came before, and no longer than until they are there', async () => {
    const early = at.shared(at.add('d'));
    at.turn();
    expect(at.seen).toMatchObject({ commits: 1, paused: [4] });
    const late = together('e', 'f');
    at.turn();
    expect(await Promise.all([early, late])).toEqual(['d', ['e', 'f']]);
    expect(at.seen.commits).toBe(2);
    // The pause that is over has nothing left to do, also where others came since.
    const next = together('g', 'h', 'i');
    at.pass();
    expect(at.seen.commits).toBe(2);
    at.turn();
    expect(await next).toHaveLength(3);
  });

  it('waits on while some of them come, but not for long', async () => {
    const first = at.shared(at.add('d'));
    at.turn();
    const second = at.shared(at.add('e'));
    at.pass();
    expect(at.seen).toMatchObject({ commits: 1, paused: [4, 4] });
    at.pass();
    expect(await Promise.all([first, second])).toEqual(['d', 'e']);
    const next = at.shared(at.add('f'));
    at.turn();
    const last = at.shared(at.add('g'));
    at.seen.time += 10;
    at.pass();
    expect(await Promise.all([next, last])).toEqual(['f', 'g']);
    expect(at.seen).toMatchObject({ commits: 3, paused: [4, 4, 4] });
  });

  it('waits as long as a timer can tell where half of it is less, and not at all for less than that', async () => {
    for (const [takes, texts] of [
      [1.5, 'def'],
      [0.5, 'ghi'],
    ] as const) {
      at.seen.commitTakes = takes;
      const some = together(...texts);
      at.turn();
      await some;
      const next = at.shared(at.add(`${takes}`));
      at.turn();
      at.pass();
      await next;
    }
    expect(at.seen.paused).toEqual([1]);
  });

  it('waits half that time at most, and not at all once writes come alone', async () => {
    for (const text of ['d', 'e']) {
      const alone = at.shared(at.add(text));
      at.turn();
      at.pass();
      expect(await alone).toBe(text);
    }
    const third = at.shared(at.add('f'));
    at.turn();
    expect(await third).toBe('f');
    expect(at.seen.paused).toEqual([4, 4]);
  });

  it('comes before all are there where those that are took long, so that nobody waits for the last', async () => {
    const some = together('d', 'e');
    // Eight times as long as the commit takes.
    at.seen.time += 64;
    expect(at.seen.commits).toBe(1);
    const last = at.shared(at.add('f'));
    expect(at.seen.commits).toBe(2);
    expect(await Promise.all([some, last])).toEqual([['d', 'e'], 'f']);
    at.turn();
    at.pass();
    expect(at.seen.commits).toBe(2);
  });

  it('is not brought forward where that would make many of them', async () => {
    const some = together('d', 'e');
    at.seen.time += 63;
    const last = at.shared(at.add('f'));
    expect(at.seen.commits).toBe(1);
    at.turn();
    await Promise.all([some, last]);
    expect(at.seen.commits).toBe(2);
  });

  it('never waits long', async () => {
    at.seen.commitTakes = 1_000;
    const slow = together('d', 'e', 'f');
    at.turn();
    await slow;
    const next = at.shared(at.add('g'));
    at.turn();
    expect(at.seen.paused).toEqual([10]);
    at.pass();
    expect(await next).toBe('g');
  });
});
