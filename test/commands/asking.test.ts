import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  const objects = `landscapes/${suite.ids.landscape}/versions/latest/model/objects?limit=100`;
  ids = new Map(
    listOf(await suite.ask(objects), 'modelObjects').map((it) => [textOf(it, 'name'), textOf(it, 'id')]),
  );
});
afterAll(() => suite.close());

const idOf = (name: string): string => ids.get(name) ?? name;
const EYES: RunOptions = { tty: true, width: 100 };

const depend = (name: string, argv: readonly string[] = [], options?: RunOptions): Promise<RunResult> =>
  here.run(['object', 'dependencies', idOf(name), '--no-color', ...argv], options);

/** JSON output of a command. */
const json = async (...argv: string[]): Promise<JsonObject[]> => {
  const ran = await here.run([...argv, '-o', 'json']);
  expect(ran).toMatchObject({ code: 0 });
  return ran.json() as JsonObject[];
};

describe('object dependencies', () => {
  it('is a tree of direct dependencies for people, with connections of nested objects folded', async () => {
    const { code, stdout, stderr } = await depend('Booking', [], EYES);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Only direct dependencies are shown; --depth 2 or --depth all shows more.\n',
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((it) => it.replace(/(…|"|, ").*/, ''))).toEqual([
      'Booking  system',
      '├── used by  4 objects, 2 more indirectly',
      '│   ├── Boarding  system  ',
      '│   ├── Fleet Operations  system  2 connections at 2 levels  ',
      '│   ├── Passenger  actor  3 connections at 2 levels  ',
      '│   └── Terminal Agent  actor  ',
      '└── uses  4 objects, 3 more indirectly',
      '    ├── Boarding  system  2 connections at 2 levels  ',
      '    ├── Message Gateway  system  2 connections at 2 levels  ',
      '    ├── Payment Provider  system  3 connections at 3 levels  ',
      '    └── Spare  system  ',
    ]);
    expect(stdout).toContain('"Amends bookings"  HTTPS  (Terminal Agent → Booking Website)\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    for (const id of ids.values()) expect(stdout).not.toContain(id);
  });

  it('expands each object once with --depth all, and lists the others by name', async () => {
    const { stdout, stderr } = await depend('Booking API', ['--depth', 'all'], EYES);
    expect(stderr).toBe('');
    expect(stdout).not.toMatch(/\((again|circle)\)/);
    expect(stdout).toContain('also Booking API, Port Authority (shown elsewhere)');
    const [users = '', uses = ''] = stdout.split('└── uses');
    for (const half of [users, uses]) {
      const shown = half
        .split('\n')
        .flatMap((it) => /[├└]── ([^"]+?) {2}(app|system|actor|store)/.exec(it)?.[1] ?? []);
      expect(new Set(shown).size).toBe(shown.length);
    }
    const wrong = await depend('Booking API', ['--depth', '0']);
    expect(wrong).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining('0 is below 1') });
  });

  it('lifts the other ends to a level', async () => {
    const { stdout, stderr } = await depend('Booking API', ['--level', 'system', '--depth', 'all'], EYES);
    expect(stdout).toMatch(/Boarding {2}system {2}"Publishes.*\(Booking API → Board/);
    expect(stdout).not.toMatch(/ {2}(app|store) {2}(?!in Booking)/);
    expect(stderr).toBe('8 connections inside the surrounding system are not shown.\n');
    const rows = (
      await depend('Booking', ['--level', 'app', '-o', 'json', '--depth', '1'])
    ).json() as JsonObject[];
    expect(rows.map(({ object }) => object)).toContain('Boarding Service');
    const plain = (await depend('Booking', ['-o', 'json', '--depth', '1'])).json() as JsonObject[];
    expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(plain[0] ?? {}));
    const both = await depend('Booking', ['--level', 'app', '--to', 'Passenger']);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--level cannot be combined') });
  });

  it('is limited in depth', async () => {
    const { stdout } = await depend('Booking API', ['--depth', '1', '--direction', 'out'], EYES);
    expect(stdout.trimEnd().split('\n')).toHaveLength(8);
    const rows = (await depend('Booking API', ['--depth', '2', '-o', 'json'])).json() as JsonObject[];
    expect(new Set(rows.map(({ depth }) => depth))).toEqual(new Set([1, 2]));
    const row = rows.find(
      ({ object, direction }) => object === 'Booking Database' && direction === 'outgoing',
    );
    expect(row).toMatchObject({
      depth: 1,
      of: 'Booking API',
      objectId: idOf('Booking Database'),
      path: 'Booking / Booking Database',
      connection: 'Stores bookings',
      inside: null,
      finds: 'first',
    });
  });

  it('counts connections of descendants, and names them', async () => {
    const rows = (
      await depend('Booking', ['--depth', '1', '--direction', 'out', '-o', 'json'])
    ).json() as JsonObject[];
    const inside = rows.filter(({ inside }) => inside !== null);
    expect(inside).toContainEqual(
      expect.objectContaining({ object: 'Payment Provider', of: 'Booking', inside: 'Payment Adapter' }),
    );
    expect(rows.map(({ object }) => object)).not.toContain('Booking Database');
  });

  it('treats the object between two ends as a stop', async () => {
    const argv = ['--direction', 'in', '--depth', '1', '-o', 'json'];
    const names = async (...more: string[]) =>
      ((await depend('Sailing Events', [...argv, ...more])).json() as JsonObject[]).map(
        ({ object }) => object,
      );
    expect(await names()).not.toContain('Boarding Service');
    expect(await names('--via')).toContain('Boarding Service');
  });

  it('is aligned with -o table, also in a pipe', async () => {
    const piped = await depend('Booking API', ['-o', 'table', '--depth', '1'], { env: { COLUMNS: '100' } });
    expect(piped.stdout).toMatch(/^Direction +Depth +Object/);
    expect(piped.stdout).toMatch(/^outgoing +1 +Booking Events +store +Publishes/m);
  });

  it('shows the shortest paths to another object, by names', async () => {
    const to = ['--to', 'Booking/Booking Database'];
    const { stdout } = await depend('Passenger', to, EYES);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      '1  Passenger → Booking Website  "Searches and books"  HTTPS',
      '2  Booking Website → Booking API  "Submits bookings"  HTTPS, GraphQL',
      '3  Booking API → Booking Database  "Stores bookings"',
    ]);
    const rows = (await depend('Passenger', [...to, '-o', 'json'])).json() as JsonObject[];
    expect(rows[0]).toMatchObject({ path: 1, step: 1, from: 'Passenger', toId: idOf('Booking Website') });
    const back = await depend('Booking Database', ['--to', idOf('Passenger'), '-o', 'csv']);
    expect(back.stderr).toContain(
      'No path leads from Booking Database to Passenger; this is the path in the opposite direction.',
    );
    const none = await depend('Booking Database', [
      '--to',
      idOf('Passenger'),
      '--direction',
      'out',
      '-o',
      'json',
    ]);
    expect(none).toMatchObject({ code: 0, stdout: '[]\n' });
    const within = await depend('Booking', ['--to', idOf('Booking API')]);
    expect(within).toMatchObject({ code: 2, stderr: expect.stringContaining('one contains the other') });
  });

  it('writes Mermaid and DOT, which other commands reject', async () => {
    const mermaid = await depend('Booking API', ['--depth', '1', '-o', 'mermaid']);
    expect(mermaid.stdout).toMatch(/^flowchart LR\n/);
    expect(mermaid.stdout).toContain('-->|"Announces sailing changes (AMQP) via Sailing Events"|');
    expect((await depend('Booking API', ['--depth', '1', '-o', 'dot'], EYES)).stdout).toMatch(
      /^digraph \{\n/,
    );
    const refused = await here.run(['object', 'list', '-o', 'mermaid']);
    expect(refused).toMatchObject({ code: 2, requests: [] });
    expect(refused.stderr).toContain('table, json, ndjson, yaml, csv');
    const picked = await depend('Booking API', ['-o', 'dot', '--fields', 'name']);
    expect(picked).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining('--fields') });
  });

  it('writes pictures and graphs, by file extension', async () => {
    for (const [file, start] of [
      ['a.svg', /^<svg |^<\?xml /],
      ['a.png', /^\ufffdPNG/],
      ['a.mmd', /^flowchart/],
      ['a.dot', /^digraph/],
    ] as const) {
      const ran = await depend('Availability Cache', ['--depth', '1', '--out', file]);
      expect(ran).toMatchObject({ code: 0, stderr: `✓ Wrote ${file}.\n` });
      expect(here.read(file)).toMatch(start);
    }
    const svg = here.read('a.svg');
    for (const word of ['Availability Cache', 'Booking API', 'Dependencies']) expect(svg).toContain(word);
    const refused = await depend('Booking API', ['--out', 'a.gif']);
    expect(refused).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining('.svg, .png') });
  });
});

describe('dependency path', () => {
  const path = (...argv: string[]) => here.run(['dependency', 'path', '--no-color', ...argv], EYES);

  it('names the object that contains the end of a connection', async () => {
    const { stdout } = await path('Booking Website', 'Payment Provider', '--limit', '1');
    expect(stdout).toContain('\n   Payment Adapter (in Booking API) → Payment Provider  ');
    expect((await path('Passenger', 'Booking/Booking API', '--limit', '1')).stdout).not.toContain('(in');
    // The end of the last step, and the start of the first.
    expect((await path('Travel App', 'Boarding', '--limit', '9')).stdout).toContain(
      ' → Boarding Service (in Boarding)  ',
    );
    expect((await path('Booking', 'Schedule Database', '--limit', '9')).stdout).toMatch(
      /^1 {2}.* \(in Booking\) → /m,
    );
    const rows = await json('dependency', 'path', 'Booking Website', 'Payment Provider', '--limit', '1');
    expect(rows.map(({ from, of, ofId }) => [from, of, ofId])).toEqual([
      ['Booking Website', 'Booking Website', idOf('Booking Website')],
      ['Booking API', 'Booking API', idOf('Booking API')],
      ['Payment Adapter', 'Booking API', idOf('Booking API')],
    ]);
  });

  it('names containing objects from the start of a path in the opposite direction', async () => {
    const { stdout } = await here.run(
      ['object', 'dependencies', 'Payment Provider', '--to', 'Booking', '--no-color'],
      EYES,
    );
    expect(stdout).toContain('Payment Adapter (in Booking) → Payment Provider');
    expect(stdout).toContain('1  Booking → Payment Provider');
  });

  it('shows routes, shortest first, with parallel connections', async () => {
    const { code, stdout, stderr } = await path('Terminal Agent', 'Payment Provider');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'There are more routes; --limit shows more.\n' });
    const lines = stdout.split('\n');
    expect(lines.slice(0, 8)).toEqual([
      'Terminal Agent → Payment Provider  the first 5 routes, the shortest has 3 steps',
      '',
      '1  Terminal Agent → Boarding  "Loads the ship"',
      '2  Boarding → Booking  "Shares bookings and manifests"',
      '3  Booking → Payment Provider  "Takes payments"  HTTPS',
      '   Booking API (in Booking) → Payment Provider  "Authorises fares"  HTTPS',
      '   Payment Adapter (in Booking) → Payment Provider  "Authorises fares"  HTTPS',
      '',
    ]);
    expect(stdout).toContain('"Announces sailing changes"  AMQP  via Sailing Events');
    const one = await path('Terminal Agent', 'Payment Provider', '--limit', '1');
    expect(one.stdout).toMatch(/ {2}the first route, 3 steps\n/);
  });

  it('has the rows of --to for programs', async () => {
    const rows = await json('dependency', 'path', 'Passenger', 'Booking/Booking Database', '--limit', '1');
    const old = await json('object', 'dependencies', 'Passenger', '--to', 'Booking/Booking Database');
    expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(old[0] ?? {}));
    expect(rows[0]).toMatchObject({ path: 1, step: 1, from: 'Passenger', to: 'Booking Website' });
    const dot = await here.run(['dependency', 'path', 'Passenger', 'Booking', '-o', 'dot']);
    expect(dot.stdout).toMatch(/^digraph \{\n/);
  });

  it('reports a missing path with exit code 8', async () => {
    const ends = ['Booking/Booking Database', 'Passenger'] as const;
    const message =
      'No path leads from Booking Database to Passenger. A path leads in the opposite direction.\n';
    expect(await path(...ends)).toMatchObject({ code: 8, stdout: '', stderr: message });
    const piped = ['dependency', 'path', ...ends];
    expect(await here.run(piped)).toMatchObject({ code: 8, stdout: '', stderr: message });
    expect(await here.run([...piped, '-o', 'json'])).toMatchObject({
      code: 8,
      stdout: '[]\n',
      stderr: message,
    });
    const isolated = await path('Booking Database', 'Terminal Agent', '--limit', '0');
    expect(isolated).toMatchObject({ code: 2, requests: [] });
    expect(await path('Booking', 'Booking API')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('one contains the other'),
    });
    expect((await path('Nothing', 'Passenger')).code).toBe(4);
  });
});

describe('model graph', () => {
  it('draws a diagram with stored positions, or automatically', async () => {
    here.write(
      'graph.yaml',
      `domains: [{ id: d, name: D }]
objects:
  - { id: shop, type: system, name: Shop, domain: d, objects: [{ id: api, type: app, name: API, technologies: [postgresql] }, { id: db, type: store, name: DB }] }
diagrams:
  - { id: apps, name: Apps, type: app-diagram, of: shop, objects: [api, db], layout: { objects: { api: { x: 0, y: 0 }, db: { x: 5000, y: 0 } } } }
`,
    );
    const draw = async (...options: string[]) => {
      const ran = await here.run(['model', 'graph', 'graph.yaml', '--out', 'g.svg', ...options]);
      expect(ran).toMatchObject({ code: 0, requests: [] });
      const svg = here.read('g.svg');
      return { svg, width: Number(/^<svg [^>]*?width="([\d.]+)"/.exec(svg)?.[1]) };
    };
    const stored = await draw('--diagram', 'Apps');
    expect(stored.width).toBeGreaterThan(5000);
    expect(stored.svg).toContain('App · PostgreSQL');
    expect((await draw('--diagram', 'apps', '--auto-layout')).width).toBeLessThan(2000);
    const whole = await draw();
    expect(whole.svg.match(/>graph\.yaml</g)).toHaveLength(2);
    for (const options of [['--auto-layout'], ['--diagram', 'Apps', '--focus', 'API']]) {
      const refused = await here.run(['model', 'graph', 'graph.yaml', ...options]);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--diagram') });
    }
  });
});

describe('object impact', () => {
  it('of an object that nothing uses is two lines', async () => {
    const argv = ['object', 'create', 'Alone', '--type', 'system', '--parent', 'Passenger Travel'];
    expect((await here.run(argv)).code).toBe(0);
    const { stdout } = await here.run(['object', 'impact', 'Alone', '--no-color'], EYES);
    expect(stdout).toBe('Deleting Alone  system\n\nNothing else is affected.\n');
    expect((await here.run(['object', 'delete', 'Alone', '--yes'])).code).toBe(0);
  });

  it('names the affected records by kind for people, and is a list for programs', async () => {
    const argv = ['object', 'impact', 'Booking API'];
    const { stdout, stderr } = await here.run([...argv, '--no-color'], EYES);
    expect(stdout).toMatch(
      /^Deleting Booking API {2}app\n\nUsed by {6}3 objects, 12 more indirectly: Booking Web/,
    );
    expect(stdout).toMatch(
      /\nTeams {8}Travel Experience \(owns Booking API, .* and 9\n {13}more\), Fleet Systems/,
    );
    expect(stdout).toContain('\nFlows        1 updated: Book a crossing (in 5 steps)\n');
    expect(stdout).toMatch(/\nDiagrams {5}1 deleted: Booking API Components\n {13}3 updated: Booking Apps, /);
    expect(stdout).toMatch(/\nDecisions {4}ADR-0001 /);
    expect(stdout).toMatch(/\n\n20 records deleted with it, 10 updated\.\n$/);
    expect(stderr).toBe('-o table lists all records.\n');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    for (const id of ids.values()) expect(stdout).not.toContain(id);
    const deprecated = await here.run([...argv, '--deprecate', '--no-color'], EYES);
    expect(deprecated.stdout).toMatch(/^Deprecating Booking API /);
    expect(deprecated.stdout).toContain('\nFlows        Book a crossing (in 5 steps)\n');
    expect(deprecated.stdout).toMatch(/A deprecation changes no other record\.\n$/);
    expect(deprecated.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    const nothing = await here.run(['object', 'impact', suite.ids.origin, '--deprecate', '-o', 'json']);
    expect(nothing).toMatchObject({ code: 0 });
    const items = await json(...argv);
    const kinds = new Set(items.map(({ kind }) => kind));
    expect([...kinds]).toEqual([
      ...['object', 'connection', 'diagram', 'flow', 'comment', 'draft', 'tag'],
      ...['dependent', 'team', 'decision'],
    ]);
    expect(items.find(({ name }) => name === 'Stores bookings')).toEqual({
      kind: 'connection',
      id: expect.any(String),
      name: 'Stores bookings',
      where: 'Booking API → Booking Database',
      effect: 'deleted',
    });
  });
});

/** Unused ids. */
const [A, B] = ['A', 'B'].map((letter) => letter.repeat(20)) as [string, string];

describe('connection list', () => {
  it('--object lists the incoming and outgoing ones, each once', async () => {
    const id = idOf('Booking API');
    const found = await json('connection', 'list', '--object', id);
    const all = await json('connection', 'list');
    const expected = all.filter(({ originId, targetId }) => [originId, targetId].includes(id));
    expect(new Set(found.map((it) => it.id))).toEqual(new Set(expected.map((it) => it.id)));
    expect(found).toHaveLength(expected.length);
    const live = await json('connection', 'list', '--object', id, '--status', 'live');
    expect(live).toHaveLength(expected.filter(({ status }) => status === 'live').length);
    const cut = await here.run(['connection', 'list', '--object', id, '--limit', '2', '-o', 'ndjson']);
    expect(cut.lines()).toHaveLength(2);
    expect(cut.stderr).toContain('Showing the first 2');
  });

  it('--between lists those of two objects, in both directions', async () => {
    const pair = ['Boarding', 'booking'] as const;
    const names = (await json('connection', 'list', '--between', ...pair)).map(({ name }) => name);
    expect(names).toEqual(['Shares bookings and manifests']);
    expect(await json('connection', 'list', '--between', pair[1], pair[0])).toHaveLength(1);
  });

  it.each([
    [['--between', 'a'], '--between requires 2 values'],
    [['--between', 'a', 'b', 'c'], '--between requires 2 values'],
    [['--between', A, B, '--object', B], 'cannot be combined'],
    [['--object', A, '--origin', B], 'cannot be combined'],
    [['--object', A, '--filter', `originId=${B}`], '--filter'],
  ])('rejects %j', async (argv, told) => {
    const ran = await here.run(['connection', 'list', ...argv]);
    expect(ran).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining(told) });
  });

  it('truncates the two ends last', async () => {
    const { stdout } = await here.run(['connection', 'list', '--no-color'], { tty: true, width: 50 });
    expect(stdout.split('\n')[1]).toMatch(/^(Name +)?Origin +Target$/);
    expect(stdout).toMatch(/^(Stores bookings +)?Booking API +Booking Database$/m);
  });
});

describe('flow show', () => {
  it('numbers the steps, and indents paths', async () => {
    const { stdout } = await here.run(['flow', 'show', suite.ids.flow, '--no-color'], EYES);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('Book a crossing');
    expect(lines).toContain(' 4      Booking API → Booking Database  "Stores the booking as confirmed."');
    expect(lines).toContain('      path  Card declined');
  });

  it('has data with names and ids, and a sequence diagram', async () => {
    const steps = await json('flow', 'show', suite.ids.flow);
    expect(steps.find(({ number }) => number === 5)).toMatchObject({
      origin: 'Booking API',
      originId: idOf('Booking API'),
      via: 'Booking Events',
      targetId: idOf('Notification Worker'),
      depth: 2,
    });
    const { stdout } = await here.run(['flow', 'show', suite.ids.flow, '-o', 'mermaid']);
    expect(stdout).toMatch(/^sequenceDiagram\n/);
    expect(stdout).toContain('participant p1 as Passenger\n');
    expect((await here.run(['flow', 'show', suite.ids.flow, '-o', 'dot'])).code).toBe(2);
  });
});

describe('search', () => {
  it('finds all kinds, best first, with their locations', async () => {
    const found = await json('search', 'booking api');
    expect(found[0]).toEqual({
      kind: 'object',
      name: 'Booking API',
      path: 'Booking / Booking API',
      matched: 'name',
      fit: 'exact',
      type: 'app',
      id: idOf('Booking API'),
    });
    expect(found[1]).toMatchObject({
      kind: 'diagram',
      fit: 'prefix',
      path: 'Booking API / Booking API Components',
    });
  });

  it.each([
    ['Stores bookings', 'connection', 'Booking API → Booking Database'],
    ['book a crossing', 'flow', 'Booking Apps / Book a crossing'],
    ['stale', 'comment', 'Booking Apps'],
    ['personal data', 'tag', / \/ Personal data$/],
    ['frequent', 'draft', 'Frequent traveller points'],
    ['passenger travel', 'domain', 'Passenger Travel'],
    ['postgres', 'technology', 'PostgreSQL'],
  ])('finds %j, a %s', async (text, kind, path) => {
    const found = await json('search', text, '--kind', kind);
    expect(found[0]).toMatchObject({ kind });
    expect(found[0]?.path).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
  });

  it('omits unused technologies, and stops at the limit', async () => {
    expect(await json('search', 'harbour bus', '--kind', 'technology')).toEqual([]);
    const cut = await here.run(['search', 'e', '--limit', '3']);
    expect(cut.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(cut.stderr).toContain('Showing the first 3');
    const none = await here.run(['search', 'zzzz'], EYES);
    expect(none).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing found for "zzzz".') });
  });
});
