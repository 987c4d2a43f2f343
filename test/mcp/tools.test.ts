import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokensOf } from '../../src/mcp/answers.js';
import { TOOLS } from '../../src/mcp/tools/index.js';
import { type CommandSuite, openCommandSuite } from '../commands/command-suite.js';
import { FERRY } from '../support/ferry-document.js';
import { type Connected, connect, VERSIONS, type Version } from '../support/mcp-client.js';

let suite: CommandSuite;
let both: Connected;
beforeAll(async () => {
  suite = await openCommandSuite();
  const machine = suite.machine();
  machine.write('ferry.yaml', FERRY);
  machine.write(
    'rules.yaml',
    'rules:\n  - id: owned\n    severity: warning\n    objects: { type: system }\n    require: [owner]\n',
  );
  both = await connect(machine, ['live', 'ferry.yaml', '--write', '--rules', 'rules.yaml']);
});
afterAll(async () => {
  both.disconnect();
  expect(await both.ended).toBe(0);
  await suite.close();
});

/** An answer with such an item. */
const including = (item: object): object => ({
  items: expect.arrayContaining([expect.objectContaining(item)]),
});

/** Inputs of each tool, and a part of the answer. */
const QUESTIONS: readonly [tool: string, input: Record<string, unknown>, part: object][] = [
  [
    'find',
    { text: 'booking api' },
    including({ kind: 'object', name: 'Booking API', path: 'Booking/Booking API' }),
  ],
  ['find', { text: 'nestjs', kind: 'object' }, { items: [{ name: 'Booking API', matched: 'technologies' }] }],
  ['find', { text: 'stale', kind: 'comment' }, { items: [{ kind: 'comment', path: 'Booking Apps' }] }],
  ['get', { name: 'Booking API' }, { parent: 'Booking', teams: ['Travel Experience'] }],
  ['get', { name: 'booking/booking api', source: 'files' }, { source: 'files', type: 'app' }],
  ['get', { name: 'Booking Apps', kind: 'diagram' }, { flows: ['Book a crossing'] }],
  [
    'list',
    { kind: 'object', type: 'system', within: 'Passenger Travel' },
    including({ name: 'Boarding', type: 'system' }),
  ],
  ['list', { kind: 'object', within: 'Booking', team: 'none' }, { total: 0 }],
  [
    'list',
    { kind: 'team' },
    {
      items: [
        { name: 'Travel Experience', objects: 19 },
        { name: 'Fleet Systems', objects: 9 },
      ],
    },
  ],
  ['list', { kind: 'connection', source: 'files' }, { kind: 'connection' }],
  ['dependencies', { object: 'Booking API', question: 'uses', depth: 3 }, { question: 'uses' }],
  [
    'dependencies',
    { object: 'Travel App', question: 'path', to: 'Booking Database' },
    { items: [{ steps: [{ to: 'Booking API' }, { to: 'Booking Database' }] }] },
  ],
  ['dependencies', { object: 'Booking API', question: 'used-by', level: 'system' }, { source: 'live' }],
  ['dependencies', { object: 'Travel App', question: 'delete-impact' }, { change: 'delete' }],
  [
    'dependencies',
    { object: 'Booking', question: 'deprecate-impact', source: 'files' },
    { change: 'deprecate' },
  ],
  [
    'diagram',
    { name: 'Booking Apps' },
    { text: expect.stringContaining('Booking API -> Payment Provider: Authorises fares') },
  ],
  ['diagram', { object: 'Booking API', format: 'mermaid' }, { text: expect.stringMatching(/^flowchart LR/) }],
  [
    'flow',
    { name: 'Book a crossing' },
    { text: expect.stringContaining('Passenger -> Booking Website: Picks a sailing') },
  ],
  [
    'flow',
    { name: 'Book a crossing', format: 'mermaid' },
    { text: expect.stringMatching(/^sequenceDiagram/) },
  ],
  ['diff', { before: 'live@2026.2', after: 'live' }, { counts: { added: expect.any(Number), changed: 2 } }],
  ['diff', { before: 'live', after: 'files' }, { before: 'live', after: 'files' }],
  ['check', {}, including({ rule: 'custom/owned', severity: 'warning' })],
  ['check', { source: 'files' }, { source: 'files' }],
  ['plan', {}, { plan: expect.any(String), landscape: 'Ferry Platform' }],
  ['logs', { limit: 3, entity: 'Booking API' }, { items: expect.anything() }],
  ['events', {}, { total: 0 }],
];

describe.each(Object.keys(VERSIONS) as Version[])('the %s protocol version', (version) => {
  test('negotiates, lists at most 12 tools in less than 12 kB, and answers', async () => {
    const it = await connect(suite.machine(), ['live', '--write'], { version });
    expect(it.client.getNegotiatedProtocolVersion()).toBe(VERSIONS[version]);
    const listed = await it.client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(listed.tools.length).toBeLessThanOrEqual(12);
    const answer = it.lines.find((line) => line.includes('"inputSchema"')) ?? '';
    expect(Buffer.byteLength(answer)).toBeGreaterThan(1000);
    expect(Buffer.byteLength(answer)).toBeLessThan(12_000);
    const { data, text } = await it.call('get', { name: 'Booking API' });
    expect(data).toMatchObject({ name: 'Booking API', type: 'app' });
    expect(JSON.parse(text)).toEqual(data);
    it.disconnect();
    expect([await it.ended, it.process.stderr()]).toEqual([0, '']);
  });
});

describe('a tool', () => {
  test.each(QUESTIONS)('%s answers %j in at most 2,000 tokens, without ids', async (tool, input, part) => {
    const { isError, data, text } = await both.call(tool, input);
    expect({ isError, data }).toMatchObject({ isError: false, data: part });
    expect(tokensOf(text)).toBeLessThanOrEqual(2_000);
    const { cursor: _, ...facts } = data;
    expect(JSON.stringify(facts)).not.toMatch(/"[A-Za-z0-9]{20}"/);
  });

  test('is asked by a question above', () => {
    const asked = new Set(QUESTIONS.map(([tool]) => tool));
    const others = TOOLS.filter(({ name }) => !asked.has(name)).map(({ name }) => name);
    // Its own suite applies plans.
    expect(others).toEqual(['apply']);
  });

  test('draws a picture', async () => {
    for (const input of [{ name: 'Booking Apps' }, { object: 'Booking API', source: 'files' }]) {
      const { content } = await both.call('diagram', { ...input, format: 'picture' });
      expect(content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' });
      const bytes = Buffer.from(content[0]?.data ?? '', 'base64');
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    }
  });

  test('returns ids on request, which commands accept', async () => {
    const { data } = await both.call('get', { name: 'Booking API', ids: true });
    expect(data.id).toMatch(/^[A-Za-z0-9]{20}$/);
    expect((await both.call('get', { name: data.id })).data).toMatchObject({ name: 'Booking API' });
  });

  test('reads changed files again', async () => {
    const machine = suite.machine();
    machine.write('small.yaml', 'objects:\n  - { id: a, name: Alpha, type: actor }\n');
    const it = await connect(machine, ['small.yaml']);
    expect((await it.call('list', { kind: 'object' })).data).toMatchObject({ items: [{ name: 'Alpha' }] });
    machine.write('small.yaml', 'objects:\n  - { id: b, name: Beta, type: actor }\n');
    expect((await it.call('list', { kind: 'object' })).data).toMatchObject({ items: [{ name: 'Beta' }] });
    expect(it.process.requests).toEqual([]);
    it.disconnect();
  });

  test('reads a landscape once for many calls, and answers 200 parallel calls', async () => {
    const it = await connect(suite.machine(), []);
    const calls = Array.from({ length: 200 }, (_, at) =>
      it.call(
        at % 2 === 0 ? 'get' : 'find',
        at % 2 === 0 ? { name: 'Booking API' } : { text: 'booking', kind: 'object' },
      ),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(2);
    expect(it.process.requests.length).toBeLessThan(20);
    it.disconnect();
  });
});

/** Wrong calls, with a part of the error and of its hint. */
const FAULTS: readonly [tool: string, input: Record<string, unknown>, error: RegExp, hint: RegExp][] = [
  ['get', { name: 'Bookng API' }, /has no element "Bookng API"/, /Did you mean "Booking API" \(object\)/],
  ['get', { name: 'zzz', kind: 'flow' }, /has no flow "zzz"/, /the tool "find"/],
  ['get', { nam: 'x' }, /input of "get" is not valid/, /accepts name, kind/],
  ['list', { kind: 'ship' }, /not valid/, /accepts kind/],
  ['find', { text: 'a', maxTokens: 10 }, /not valid/, /maxTokens/],
  ['find', { text: 'a', cursor: 'AAAA' }, /cursor does not belong/, /without a cursor/],
  ['dependencies', { object: 'Booking', question: 'path' }, /needs "to"/, /other object/],
  ['diagram', {}, /either "name" or "object"/, /tool "list"/],
  ['diff', { before: '/etc/passwd', after: 'live' }, /not a side/, /draft:NAME/],
  ['diff', { before: 'live@Nope', after: 'live' }, /Nope/, /./],
  ['diff', { before: 'git:main', after: 'files' }, /git/, /./],
  ['plan', { plan: 'unknown' }, /plan "unknown" is unknown/, /Make a new plan/],
  ['plan', { plan: 'unknown', draft: 'x' }, /cannot be combined/, /Pass only "plan"/],
  [
    'plan',
    { changes: [{ kind: 'object', name: 'Booking API', fields: { captoin: 'x' } }] },
    /no field "captoin"/,
    /"caption"/,
  ],
  ['apply', { plan: 'unknown' }, /plan "unknown" is unknown/, /Make a new plan/],
  ['logs', { since: 'yesterday' }, /neither a time/, /2h/],
  ['logs', { actor: 'Nobody' }, /Nobody/, /./],
  ['events', { id: 'nothing' }, /nothing/, /./],
];

describe('an error', () => {
  test.each(FAULTS)('of %s %j names the next step', async (tool, input, error, hint) => {
    const { isError, data, text } = await both.call(tool, input);
    expect(isError).toBe(true);
    const { message, hint: next } = data.error as { message: string; hint: string };
    expect(message).toMatch(error);
    expect(next).toMatch(hint);
    expect(JSON.parse(text)).toEqual(data);
  });

  test('without a key names the next step, and does not end the server', async () => {
    const machine = suite.machine();
    machine.signOut('default', 'reader', 'revoked');
    const it = await connect(machine, []);
    const { isError, data } = await it.call('find', { text: 'booking' });
    expect({ isError, data }).toMatchObject({
      isError: true,
      data: { error: { hint: expect.stringContaining('archctl auth login') } },
    });
    expect((await it.call('events')).isError).toBe(false);
    it.disconnect();
    expect(await it.ended).toBe(0);
  });
});

describe('the offer', () => {
  const offered = async (...argv: string[]): Promise<string[]> => {
    const machine = suite.machine();
    machine.write('ferry.yaml', FERRY);
    const it = await connect(machine, argv);
    const { tools } = await it.client.listTools();
    it.disconnect();
    return tools.map(({ name }) => name);
  };

  test('has no apply without --write, and no plan and logs without a landscape', async () => {
    const names = TOOLS.map(({ name }) => name);
    expect(await offered('live')).toEqual(names.filter((it) => it !== 'apply'));
    expect(await offered('ferry.yaml')).toEqual(
      names.filter((it) => !['apply', 'plan', 'logs'].includes(it)),
    );
    expect(await offered('ferry.yaml', 'live', '--write')).toEqual(names);
  });

  test('marks apply as destructive, and everything else as read-only', async () => {
    const { tools } = await both.client.listTools();
    for (const { name, annotations } of tools)
      expect(annotations).toMatchObject(
        name === 'apply' ? { readOnlyHint: false, destructiveHint: true } : { readOnlyHint: true },
      );
  });

  test.each([
    [['-'], 'Stdin carries the protocol'],
    [['live@2026.2'], 'the tool "diff"'],
    [['ferry.yaml', '--write'], 'Add the argument "live"'],
    [['--port', '1'], 'Add --http'],
    [['--token-file', 'x'], 'Add --http'],
  ])('rejects %j', async (argv, hint) => {
    const machine = suite.machine();
    machine.write('ferry.yaml', FERRY);
    const ran = await machine.run(['mcp', ...argv]);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(hint);
  });

  test('refuses a terminal, which has no protocol', async () => {
    const ran = await suite.machine().run(['mcp'], { tty: true });
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, '', expect.stringContaining('--http')]);
  });
});
