import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let latest: string;

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
});
afterAll(() => suite.close());

const json = async (argv: readonly string[]): Promise<JsonObject> => {
  const ran = await here.run([...argv, '-o', 'json']);
  expect(ran).toMatchObject({ code: 0 });
  return ran.json() as JsonObject;
};

describe('version revert', () => {
  const live = async () =>
    listOf(await suite.ask(`${latest}/tag-groups`), 'tagGroups').map(({ handleId }) => handleId);

  it('asks first, and does nothing without a confirmation', async () => {
    const made = await suite.ask(`${latest}/tag-groups`, 'POST', { name: 'Too new', icon: 'bug', index: 1 });
    const { handleId } = made.tagGroup as JsonObject;
    const revert = ['version', 'revert', suite.ids.snapshot];
    const unasked = await here.run([...revert, '-o', 'json']);
    expect(unasked.code).toBe(2);
    expect(unasked.error()).toMatchObject({ kind: 'usage', hint: expect.stringContaining('--yes') });
    const refused = await here.run(revert, {
      tty: true,
      answers: [{ ask: 'confirm', message: 'evert', answer: false }],
    });
    expect(refused.code).toBe(130);
    expect(unasked.requests).toEqual([]);
    expect(new Set(refused.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(await live()).toContain(handleId);

    const done = await json([...revert, '--yes', '--notes', 'Undo the failed import']);
    expect(done).toMatchObject({ notes: 'Undo the failed import', landscapeId: suite.ids.landscape });
    expect(await live()).not.toContain(handleId);
  });

  it('continues after a yes, with generated notes', async () => {
    const ran = await here.run(['version', 'revert', suite.ids.snapshot, '-o', 'json'], {
      tty: true,
      answers: [{ ask: 'confirm', message: 'Revert the live model', answer: true }],
    });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain(`Reverted to version ${suite.ids.snapshot}`);
  });

  it('names the version in its notes, if the version has a name', async () => {
    const { version } = await suite.ask(`landscapes/${suite.ids.landscape}/versions/${suite.ids.snapshot}`);
    const name = textOf(version, 'name');
    const done = await json(['version', 'revert', name, '--yes']);
    expect(done).toMatchObject({ notes: `Reverted to version ${name} with archctl.` });
  });

  it('requires notes of ten characters', async () => {
    const ran = await here.run([
      'version',
      'revert',
      suite.ids.snapshot,
      '--yes',
      '--notes',
      'short',
      '-o',
      'json',
    ]);
    expect(ran.code).toBe(2);
    expect(ran.error().details).toEqual([expect.stringContaining('--notes')]);
    expect(ran.requests).toEqual([]);
  });
});

describe('connection create', () => {
  const ends = () => ['--origin', suite.ids.origin, '--target', suite.ids.target];

  it('sends every option, and reads the record back', async () => {
    const made = await json([
      ...[
        'connection',
        'create',
        '--name',
        'Sends',
        ...ends(),
        '--direction',
        'bidirectional',
        '--status',
        'future',
      ],
      ...['--description', 'Orders', '--label', 'a=1', '--label', 'b=x=y', '--handle-id', 'MyHandle'],
    ]);
    expect(made).toMatchObject({
      ...{ name: 'Sends', originId: suite.ids.origin, targetId: suite.ids.target, status: 'future' },
      ...{
        direction: 'bidirectional',
        description: 'Orders',
        labels: { a: '1', b: 'x=y' },
        handleId: 'MyHandle',
      },
    });
    const read = await suite.ask(`${latest}/model/connections/${textOf(made, 'id')}`);
    expect(read.modelConnection).toEqual(made);
  });

  it('sends null for --direction none', async () => {
    const ran = await here.run([
      'connection',
      'create',
      '--name',
      'x',
      ...ends(),
      '--direction',
      'none',
      '-o',
      'json',
    ]);
    expect(ran.json()).toMatchObject({ direction: null });
    expect(JSON.parse(String(ran.requests[0]?.body))).toMatchObject({ direction: null });
  });

  it('reads a body from file, stdin or text, with options over it', async () => {
    const { origin, target } = suite.ids;
    const yaml = `name: From data\noriginId: ${origin}\ntargetId: ${target}\ndirection: null\nlabels: {a: data, b: data}\n`;
    here.write('body.yaml', yaml);
    const over = ['--name', 'From option', '--direction', 'outgoing', '--label', 'b=option', '-o', 'json'];
    const expected = { name: 'From option', direction: 'outgoing', labels: { a: 'data', b: 'option' } };
    for (const [data, stdin] of [
      ['@body.yaml', ''],
      ['-', yaml],
      [yaml, ''],
    ] as const) {
      const ran = await here.run(['connection', 'create', '--data', data, ...over], { stdin });
      expect(ran).toMatchObject({ code: 0 });
      expect(ran.json()).toMatchObject(expected);
    }
  });

  it('lists each wrong field, by field and option, and sends nothing', async () => {
    const ran = await here.run(['connection', 'create', '--data', '{extra: 1}', '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.requests).toEqual([]);
    const details = ran.error().details ?? [];
    for (const part of ['--name', '--origin', '--target', 'extra']) {
      expect(details.filter((detail) => detail.includes(part))).toHaveLength(1);
    }
  });

  it.each(['@no-such-file.json', '[1, 2]', '{"a":', 'plain words'])('rejects --data %s', async (data) => {
    const ran = await here.run(['connection', 'create', '--data', data, '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.requests).toEqual([]);
  });
});

describe('flow create', () => {
  it('stores a list of steps by their ids', async () => {
    const { origin, target, diagram } = suite.ids;
    const steps = [
      { id: 'first', description: 'Orders', originId: origin, targetId: target, type: 'outgoing' },
      { description: 'Thinks', originId: target, targetId: target, type: 'self-action' },
    ];
    here.write('steps.json', JSON.stringify(steps));
    const argv = ['flow', 'create', '--name', 'Order', '--diagram', diagram, '--steps', '@steps.json'];
    const made = await json([
      ...argv,
      '--show-all-steps',
      '--pinned-at',
      '2026-03-01T00:00:00.000Z',
      '--pinned-index',
      '2',
    ]);
    expect(made).toMatchObject({ name: 'Order', showAllSteps: true, pinnedIndex: 2 });
    const made2 = Object.values(made.steps as Record<string, JsonObject>).sort(
      (a, b) => Number(a.index) - Number(b.index),
    );
    expect(made2).toMatchObject(steps.map((step, index) => ({ ...step, index })));
    expect((await suite.ask(`${latest}/flows/${textOf(made, 'id')}`)).flow).toEqual(made);
  });

  it('rejects invalid steps', async () => {
    const argv = ['flow', 'create', '--name', 'Order', '--diagram', suite.ids.diagram, '-o', 'json'];
    const ran = await here.run([...argv, '--steps', '[{"type": "jump"}]']);
    expect(ran.code).toBe(2);
    expect(ran.error().details?.join()).toContain('type');
    const date = await here.run([...argv, '--pinned-at', 'yesterday']);
    expect(date.error().details).toEqual([expect.stringContaining('--pinned-at')]);
  });
});

describe('user update', () => {
  const users = async () =>
    (await suite.ask(`organizations/${suite.ids.organization}/users`)).organizationUsers as Record<
      string,
      JsonObject
    >;

  it('changes permission and access', async () => {
    const { user, landscape, smallest } = suite.ids;
    const argv = [
      'user',
      'update',
      user,
      '--permission',
      'read',
      '--landscape-permission',
      `${landscape}=false`,
    ];
    const changed = await json([...argv, '--landscape-permission', `${smallest}=true`]);
    expect(changed).toEqual({
      permission: 'read',
      landscapePermissions: { [landscape]: false, [smallest]: true },
    });
    expect((await users())[user]).toMatchObject(changed);
  });

  it('keeps the last admin, and rejects unknown values', async () => {
    const [admin = ''] =
      Object.entries(await users()).find(([, { permission }]) => permission === 'admin') ?? [];
    expect((await here.run(['user', 'update', admin, '--permission', 'read'])).code).toBe(5);
    expect((await here.run(['user', 'update', admin, '--landscape-permission', 'X=maybe'])).code).toBe(2);
    expect((await users())[admin]).toMatchObject({ permission: 'admin' });
  });
});

describe('landscape duplicate', () => {
  it('makes a copy, logged with the created records as children', async () => {
    const { landscape } = suite.ids;
    const copy = await json(['landscape', 'duplicate', landscape, '--name', 'Spike', '--scheduled-versions']);
    expect(copy).toMatchObject({
      name: 'Spike',
      scheduledVersions: true,
      organizationId: suite.ids.organization,
    });
    const all = (await here.run(['landscape', 'list', '-o', 'json'])).json();
    expect(all).toContainEqual(copy);
    const argv = ['logs', 'list', '--type', 'landscape-duplicate', '--limit', '1', '-o', 'json'];
    const [log] = (await here.run(argv)).json() as JsonObject[];
    const children = (
      await here.run(['logs', 'children', textOf(log, 'id'), '-o', 'json'])
    ).json() as JsonObject[];
    expect(children.length).toBeGreaterThan(30);
    expect(new Set(children.map(({ landscapeId }) => landscapeId))).toEqual(new Set([copy.id]));
  });
});

describe('lists', () => {
  it.each([
    [
      ['technology', 'list', '--provider', 'aws,azure', '--type', 'message-broker'],
      /^(aws|azure)$/,
      'provider',
    ],
    [['diagram', 'list', '--type', 'app-diagram'], /^app-diagram$/, 'type'],
    [['draft', 'list', '--status', 'merged', '--status', 'archived'], /^(merged|archived)$/, 'status'],
  ])('%j filters', async (argv, pattern, key) => {
    const rows = (await json(argv)) as unknown as JsonObject[];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row[key]).toMatch(pattern);
    const all = (await json(argv.slice(0, 2))) as unknown as JsonObject[];
    expect(all.length).toBeGreaterThan(rows.length);
  });

  it('stop at --limit with a notice; --fields and --query shape them', async () => {
    const ran = await here.run(['technology', 'list', '--limit', '2', '-o', 'json', '--fields', 'name,id']);
    expect(ran.stderr).toContain('Showing the first 2');
    expect((ran.json() as JsonObject[]).map((row) => Object.keys(row))).toEqual([
      ['name', 'id'],
      ['name', 'id'],
    ]);
    const count = await here.run(['technology', 'list', '-o', 'json', '--query', 'length(@)']);
    expect(count.json()).toBeGreaterThanOrEqual(40);
    expect(count.stderr).toBe('');
    const slip = await here.run(['technology', 'list', '-o', 'json', '--query', '[?']);
    expect(slip).toMatchObject({ code: 2, requests: [] });
  });

  it('keep unknown fields, in json and yaml', async () => {
    const made = await suite.ask(`${latest}/diagrams/${suite.ids.diagram}`);
    const { bodyOfBytes } = await import('../../src/client/send/wire.js');
    const grown = { diagram: { ...(made.diagram as JsonObject), type: 'hologram', brandNew: { deep: [1] } } };
    const transport: typeof suite.service.transport = async (request) => ({
      ...(await suite.service.transport(request)),
      body: bodyOfBytes(new TextEncoder().encode(JSON.stringify(grown))),
    });
    const ran = await here.run(['diagram', 'get', suite.ids.diagram, '-o', 'json'], { transport });
    expect(ran.json()).toEqual(grown.diagram);
    const yaml = await here.run(['diagram', 'get', suite.ids.diagram, '-o', 'yaml'], { transport });
    expect(yaml.stdout).toMatch(/brandNew:\n\s+deep:\n\s+- 1/);
  });

  it('accept the plural of their noun', async () => {
    for (const noun of [
      'landscapes',
      'diagrams',
      'technologies',
      'versions',
      'templates',
      'drafts',
      'flows',
    ]) {
      expect((await here.run([noun, 'list'])).code, noun).toBe(0);
    }
  });
});

describe('the scope of a command', () => {
  it('comes from option, environment, project file and profile, in this order', async () => {
    const { ids } = suite;
    const fresh = suite.machine();
    const landscapeOf = async (argv: string[], env = {}) => {
      const ran = await fresh.run(['diagram', 'list', ...argv], { env });
      return ran.requests[0]?.url.pathname.split('/')[3];
    };
    expect(await landscapeOf([])).toBe(ids.landscape);
    fresh.write('.archctl.json', JSON.stringify({ landscape: 'FromProject000000000' }));
    expect(await landscapeOf([])).toBe('FromProject000000000');
    expect(await landscapeOf([], { ARCHCTL_LANDSCAPE: 'FromEnv0000000000000' })).toBe('FromEnv0000000000000');
    expect(
      await landscapeOf(['--landscape', 'FromFlag000000000000'], {
        ARCHCTL_LANDSCAPE: 'FromEnv0000000000000',
      }),
    ).toBe('FromFlag000000000000');
  });

  it('is a usage error with all four remedies if missing, and a picker on a terminal', async () => {
    const fresh = suite.machine();
    await fresh.run(['profile', 'unset', 'landscape']);
    const ran = await fresh.run(['diagram', 'list', '-o', 'json']);
    expect(ran.code).toBe(2);
    for (const way of [
      '--landscape',
      'ARCHCTL_LANDSCAPE',
      '.archctl.json',
      'archctl profile set landscape',
    ]) {
      expect(ran.stderr).toContain(way);
    }
    const picked = await fresh.run(['diagram', 'list', '--no-color'], {
      tty: true,
      answers: [
        { ask: 'select', message: 'Which landscape', answer: suite.ids.landscape },
        {
          ask: 'confirm',
          message: 'Save "Ferry Platform" as the default of profile "default"?',
          answer: false,
        },
      ],
    });
    expect(picked.code).toBe(0);
  });
});
