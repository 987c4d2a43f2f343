import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import type { Operation } from '../../src/contract/operation.js';
import { comments } from '../../src/contract/resources/comment.js';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { PIXEL } from '../commands/catalog-cases.js';
import { MODEL_DOCUMENT } from '../commands/exchange-cases.js';
import { SECRET, type TestWorld, testWorld } from './world.js';

const PLACES = { ARCHCTL_ORG: 'ORG1', ARCHCTL_LANDSCAPE: 'LAND1', ARCHCTL_LANDSCAPE_VERSION: 'VER1' };
const ROOT = 'https://api.example.com/v1';

const bodyOf = (it: TestWorld, index = 0): unknown => JSON.parse(String(it.requests[index]?.body));

/** Commands that open an editor. */
const NEEDING_A_TERMINAL = ['flow edit'];
const commands = (
  await Promise.all(
    REGISTRY.commands.map(async (entry) => [entry.path.join(' '), (await entry.load()).default] as const),
  )
).flatMap(([name, spec]) =>
  spec.operation && !NEEDING_A_TERMINAL.includes(name) ? [[name, spec, spec.operation] as const] : [],
);

describe('--dry-run', () => {
  /** Commands that send another request before their own. */
  const FIRST: Readonly<Record<string, Operation>> = {
    'diagram export': diagrams.get,
    'comment update': comments.get,
  };
  const pattern = ({ path }: Operation): RegExp =>
    new RegExp(`^${ROOT.replaceAll('.', '\\.')}${path.replace(/\{\w+\}/g, '[A-Za-z0-9_-]+')}(\\?.*)?$`);

  test.each(commands)(
    '%s prints its request without the key and sends nothing',
    async (name, spec, operation) => {
      const it = testWorld({ env: PLACES });
      writeFileSync(join(it.directory, 'logo.png'), PIXEL);
      writeFileSync(join(it.directory, 'model.yaml'), MODEL_DOCUMENT);
      const words = spec.examples[0]?.line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
      const argv = words.slice(1).map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
      // Its own address would differ from that of the environment.
      const own = argv.indexOf('--base-url');
      if (own !== -1) argv.splice(own, 2);
      // The last position is the only value that archctl must read.
      if (spec.options.index?.fallback === 'last' && !argv.includes('--data')) argv.push('--index', '0');
      expect(await it.run(...argv, '--dry-run', '-o', 'json'), it.stderr()).toBe(0);
      expect(it.requests).toEqual([]);
      const printed = it.json() as {
        method: string;
        url: string;
        headers: Record<string, string>;
        body?: unknown;
      };
      const candidates = [operation, ...(spec.alsoPerforms ?? []), ...(FIRST[name] ? [FIRST[name]] : [])];
      const match = candidates.find(({ method }) => method === printed.method);
      expect(match, printed.method).toBeDefined();
      expect(
        candidates.some((one) => pattern(one).test(printed.url)),
        printed.url,
      ).toBe(true);
      expect(printed.headers.authorization).toBe('ApiKey [redacted]');
      expect(it.stdout() + it.stderr()).not.toContain(SECRET);
      if (match === operation && operation.body && !operation.bodyOptional)
        expect(printed.body).toBeTypeOf('object');
      // The output does not claim that something was done.
      expect(it.stderr()).not.toContain('✓');
    },
  );

  test('a body that is not JSON is shown unchanged, and secrets are redacted', async () => {
    const text = testWorld({ stdin: 'plain text' });
    expect(await text.run('api', 'POST', 'things', '--input', '-', '--dry-run', '-o', 'json')).toBe(0);
    expect(text.json().body).toBe('plain text');
    const secret = testWorld();
    const words = [
      'api',
      'POST',
      'things?token=hush-hush',
      '-f',
      'secret=hush-hush',
      '-f',
      'name=x',
      '--dry-run',
    ];
    expect(await secret.run(...words, '-o', 'json')).toBe(0);
    expect(secret.json()).toMatchObject({ body: { name: 'x' } });
    expect(secret.stdout()).not.toContain('hush-hush');
    expect(secret.requests).toEqual([]);
  });
});

describe('the path', () => {
  const get = async (argv: string[], env: Record<string, string> = {}) => {
    const it = testWorld({ env, reply: () => ({ json: { diagram: { id: 'D', name: 'N' } } }) });
    expect(await it.run('diagram', 'get', ...argv, '-o', 'json'), it.stderr()).toBe(0);
    return it.requests.map(({ url }) => url.href.slice(ROOT.length));
  };

  test('is built from arguments and scope', async () => {
    expect(await get(['D1', '--landscape', 'L1'])).toEqual(['/landscapes/L1/versions/latest/diagrams/D1']);
    expect(await get(['D1', '--landscape', 'L1', '--landscape-version', 'V1'], PLACES)).toEqual([
      '/landscapes/L1/versions/V1/diagrams/D1',
    ]);
    expect(await get(['D1'], PLACES)).toEqual(['/landscapes/LAND1/versions/VER1/diagrams/D1']);
  });

  test('an id stays one segment', async () => {
    expect(await get(['a/../b?x#y', '--landscape', '%2e%2e'])).toEqual([
      '/landscapes/%252e%252e/versions/latest/diagrams/a%2F..%2Fb%3Fx%23y',
    ]);
    const it = testWorld({ env: PLACES });
    expect(await it.run('diagram', 'get', '..', '-o', 'json')).toBe(2);
    expect(it.requests).toEqual([]);
  });

  test('a missing scope is a usage error that lists all four ways to set it', async () => {
    const landscapes = ['Shop', 'Bank'].map((name) => ({ id: name, name }));
    const it = testWorld({ env: { ARCHCTL_ORG: 'O' }, reply: () => ({ json: { landscapes } }) });
    expect(await it.run('diagram', 'list', '-o', 'json')).toBe(2);
    const { kind, hint = '' } = it.error();
    expect(kind).toBe('usage');
    expect(hint).toMatch(/^Available: "Shop", "Bank"\.\n/);
    expect(
      hint
        .split('\n')
        .slice(2)
        .map((line) => line.trim()),
    ).toEqual([
      '--landscape NAME',
      'ARCHCTL_LANDSCAPE=NAME in the environment',
      '"landscape": "NAME" in an .archctl.json in this directory or above',
      'archctl profile set landscape NAME',
    ]);
    expect(it.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('or a picker on a terminal; a single choice needs no prompt', async () => {
    const landscapes = [
      { id: 'L1', name: 'Shop' },
      { id: 'L2', name: 'Bank' },
    ];
    const it = testWorld({
      answers: [{ ask: 'select', message: 'Which landscape?', answer: 'Bank' }],
      reply: ({ url }) => {
        if (url.pathname.endsWith('/organizations'))
          return { json: { organizations: [{ id: 'O', name: 'Only' }] } };
        return { json: url.pathname.endsWith('/landscapes') ? { landscapes } : { diagrams: [] } };
      },
    });
    expect(await it.run('diagram', 'list', '-o', 'json'), it.stderr()).toBe(0);
    expect(it.requests.map(({ url }) => url.pathname)).toEqual([
      '/v1/organizations',
      '/v1/organizations/O/landscapes',
      '/v1/landscapes/L2/versions/latest/diagrams',
    ]);
  });
});

describe('the body', () => {
  const create = ['connection', 'create', '--landscape', 'L'];
  const whole = ['--name', 'Sends', '--origin', 'A', '--target', 'B', '--direction', 'outgoing'];
  const reply = () => ({
    status: 201,
    json: { modelConnection: { id: 'C', name: 'Sends', extra: { kept: 1 } } },
  });

  test('contains every option at its field', async () => {
    const it = testWorld({ reply });
    const more =
      '--via V --status live --description D --tag T1 --tag T2 --technology X --label a=1 --label b=2 --commit 7 --handle-id H';
    expect(await it.run(...create, ...whole, ...more.split(' '), '-o', 'json'), it.stderr()).toBe(0);
    expect(bodyOf(it)).toEqual({
      name: 'Sends',
      originId: 'A',
      targetId: 'B',
      direction: 'outgoing',
      viaId: 'V',
      status: 'live',
      description: 'D',
      tagIds: ['T1', 'T2'],
      technologyIds: ['X'],
      labels: { a: '1', b: '2' },
      commit: 7,
      handleId: 'H',
    });
    // Fields that only the service knows are kept.
    expect(it.json()).toMatchObject({ id: 'C', extra: { kept: 1 } });
  });

  test('direction none is null', async () => {
    const it = testWorld({ reply });
    expect(await it.run(...create, ...whole.with(-1, 'none'), '-o', 'json'), it.stderr()).toBe(0);
    expect(bodyOf(it)).toMatchObject({ direction: null });
  });

  test('options override --data, and labels are merged', async () => {
    const it = testWorld({ reply });
    const data =
      'name: Other\norigin: 1\noriginId: A\ntargetId: B\ndirection: outgoing\nlabels: {a: "0", c: "3"}\ntagIds: [T]\n';
    writeFileSync(join(it.directory, 'body.yaml'), data.replace('origin: 1\n', ''));
    const argv = [...create, '--data', '@body.yaml', '--name', 'Sends', '--label', 'a=1', '-o', 'json'];
    expect(await it.run(...argv), it.stderr()).toBe(0);
    expect(bodyOf(it)).toEqual({
      name: 'Sends',
      originId: 'A',
      targetId: 'B',
      direction: 'outgoing',
      labels: { a: '1', c: '3' },
      tagIds: ['T'],
    });
  });

  test('an error names the field and the option, and nothing is sent', async () => {
    const it = testWorld();
    expect(await it.run(...create, '--name', 'x', '--direction', 'none', '-o', 'json')).toBe(2);
    const { details = [] } = it.error();
    expect(details.map((detail) => detail.split(': ')[0])).toEqual([
      'originId (--origin)',
      'targetId (--target)',
    ]);
    expect(it.requests).toEqual([]);
    const nested = testWorld({ env: PLACES });
    expect(await nested.run('draft', 'comment', 'D', '--entity', 'E', '-o', 'json')).toBe(2);
    expect(nested.error().details?.join()).toContain('task');
    const unknown = testWorld();
    expect(await unknown.run(...create, ...whole, '--data', '{"nope":1}', '-o', 'json')).toBe(2);
    expect(unknown.error().details?.join()).toContain('nope');
    expect([...nested.requests, ...unknown.requests]).toEqual([]);
  });

  test('an empty update is rejected with a list of possible changes', async () => {
    const it = testWorld({ env: PLACES });
    expect(await it.run('keys', 'update', 'K', '-o', 'json')).toBe(2);
    expect(it.error()).toMatchObject({
      message: 'There is nothing to change.',
      hint: 'Use at least one of --name, --permission.',
    });
    expect(it.requests).toEqual([]);
  });

  test('a comment gets the first status of its type', async () => {
    const it = testWorld({ env: PLACES, reply: () => ({ json: { task: { id: 'T' } } }) });
    const argv = ['draft', 'comment', 'D', '--entity', 'E', '--content', 'Why?', '--mention', 'U'];
    expect(await it.run(...argv, '--dry-run', '-o', 'json'), it.stderr()).toBe(0);
    expect((it.json() as { body: { task: unknown } }).body.task).toMatchObject({
      type: 'draft-comment-create',
      entityId: 'E',
      props: { mentionedUserIds: ['U'], body: { content: 'Why?', type: 'question', status: 'open' } },
    });
  });
});

describe('lists', () => {
  const page = (url: URL) => {
    const cursor = url.searchParams.get('cursor');
    const start = cursor === null ? 0 : Number(cursor);
    const catalogTechnologies = [start, start + 1].map((id) => ({ id: `t${id}`, name: `T${id}` }));
    return { json: { catalogTechnologies, ...(start < 4 ? { nextCursor: String(start + 2) } : {}) } };
  };
  const list = async (...argv: string[]) => {
    const it = testWorld({ reply: ({ url }) => page(url) });
    expect(await it.run('technology', 'list', ...argv, '-o', 'json'), it.stderr()).toBe(0);
    return { it, ids: (it.json() as unknown as { id: string }[]).map(({ id }) => id) };
  };

  test('contain all pages', async () => {
    const { it, ids } = await list();
    expect(ids).toEqual(['t0', 't1', 't2', 't3', 't4', 't5']);
    expect(it.requests).toHaveLength(3);
    expect(it.stderr()).toBe('');
  });

  test.each([
    ['1', 1, 1, ''],
    ['2', 2, 2, ''],
    ['5', 5, 3, ' of 6'],
  ])('--limit %s stops early and reports it', async (limit, count, requests, of) => {
    const { it, ids } = await list('--limit', limit);
    expect(ids).toHaveLength(count);
    expect(it.requests).toHaveLength(requests);
    expect(it.stderr()).toBe(`Showing the first ${limit}${of}; --limit shows more.\n`);
  });

  test('--sort reads all of them, and --limit keeps the first in that order', async () => {
    for (const format of ['json', 'ndjson']) {
      const it = testWorld({ reply: ({ url }) => page(url) });
      expect(await it.run('technology', 'list', '--sort', 'id:desc', '--limit', '2', '-o', format)).toBe(0);
      expect(it.stdout()).toMatch(/^[^5]*t5[^4]*t4[^3]*$/);
      expect(it.requests).toHaveLength(3);
      expect(it.stderr()).toBe('Showing the first 2 of 6; --limit shows more.\n');
    }
    const it = testWorld({ reply: ({ url }) => page(url) });
    expect(await it.run('technology', 'list', '--sort', 'ide', '-o', 'json')).toBe(2);
    expect(it.error()).toMatchObject({ kind: 'usage', hint: expect.stringContaining('Did you mean "id"?') });
  });

  test('no notice if nothing was omitted, nor with -q', async () => {
    expect((await list('--limit', '6')).it.stderr()).toBe('');
    expect((await list('--limit', '3', '-q')).it.stderr()).toBe('');
  });

  test('filters become query parameters', async () => {
    const { it } = await list('--type', 'data-storage,message-broker', '--provider', 'aws', '--limit', '1');
    const query = decodeURIComponent(it.requests[0]?.url.search ?? '');
    expect(query).toMatch(/filter\[type\].*data-storage/);
    expect(query).toMatch(/filter\[type\].*message-broker/);
    expect(query).toMatch(/filter\[provider\].*aws/);
  });
});

describe('irreversible commands', () => {
  const revert = ['version', 'revert', 'VER1', '--landscape', 'L', '-o', 'json'];
  const reply = () => ({ json: { versionRevert: { id: 'R', versionId: 'VER1' } } });

  test('need --yes without a terminal', async () => {
    const it = testWorld();
    expect(await it.run(...revert)).toBe(2);
    expect(it.error().hint).toContain('--yes');
    expect(it.requests).toEqual([]);
    const yes = testWorld({ reply });
    expect(await yes.run(...revert, '--yes'), yes.stderr()).toBe(0);
    expect(bodyOf(yes)).toEqual({ versionId: 'VER1', notes: 'Reverted to version VER1 with archctl.' });
  });

  test('ask on a terminal, and a no sends nothing', async () => {
    const rebase = ['draft', 'rebase', 'D1', '--landscape', 'L', '-o', 'json'];
    const message =
      'Let the draft "Plan" (D1) overwrite the changes made since in the landscape "Shop" (L): nothing changes?';
    const reply = () => ({
      json: { draft: { id: 'D1', name: 'Plan' }, landscape: { id: 'L', name: 'Shop' }, actionLogs: [] },
    });
    const no = testWorld({ answers: [{ ask: 'confirm', message, answer: false }], reply });
    expect(await no.run(...rebase)).not.toBe(0);
    expect(no.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    const yes = testWorld({ answers: [{ ask: 'confirm', message, answer: true }], reply });
    expect(await yes.run(...rebase), yes.stderr()).toBe(0);
    expect(yes.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  });
});
