import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let latest: string;
const LOOKS_LIKE_AN_ID = 'PaymentGatewayV3Main';

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
  await suite.ask(`${latest}/model/objects`, 'POST', {
    name: LOOKS_LIKE_AN_ID,
    type: 'system',
    parentId: suite.ids.root,
  });
});
afterAll(() => suite.close());

const records = async (path: string, key: string): Promise<JsonObject[]> =>
  listOf(await suite.ask(`${latest}/${path}`), key);
const objectId = async (name: string): Promise<string> =>
  textOf(
    (await records('model/objects', 'modelObjects')).find((it) => it.name === name),
    'id',
  );
const idOf = async (path: string, key: string, name: string): Promise<string> =>
  textOf(
    (await records(path, key)).find((it) => it.name === name),
    'id',
  );
const run = (argv: string, data: unknown, ...more: string[]): Promise<RunResult> =>
  here.run([...argv.split(' '), ...more, '--data', '-', '-o', 'json'], {
    stdin: Array.isArray(data) ? data.map((it) => JSON.stringify(it)).join('\n') : JSON.stringify(data),
  });
const app = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  type: 'app',
  parentId: 'Booking',
  ...more,
});

describe('a name in data', () => {
  it('is accepted in fields, lists and objects in fields', async () => {
    const ran = await run(
      'object create',
      app('Data app', {
        parentId: 'booking',
        tagIds: ['Tier 1', 'criticality/tier 2'],
        technologyIds: ['Redis'],
      }),
    );
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.json()).toMatchObject({
      parentId: await objectId('Booking'),
      tagIds: [await idOf('tags', 'tags', 'Tier 1'), await idOf('tags', 'tags', 'Tier 2')],
    });
    const changed = await run('object update', { tagIds: { $remove: ['Tier 1'] } }, 'Data app');
    expect((changed.json() as { tagIds: unknown[] }).tagIds).toHaveLength(1);
  });

  it('is accepted in YAML of diagram content', async () => {
    const made = await here.run([
      'diagram',
      'create',
      'Names in data',
      '--type',
      'app-diagram',
      '--model',
      'Booking',
      '-o',
      'json',
    ]);
    expect(made.code, made.stderr).toBe(0);
    here.write(
      'content.yaml',
      'objects:\n  $add:\n    api: { id: api, modelId: Booking API, x: 0, y: 0, type: app, shape: box }\n',
    );
    const ran = await here.run([
      'diagram',
      'content',
      'update',
      'Names in data',
      '--data',
      '@content.yaml',
      '-o',
      'json',
    ]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.json()).toMatchObject({ objects: { api: { modelId: await objectId('Booking API') } } });
    const [steps, bad] = [{ originId: 'api', targetId: 'booking api' }, { originId: 'nobody at all' }].map(
      (ends) => JSON.stringify([{ id: 'first', description: 'x', ...ends }]),
    );
    const place = ['flow', 'create', 'Steps as data', '--on', 'Names in data', '-o', 'json', '--steps'];
    const flow = await here.run([...place, steps ?? '']);
    // The id of a drawn object stays.
    expect(flow.json()).toMatchObject({
      steps: { first: { originId: 'api', targetId: await objectId('Booking API') } },
    });
    expect((await here.run([...place, bad ?? ''])).error()).toMatchObject({
      details: [expect.stringContaining('steps.first.originId')],
    });
  });

  it('is accepted for the records that lines change, and for others, with one request for each kind', async () => {
    const lines = [1, 2, 3].map((at) => app(`Line ${at}`, { tagIds: ['Tier 1'] }));
    const ran = await run('object create', lines);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
    const changed = await run('object update', [
      { id: 'Line 1', status: 'future' },
      { id: 'Line 2', parentId: 'Boarding' },
    ]);
    expect(changed.json()).toMatchObject([{ status: 'future' }, { parentId: await objectId('Boarding') }]);
    const gone = await run('object delete', [{ id: 'Line 1' }, { id: 'line 2' }, { id: 'Line 3' }], '--yes');
    expect(gone.code, gone.stderr).toBe(0);
  });

  it('is replaced by the id in a dry run', async () => {
    const ran = await run('object create', app('Dry'), '--dry-run');
    expect(ran.stdout).toContain(await objectId('Booking'));
  });

  it('that looks like an id is looked up if no record has this id', async () => {
    const ran = await run('object create', app('Below', { parentId: LOOKS_LIKE_AN_ID }));
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.json()).toMatchObject({ parentId: await objectId(LOOKS_LIKE_AN_ID) });
    const unknown = await run('object create', app('Below', { parentId: 'NobodyHasThisId00000' }));
    expect(unknown.code).not.toBe(0);
  });

  it('is not looked up if all texts look like ids', async () => {
    const ran = await run('object create', app('By id', { parentId: await objectId('Booking') }));
    expect(ran.requests.map(({ method }) => method)).toEqual(['POST']);
  });
});

describe('errors of names in data', () => {
  it('name each line and field, and nothing is sent', async () => {
    const ran = await run('object create', [
      app('Fine'),
      app('Typo', { parentId: 'Bookng', tagIds: ['Tier 1', 'Teir 1'] }),
      app('Again', { parentId: 'Bookng' }),
      app('Child', { parentId: 'Fine' }),
    ]);
    expect(ran.code).toBe(4);
    expect(ran.error().details).toEqual([
      'line 2: parentId: There is no object "Bookng". Did you mean "Booking"?',
      'line 2: tagIds[1]: There is no tag "Teir 1". Did you mean "Tier 1"?',
      'line 3: parentId: There is no object "Bookng". Did you mean "Booking"?',
      'line 4: parentId: There is no object "Fine". Line 1 creates it, but a name can be used only after that. Give that record an "id", and refer to the id.',
    ]);
    expect(ran.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('leave ids of the same data alone, whatever their shape', async () => {
    const ran = await run('object create', [
      app('Outer', { id: 'outer-1' }),
      { name: 'Inner', type: 'component', parentId: 'outer-1' },
    ]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.json()).toMatchObject([{ id: 'outer-1' }, { parentId: 'outer-1' }]);
  });

  it('list the records of an ambiguous name', async () => {
    for (const parentId of ['Booking', 'Boarding']) await run('object create', app('Twin', { parentId }));
    const ran = await run('connection create', {
      name: 'x',
      originId: 'Twin',
      targetId: 'Booking API',
      direction: null,
    });
    expect(ran.code).toBe(2);
    expect(ran.error().details?.join()).toMatch(/originId .*Several records are named "Twin".*Twin/s);
  });

  it('escape control characters', async () => {
    const ran = await here.run([
      'object',
      'create',
      '--data',
      JSON.stringify(app('x', { parentId: 'a\u001b[2J' })),
    ]);
    expect(ran.stderr).toContain('\\x1b[2J');
    expect(ran.stderr).not.toContain('\u001b[2J');
  });
});
