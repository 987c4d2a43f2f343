import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { Answer } from '../support/terminal.js';
import type { RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

const UNKNOWN_ID = 'NobodyHasThisId00000';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const run = (argv: string[], options?: RunOptions) => suite.machine().run(argv, options);

/** Confirmation of a command; the answer is no. */
async function question(
  argv: string[],
  message: RegExp,
  { ask, answer }: Answer = { ask: 'confirm', answer: false },
): Promise<string[]> {
  const ran = await run([...argv, '-o', 'json'], {
    tty: true,
    answers: [{ ask, message, answer }],
  });
  expect(ran.code, ran.stderr).toBe(130);
  expect(ran.stderr).toContain('Nothing was changed.');
  return ran.requests.map(({ method }) => method);
}

const made = async (body: JsonObject): Promise<string> =>
  textOf(
    (await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', body)).landscape,
    'id',
  );

/** A landscape from a template, with a snapshot of it. */
async function versioned() {
  const landscape = await made({ name: 'Shop', templateId: suite.ids.template });
  const body = { name: 'First', notes: 'As it began.', modelHandleId: null };
  const { version } = await suite.ask(`landscapes/${landscape}/versions`, 'POST', body);
  const objects = (await suite.ask(`landscapes/${landscape}/versions/latest/model/objects`)).modelObjects;
  return { landscape, version: textOf(version, 'id'), objects: objects as JsonObject[] };
}

describe('landscape', () => {
  test('create returns the new landscape of a template', async () => {
    const { template } = suite.ids;
    const ran = await run(['landscape', 'create', '--name', 'Quays', '--template', template, '-o', 'json']);
    expect(ran.json()).toMatchObject({ name: 'Quays', scheduledVersions: false });
    const { id } = ran.json() as JsonObject;
    const shown = (
      await run(['landscape', 'get', String(id), '--counts', '-o', 'json'])
    ).json() as JsonObject;
    expect(shown).toMatchObject({
      versionNames: ['Current'],
      counts: { domain: 1, 'model object': 7, 'model connection': 5, diagram: 1 },
    });
  });

  test('get reads only the list of versions, unless it must count', async () => {
    const ran = await run(['landscape', 'get', suite.ids.landscape, '--no-color'], { tty: true });
    expect(ran.requests).toHaveLength(2);
    expect(ran.stdout).toMatch(/2026\.1/);
    expect(ran.stdout).not.toMatch(/Model object/i);
  });

  test('delete lists its effects, by name and in numbers, before it asks', async () => {
    const { landscape } = await versioned();
    const asked = await question(
      ['landscape', 'delete', landscape],
      /^Delete the landscape "Shop" \(2 versions; the live version with 1 diagram, 1 domain, 5 model connections and 7 model objects\)\? This cannot be undone\. Type "Shop" to confirm:$/,
      { ask: 'input', answer: '' },
    );
    expect(new Set(asked)).toEqual(new Set(['GET']));
    const done = await run(['landscape', 'delete', landscape, '--yes', '-o', 'json']);
    expect(done).toMatchObject({ code: 0 });
    expect(done.requests.map(({ method }) => method)).toEqual(['DELETE']);
    expect(done.json()).toEqual({ id: landscape });
    expect((await run(['landscape', 'get', landscape])).code).toBe(4);
  });

  test.each([
    ['landscape', 'delete', UNKNOWN_ID],
    ['version', 'delete', UNKNOWN_ID],
    ['version', 'revert', UNKNOWN_ID],
  ])('%s %s of a wrong id is reported before a prompt', async (...argv) => {
    const ran = await run([...argv, '-o', 'json'], { tty: true, answers: [] });
    expect(ran.code).toBe(4);
    expect(ran.error()).toMatchObject({ kind: 'not-found' });
  });

  test('search shows results with their locations', async () => {
    const { landscape } = await versioned();
    const search = ['landscape', 'search', '--landscape', landscape, '-o', 'csv'];
    const rows = async (...more: string[]) => (await run([...search, ...more])).stdout.trimEnd().split('\n');
    expect(await rows('api', '--type', 'app', '--fields', 'type,name,where')).toEqual([
      'type,name,where',
      'app,API,Web application / Web Application',
    ]);
    const [, connection] = await rows('reads', '--fields', 'type,name,where');
    expect(connection).toBe('connection,Reads and writes,API → Database');
    expect(await rows('context', '--fields', 'name,where')).toContain(
      'Web application Context,Web application',
    );
    const typed = await rows('web', '--type', 'system,root', '--fields', 'type');
    expect(new Set(typed.slice(1))).toEqual(new Set(['system', 'root']));
  });

  test('search for machines is one request, and returns the response', async () => {
    const ran = await run(['landscape', 'search', 'booking', '--max-results', '3', '-o', 'json']);
    expect(ran.requests).toHaveLength(1);
    const results = ran.json() as JsonObject[];
    expect(results).toHaveLength(3);
    for (const it of results) expect(Object.keys(it).sort()).toEqual(['id', 'name', 'score', 'type']);
    const nothing = await run(['landscape', 'search', 'submarine', '--no-color'], { tty: true });
    expect(nothing.stdout + nothing.stderr).toContain('Nothing found for "submarine".');
  });

  test('thumbnail writes the picture into a file', async () => {
    const machine = suite.machine();
    const ran = await machine.run([
      'landscape',
      'thumbnail',
      suite.ids.landscape,
      '--out',
      'it.png',
      '-o',
      'json',
    ]);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.json()).toMatchObject({ path: 'it.png', thumbnail: { name: 'Ferry Platform Context' } });
  });
});

describe('version', () => {
  test('delete shows its name, that of the landscape, and the effects', async () => {
    const { landscape, version } = await versioned();
    await question(
      ['version', 'delete', version, '--landscape', landscape],
      /^Delete the version "First" with .*7 model objects.* of the landscape "Shop"\?$/,
    );
    const ran = await run(['version', 'delete', version, '--landscape', landscape, '--yes', '-o', 'json']);
    expect(ran.json()).toEqual({ id: version });
    const left = (
      await run(['version', 'list', '--landscape', landscape, '-o', 'json'])
    ).json() as JsonObject[];
    expect(left.map(({ tags }) => tags)).toEqual([['latest']]);
  });

  test('revert lists by kind what is restored, changed and deleted', async () => {
    const { landscape, version, objects } = await versioned();
    const at = `landscapes/${landscape}/versions/latest`;
    const named = (name: string) => String(objects.find((it) => it.name === name)?.id);
    await suite.ask(`${at}/model/objects/${named('API')}`, 'PATCH', { name: 'Interface' });
    await suite.ask(`${at}/tag-groups`, 'POST', { name: 'New', icon: 'bug', index: 0 });
    const asked = ['version', 'revert', version, '--landscape', landscape];
    await question(
      asked,
      /^Revert the live model of the landscape "Shop" to the version "First": 1 model object changes; 1 tag group is deleted\?$/,
    );
    const done = await run([...asked, '--yes', '-o', 'json']);
    expect(done.requests.map(({ method }) => method)).toEqual(['POST']);
    await question(asked, /: only the content of diagrams changes\?$/);
  });

  test('list is filtered by name and tag', async () => {
    const list = async (...more: string[]) =>
      (await run(['version', 'list', '-o', 'json', ...more])).json() as JsonObject[];
    expect((await list('--name-exact', '2026.1')).map(({ name }) => name)).toEqual(['2026.1']);
    expect((await list('--name', '26.1')).map(({ name }) => name)).toEqual(['2026.1']);
    expect(await list('--name-exact', '26.1')).toEqual([]);
    expect((await list('--tag', 'latest')).map(({ tags }) => tags)).toEqual([['latest']]);
    expect((await list('--limit', '1')).length).toBe(1);
  });
});
