import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS, type OutputFormat, type Result } from '../../src/terminal/types.js';
import { type TestTerminalOptions, testTerminal } from '../support/terminal.js';

const LIST: Result = {
  kind: 'list',
  items: [
    { id: 'a1', name: 'Shop', status: 'live', updatedAt: '2025-11-18T00:00:00Z', owner: { name: 'Ann' } },
    { id: 'b2', name: 'Evil\x1b[2J', status: 'removed', updatedAt: '2025-11-21T14:00:00Z', owner: null },
  ],
  columns: [
    { key: 'id', kind: 'id', priority: 1 },
    { key: 'name', priority: 1 },
    { key: 'status', kind: 'status' },
    { key: 'updatedAt', header: 'Updated', kind: 'time' },
  ],
  empty: 'No landscapes yet.',
};
const RECORD: Result = { kind: 'record', record: LIST.items[0], columns: LIST.columns };
const EMPTY: Result = { ...LIST, items: [] };
const DRAWING: Result = {
  kind: 'drawing',
  data: { root: ['x'] },
  draw: ({ safe }) => `Tree ${safe('\x07')}\n`,
};

async function rendered(result: Result, options: TestTerminalOptions = {}): Promise<string> {
  const { terminal, stdout, stderr } = await testTerminal(options);
  await terminal.render(result);
  return stderr() === '' ? stdout() : `${stdout()}[stderr] ${stderr()}`;
}

/** Every format in a pipe, then those that differ on a terminal. */
async function everywhere(result: Result, options: TestTerminalOptions = {}): Promise<string> {
  const parts = [`pipe\n${await rendered(result, options)}`];
  for (const format of OUTPUT_FORMATS) {
    parts.push(`pipe -o ${format}\n${await rendered(result, { ...options, format })}`);
  }
  parts.push(`terminal\n${await rendered(result, { ...options, tty: true })}`);
  parts.push(`terminal -o json\n${await rendered(result, { ...options, tty: true, format: 'json' })}`);
  return `\n${parts.join('---- ')}`;
}

describe('render', () => {
  it('draws a list', async () => expect(await everywhere(LIST)).toMatchSnapshot());
  it('draws a record', async () => expect(await everywhere(RECORD)).toMatchSnapshot());
  it('draws an empty list', async () => expect(await everywhere(EMPTY)).toMatchSnapshot());
  it('draws a drawing', async () => expect(await everywhere(DRAWING)).toMatchSnapshot());
  it('draws nothing', async () => expect(await rendered({ kind: 'nothing' }, { format: 'json' })).toBe(''));

  it('picks fields of a list', async () => {
    expect(await everywhere(LIST, { fields: 'owner.name,id' })).toMatchSnapshot();
  });
  it('picks fields of a record', async () => {
    expect(await rendered(RECORD, { fields: 'status,owner', format: 'ndjson' })).toBe(
      '{"status":"live","owner":{"name":"Ann"}}\n',
    );
    expect(await rendered(RECORD, { fields: 'status,owner.name' })).toBe('status\tlive\nowner.name\tAnn\n');
  });
  it('queries for objects', async () => {
    expect(
      await everywhere(LIST, { query: '[].{key: id, since: updatedAt, own: owner.name}' }),
    ).toMatchSnapshot();
  });
  it('queries for scalars', async () =>
    expect(await everywhere(LIST, { query: '[].name' })).toMatchSnapshot());
  it('queries for one value', async () =>
    expect(await everywhere(LIST, { query: 'length(@)' })).toMatchSnapshot());
  it('queries for one object', async () =>
    expect(await everywhere(LIST, { query: '[0]' })).toMatchSnapshot());
  it('queries for nothing', async () => {
    const note = '[stderr] Nothing matched --query [9]\n';
    expect(await rendered(LIST, { query: '[9]' })).toBe(note);
    expect(await rendered(LIST, { query: '[9]', tty: true })).toBe(note);
    expect(await rendered(LIST, { query: '[9]', format: 'json' })).toBe(`null\n${note}`);
    // A null value is a result.
    expect(await rendered(LIST, { query: '[1].owner', format: 'json' })).toBe('null\n');
    expect(await rendered(LIST, { query: '[1].owner.name', format: 'json' })).toContain('Nothing matched');
  });
  it('queries for lists of lists, which are rows', async () => {
    const query = '[].[id, status, owner.name]';
    const text = async (format?: OutputFormat, tty = false) =>
      rendered(LIST, { query, tty, ...(format && { format }) });
    expect(await text()).toBe('a1\tlive\tAnn\nb2\tremoved\t\n');
    expect(await text('csv')).toBe('0,1,2\na1,live,Ann\nb2,removed,\n');
    expect(await text('json')).toBe('[["a1","live","Ann"],["b2","removed",null]]\n');
    expect(await text(undefined, true)).toBe('0   1        2\na1  live     Ann\nb2  removed  -\n');
    expect(await rendered(LIST, { query, fields: '2,0' })).toBe('Ann\ta1\n\tb2\n');
    expect(await rendered(LIST, { query: '[[`1`], [`2`, `3`], `[]`]' })).toBe('1\t\n2\t3\n\t\n');
    expect(await rendered(LIST, { query: '[`[]`]', format: 'csv' })).toBe('value\n""\n');
  });
  it('leaves out an empty field of a record for a person only, unless the output is wide', async () => {
    const blank: Result = {
      kind: 'record',
      record: { name: '', id: 'a' },
      columns: [{ key: 'name' }, { key: 'id' }],
    };
    expect(await rendered(blank, { tty: true })).toBe('ID  a\n');
    expect(await rendered(blank, { tty: true, wide: true })).toBe('Name  -\nID    a\n');
    expect(await rendered(blank)).toBe('name\t\nid\ta\n');
    expect(await rendered(blank, { format: 'table' })).toBe('Name\nID    a\n');
    expect(await rendered(blank, { format: 'csv' })).toBe('name,id\n,a\n');
  });
  it('dims notes below the data if there is colour', async () => {
    expect(await rendered(EMPTY, { tty: true, color: true })).toBe(
      '[stderr] \x1b[2mNo landscapes yet.\x1b[22m\n',
    );
  });
  it('picks fields of a query result', async () => {
    expect(await rendered(LIST, { query: '[].{a: id, b: name}', fields: 'a' })).toBe('a1\nb2\n');
    await expect(rendered(LIST, { query: '[].id', fields: 'a' })).rejects.toMatchObject({ kind: 'usage' });
    await expect(rendered(LIST, { query: '[].{a: id}', fields: 'id' })).rejects.toMatchObject({
      kind: 'usage',
    });
  });
  it('queries a drawing for its data', async () => {
    expect(await rendered(DRAWING, { query: 'root' })).toBe('x\n');
  });

  it('lists columns that do not fit', async () => {
    expect(await rendered(LIST, { tty: true, width: 20, wide: true })).toMatchSnapshot();
    expect(await rendered(LIST, { tty: true, width: 20, wide: true, quiet: true })).not.toContain('stderr');
    // The reader did not request more.
    expect(await rendered(LIST, { tty: true, width: 20 })).not.toContain('stderr');
    const sorted = await rendered(LIST, { tty: true, width: 20, sort: ['name'] });
    expect(sorted).toContain('Not shown: status');
  });

  describe('columns with one value', () => {
    const item = (name: string, more: object = {}) => ({
      id: name,
      name,
      status: 'live',
      kind: 'app',
      ...more,
    });
    const columns = [{ key: 'name' }, { key: 'status', kind: 'status' as const }, { key: 'kind' }];
    const list = (...items: object[]): Result => ({ kind: 'list', items, columns });
    const SAME = list(item('a'), item('b'));

    it('are dropped for a person, and a note states the value unless it is the usual one', async () => {
      expect(await rendered(SAME, { tty: true })).toBe('Name\na\nb\n[stderr] Kind: app for all 2.\n');
      const removed = list(item('a', { status: 'removed' }), item('b', { status: 'removed' }));
      expect(await rendered(removed, { tty: true })).toContain(
        '[stderr] Status: removed; Kind: app for all 2.',
      );
    });

    it('stay in a single row, with --wide, --fields and --query, in pipes and in machine formats', async () => {
      expect(await rendered(list(item('a')), { tty: true })).toBe('Name  Status  Kind\na     live    app\n');
      expect(await rendered(SAME, { tty: true, wide: true })).toContain('Name  Status  Kind');
      expect(await rendered(SAME, { tty: true, fields: 'kind' })).toBe('Kind\napp\napp\n');
      expect(await rendered(SAME, { tty: true, query: '[].{kind: kind}' })).toBe('Kind\napp\napp\n');
      expect(await rendered(SAME)).toBe('a\tlive\tapp\nb\tlive\tapp\n');
      expect(await rendered(SAME, { format: 'table' })).toContain('Name  Status  Kind');
      expect(await rendered(SAME, { tty: true, format: 'csv' })).toContain('name,status,kind');
    });

    it('never include the name, the own id, or names of different records', async () => {
      const twins = list(item('a', { id: '1', parent: 'p' }), item('a', { id: '2', parent: 'q' }));
      const named = {
        ...twins,
        columns: [
          { key: 'name' },
          { key: 'id', kind: 'id' as const },
          { key: 'parent', of: 'object', value: () => 'API' },
        ],
      } as Result;
      expect(await rendered(named, { tty: true })).toContain('Name  ID  Parent');
      const nameless = { ...SAME, columns: [{ key: 'kind' }, { key: 'status' }] } as Result;
      expect(await rendered(nameless, { tty: true })).toBe('Kind\napp\napp\n');
    });

    it('escape and shorten remote text in the note', async () => {
      const hostile = { kind: `\x1b[2J${'x'.repeat(60)}` };
      const text = await rendered(list(item('a', hostile), item('b', hostile)), { tty: true });
      expect(text).not.toContain('\x1b');
      expect(text).toMatch(/Kind: \\x1b\[2Jx+… for all 2\./);
    });
  });

  describe('--fields', () => {
    it('accepts headings in any case, and keeps the keys of machine formats', async () => {
      expect(await rendered(LIST, { tty: true, fields: 'Updated,NAME' })).toMatch(/^Updated +Name\n/);
      expect(await rendered(LIST, { format: 'csv', fields: 'updated' })).toMatch(/^updatedAt\n/);
      await expect(rendered(LIST, { fields: 'Updated,updatedAt' })).rejects.toThrow('"updatedAt" twice');
      await expect(rendered(LIST, { fields: 'Upadted' })).rejects.toMatchObject({
        facts: { hint: expect.stringContaining('Did you mean "Updated"?') },
      });
    });

    it('prefers a field of the row to a heading', async () => {
      const both: Result = {
        kind: 'list',
        items: [{ parent: 'P', parentId: 'p1' }],
        columns: [{ key: 'parentId', header: 'Parent' }],
      };
      expect(await rendered(both, { format: 'csv', fields: 'parent' })).toBe('parent\nP\n');
      expect(await rendered(both, { format: 'csv', fields: 'Parent' })).toBe('parentId\np1\n');
    });
  });

  it('colours on a terminal, and only there', async () => {
    const color = { color: true, tty: true };
    expect(await rendered(LIST, color)).toContain('\x1b[32mlive\x1b[39m');
    expect(await rendered(LIST, { ...color, env: { NO_COLOR: '1' } })).not.toContain('\x1b');
    expect(await rendered(LIST, { color: true })).not.toContain('\x1b');
    expect(await rendered(LIST, { color: true, format: 'table', env: { CLICOLOR_FORCE: '1' } })).toContain(
      '\x1b[32mlive',
    );
  });

  it('rejects an invalid selection before anything else', async () => {
    const { terminal } = await testTerminal({ query: '[' });
    await expect(terminal.check()).rejects.toMatchObject({ kind: 'usage' });
    const other = await testTerminal({ fields: 'a,,b' });
    await expect(other.terminal.check()).rejects.toMatchObject({ kind: 'usage' });
  });
});

async function* events(closed?: { count: number }): AsyncGenerator<unknown> {
  try {
    yield { type: 'ready', at: '2025-11-21T11:59:00Z' };
    yield { type: 'event', at: '2025-11-21T12:00:00Z', body: { id: 'a\u202e' } };
  } finally {
    if (closed) closed.count += 1;
  }
}
const stream = (source = events()): Result => ({
  kind: 'stream',
  events: source,
  columns: [{ key: 'at', kind: 'time' }, { key: 'type' }, { key: 'body.id' }],
  line: ({ type, at }: { type: string; at: string }, { time, safe }) => `${time(at)} ${safe(type)}`,
});

describe('render of a stream', () => {
  const run = async (options: TestTerminalOptions): Promise<string> => rendered(stream(), options);

  it.each<OutputFormat>(['json', 'ndjson'])(
    'is a line for each event as %s, on a terminal too',
    async (format) => {
      const lines =
        '{"type":"ready","at":"2025-11-21T11:59:00Z"}\n{"type":"event","at":"2025-11-21T12:00:00Z","body":{"id":"a\\u202e"}}\n';
      expect(await run({ format })).toBe(lines);
      expect(await run({ format, tty: true })).toBe(lines);
    },
  );

  it('has the other forms', async () => {
    expect(await run({})).toBe('2025-11-21T11:59:00Z\tready\t\n2025-11-21T12:00:00Z\tevent\ta\\u202e\n');
    expect(await run({ tty: true })).toBe('1 minute ago ready\njust now event\n');
    expect(await run({ format: 'table' })).toBe('2025-11-21T11:59:00Z ready\n2025-11-21T12:00:00Z event\n');
    expect(await run({ format: 'csv' })).toBe(
      'at,type,body.id\n2025-11-21T11:59:00Z,ready,\n2025-11-21T12:00:00Z,event,a\\u202e\n',
    );
    expect(await run({ format: 'yaml', query: 'type' })).toBe('---\nready\n---\nevent\n');
  });

  it('applies fields and a query to each event', async () => {
    expect(await run({ format: 'ndjson', fields: 'body.id,type' })).toBe(
      '{"body.id":null,"type":"ready"}\n{"body.id":"a\\u202e","type":"event"}\n',
    );
    expect(await run({ query: 'body.id' })).toBe('a\\u202e\n');
    expect(await run({ query: 'body', fields: 'id' })).toBe('a\\u202e\n');
    expect(await run({ tty: true, fields: 'type,at' })).toBe('ready  1 minute ago\nevent  just now\n');
    expect(await run({ format: 'csv', query: '{t: type}' })).toBe('t\nready\nevent\n');
  });

  it('warns about a field that no event had', async () => {
    expect(await run({ fields: 'type,typo,body' })).toBe(
      'ready\t\t\nevent\t\t{"id":"a\\u202e"}\n[stderr] warning: No event had the field typo.\n',
    );
  });

  it('writes each event before it reads the next, and closes the source on a failure', async () => {
    const closed = { count: 0 };
    const { terminal, stdout } = await testTerminal({ format: 'ndjson' });
    const seen: number[] = [];
    async function* source(): AsyncGenerator<unknown> {
      try {
        for (let n = 0; n < 3; n += 1) {
          yield { n };
          seen.push(stdout().split('\n').length - 1);
        }
        throw new Error('lost');
      } finally {
        closed.count += 1;
      }
    }
    await expect(terminal.render(stream(source()))).rejects.toThrow('lost');
    expect(seen).toEqual([1, 2, 3]);
    expect(closed.count).toBe(1);
  });

  describe('in batches', () => {
    const batched = (
      batches: unknown[][],
      json?: (event: { json?: string }) => string | undefined,
    ): Result => ({
      kind: 'stream',
      batches: (async function* () {
        yield* batches;
      })(),
      columns: [{ key: 'n' }],
      line: ({ n }: { n: number }) => `number ${n}`,
      ...(json && { json }),
    });

    it('writes each batch at once, in every form', async () => {
      const numbers = () => batched([[{ n: 1 }, { n: 2 }], [], [{ n: 3 }]]);
      expect(await rendered(numbers(), { format: 'ndjson' })).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
      expect(await rendered(numbers(), { format: 'csv' })).toBe('n\n1\n2\n3\n');
      const formulas = () => batched([[{ n: '=1' }, { n: -1 }]]);
      expect(await rendered(formulas(), { format: 'csv' })).toBe('n\n=1\n-1\n');
      expect(await rendered(formulas(), { format: 'csv', csvSafe: true })).toBe("n\n'=1\n-1\n");
      expect(await rendered(numbers(), { format: 'yaml' })).toBe('---\n"n": 1\n---\n"n": 2\n---\n"n": 3\n');
      expect(await rendered(numbers(), { tty: true })).toBe('number 1\nnumber 2\nnumber 3\n');
    });

    it('uses available JSON only if it needs no escaping', async () => {
      const ready = (json: string) => batched([[{ n: 1, json }]], (event) => event.json);
      expect(await rendered(ready('{"as": "it came"}'), { format: 'ndjson' })).toBe('{"as": "it came"}\n');
      for (const json of ['{"a":\n1}', '{"a":"\u202e"}', '{"a":"\u007f"}', '{"a":"\x1b[31m"}', '{"a":"é"}'])
        expect(JSON.parse(await rendered(ready(json), { format: 'ndjson' }))).toEqual({ n: 1, json });
      expect(await rendered(ready('{"as":1}'), { format: 'ndjson', fields: 'n' })).toBe('{"n":1}\n');
      expect(await rendered(ready('{"as":1}'), { format: 'ndjson', query: 'n' })).toBe('1\n');
    });
  });
});
