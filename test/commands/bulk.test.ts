import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../src/client/send/wire.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let machine: Machine;
beforeEach(async () => {
  suite = await openCommandSuite();
  machine = suite.machine();
});
afterEach(() => suite.close());

const run = (line: string, options?: RunOptions): Promise<RunResult> => machine.run(line.split(' '), options);
const ndjson = (records: readonly JsonObject[]): string =>
  records.map((it) => `${JSON.stringify(it)}\n`).join('');
const systems = (count: number, more: (at: number) => JsonObject = () => ({})): JsonObject[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `Bulk ${at}`,
    type: 'system',
    parentId: suite.ids.root,
    ...more(at),
  }));
const objects = async (): Promise<JsonObject[]> =>
  listOf(await suite.ask(`landscapes/${suite.ids.landscape}/versions/latest/model/objects`), 'modelObjects');
const bulkNames = async (): Promise<string[]> =>
  (await objects())
    .map((it) => textOf(it, 'name'))
    .filter((name) => name.startsWith('Bulk '))
    .sort();
const namesOf = (records: readonly JsonObject[]): string[] => records.map((it) => textOf(it, 'name')).sort();

/** A network that loses the response to every nth write, after the service has carried it out. */
const losing = (every: number): Send => {
  let writes = 0;
  return async (request) => {
    const response = await suite.service.transport(request);
    if (request.method === 'GET') return response;
    writes += 1;
    if (writes % every !== 0) return response;
    throw Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
  };
};

describe('create', () => {
  test('creates each line, in a few requests at a time, and prints results in order', async () => {
    const records = systems(25);
    machine.write('systems.ndjson', ndjson(records));
    const ran = await run('object create --data @systems.ndjson --description Bulk -o json');
    expect(ran.code, ran.stderr).toBe(0);
    const made = ran.json() as JsonObject[];
    expect(made.map(({ name }) => name)).toEqual(records.map(({ name }) => name));
    expect(made.every(({ description }) => description === 'Bulk')).toBe(true);
    expect(await bulkNames()).toEqual(namesOf(records));
  });

  test('reads lines from stdin, and a list', async () => {
    const piped = await run('object create --data - -o ndjson', { stdin: ndjson(systems(3)) });
    expect(piped.lines().map((it) => (it as JsonObject).name)).toEqual(['Bulk 0', 'Bulk 1', 'Bulk 2']);
    const list = await run('object create --data - -o json', { stdin: JSON.stringify(systems(2)) });
    expect(list.json()).toHaveLength(2);
    expect(await bulkNames()).toHaveLength(5);
  });

  test('prints the error of a line once', async () => {
    const line = { name: 'Bulk', type: 'system', parentId: 'Nobody00000000000000' };
    const ran = await run('object create --data - -o json', { stdin: ndjson([line]) });
    expect(ran.code).toBe(5);
    const [detail = ''] = ran.error().details ?? [];
    expect(detail.split('Nobody00000000000000')).toHaveLength(2);
  });

  test('validates all of them before the first is sent, and names the lines', async () => {
    const wrong = ndjson([
      { name: 'Bulk', type: 'system', parentId: 'Nobody00000000000000' },
      { name: 'Bulk' },
      { nope: 1 },
    ]);
    const ran = await run('object create --data - -o json', { stdin: wrong });
    expect(ran.code).toBe(2);
    expect(ran.error().details?.map((it) => it.split(' (')[0])).toEqual(
      [
        'line 2: type',
        'line 2: parentId',
        'line 3: name',
        'line 3: type',
        'line 3: parentId',
        'line 3: nope: is not a valid field',
      ].map((it) => expect.stringContaining(it) as unknown as string),
    );
    expect(ran.requests).toEqual([]);
    const torn = await run('object create --data - -o json', { stdin: '{"name":"a"}\n{"name":\n' });
    expect(torn.error().details).toEqual(['line 2: is not JSON']);
    expect([torn.code, torn.requests]).toEqual([2, []]);
  });

  test('creates none twice if responses are lost', async () => {
    const records = systems(20);
    const ran = await run('object create --data - --retries 5 -o json', {
      stdin: ndjson(records),
      transport: losing(3),
    });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.json()).toHaveLength(20);
    expect(await bulkNames()).toEqual(namesOf(records));
  });

  test('saves failed lines to be repeated, and none is created twice', async () => {
    const records = systems(6, (at) => (at === 2 ? { parentId: 'NobodyHasThisId00000' } : {}));
    const first = await run('object create --data - --failures left.ndjson -o json', {
      stdin: ndjson(records),
    });
    expect(first.code).toBe(5);
    expect(first.error()).toMatchObject({ kind: 'refused', hint: 'The failed lines are in left.ndjson.' });
    expect(first.error().message).toBe('5 of 6 model objects created, 1 failed.');
    expect(first.error().details).toEqual([expect.stringMatching(/^line 3: .*parentId/)]);
    expect(first.json()).toHaveLength(5);
    expect(machine.read('left.ndjson')).toBe(ndjson(records.slice(2, 3)));

    // Every response is lost, each time: created records are identified by the saved id.
    const lost = ndjson(systems(4, (at) => ({ name: `Bulk again ${at}` })));
    const second = await run('object create --data - --failures left.ndjson -o json', {
      stdin: lost,
      transport: losing(1),
    });
    expect(second.error().message).toBe('0 of 4 model objects created, the result of 4 is unknown.');
    const third = await run('object create --data @left.ndjson --failures left.ndjson -o json');
    expect(third.code, third.stderr).toBe(0);
    expect(machine.read('left.ndjson')).toBe('');
    expect((await bulkNames()).filter((name) => name.startsWith('Bulk again'))).toHaveLength(4);
  });

  test('passes failed lines to the next program, and nothing else', async () => {
    const records = systems(3, (at) => (at === 1 ? { parentId: 'NobodyHasThisId00000' } : {}));
    const options = { stdin: ndjson(records) };
    const ran = await run('object create --data - --failures - -o ndjson', options);
    expect([ran.code, ran.stdout]).toEqual([5, ndjson(records.slice(1, 2))]);
    expect(ran.error().hint).toBe('The failed lines are on stdout.');
    const screen = await run('object create --data - --failures - -o json', { ...options, tty: true });
    expect([screen.code, screen.requests]).toEqual([2, []]);
  });

  test('waits for a record that an earlier line creates', async () => {
    const chain = Array.from({ length: 6 }, (_, at) => ({
      id: `ChainedObject${at}000000`,
      name: `Bulk ${at}`,
      type: at === 0 ? 'system' : at === 1 ? 'app' : 'component',
      parentId: at === 0 ? suite.ids.root : at === 1 ? 'ChainedObject0000000' : 'ChainedObject1000000',
    }));
    const ran = await run('object upsert --data - --concurrency 6 -o json', { stdin: ndjson(chain) });
    expect(ran.code, ran.stderr).toBe(0);
    expect((ran.json() as JsonObject[]).map(({ id }) => id)).toEqual(chain.map(({ id }) => id));
  });

  test('sends records without PUT once, whatever the result', async () => {
    const tags = [{ name: 'Bulk', task: { type: 'draft-diagram-delete', entityId: suite.ids.diagram } }];
    const stdin = ndjson(tags.flatMap(({ task }) => [{ task }, { task }]));
    const ran = await run(`draft add-task ${suite.ids.draft} --data - -o json`, {
      stdin,
      transport: losing(1),
    });
    expect(ran.error().message).toContain('the result of 2 is unknown');
    expect(ran.error()).toHaveProperty('hint', expect.stringContaining('or they are created twice'));
    expect(ran.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });
});

describe('update, upsert and delete', () => {
  const made = async (count: number): Promise<JsonObject[]> => {
    const ran = await run('object create --data - -o json', { stdin: ndjson(systems(count)) });
    return ran.json() as JsonObject[];
  };

  test('identify the record in each line', async () => {
    const records = await made(3);
    const changes = ndjson(records.map(({ id }, at) => ({ id, name: `Bulk new ${at}` })));
    const updated = await run('object update --data - --status deprecated -o json', { stdin: changes });
    expect(updated.code, updated.stderr).toBe(0);
    expect((updated.json() as JsonObject[]).map(({ name, status }) => [name, status])).toEqual(
      [0, 1, 2].map((at) => [`Bulk new ${at}`, 'deprecated']),
    );
    // Complete records, as a list prints them.
    const gone = await run('object delete --data - --yes -o json', { stdin: ndjson(records) });
    expect(gone.code, gone.stderr).toBe(0);
    expect((gone.json() as JsonObject[]).map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    expect(await bulkNames()).toEqual([]);
  });

  test('a delete asks once, with all cascades, also for a single line', async () => {
    const [parent, other] = (await made(2)).map((it) => textOf(it, 'id'));
    const app = { name: 'App', type: 'app', parentId: parent };
    const child = textOf(
      (await suite.ask(`landscapes/${suite.ids.landscape}/versions/latest/model/objects`, 'POST', app))
        .modelObject,
      'id',
    );
    machine.write('gone.ndjson', ndjson([{ id: parent }, { id: other }]));
    const asked = await run('object delete --data @gone.ndjson -o json', {
      tty: true,
      answers: [
        {
          ask: 'confirm',
          message: 'Delete 2 model objects with 1 model object in the landscape "Ferry Platform"?',
          answer: false,
        },
      ],
    });
    expect(asked.stderr).toContain('Nothing was changed.');
    const without = await run('object delete --data - -o json', { stdin: ndjson([{ id: other }]) });
    expect([without.code, without.requests]).toEqual([2, []]);
    // The parent cascades to the child, so that the missing child is not a failure.
    const both = ndjson([{ id: parent }, { id: child }]);
    const ran = await run('object delete --data - --yes --concurrency 1 -o json', { stdin: both });
    expect(ran.code, ran.stderr).toBe(0);
    const one = await run('object delete --data - --yes -o json', { stdin: ndjson([{ id: other }]) });
    expect(one.json()).toMatchObject([{ id: other }]);
  });

  test('a delete with a lost response is done', async () => {
    const records = await made(4);
    const ran = await run('object delete --data - --yes -o json', {
      stdin: ndjson(records),
      transport: losing(2),
    });
    expect(ran.code, ran.stderr).toBe(0);
    expect(await bulkNames()).toEqual([]);
  });

  test('reject missing and additional fields', async () => {
    const nothing = await run('object update -o json');
    expect(nothing.error().message).toBe('No record was given.');
    const both = await run(`object update ${suite.ids.origin} --data - -o json`, {
      stdin: ndjson([
        { id: 'a', name: 'x' },
        { id: 'b', name: 'y' },
      ]),
    });
    expect(both.error().message).toBe('An id cannot be combined with --data that contains many records.');
    const labels = await run('object update --data - --label a=b -o json', {
      stdin: ndjson([{ id: 'a', name: 'x' }]),
    });
    expect(labels.error().message).toBe('--label supports one record at a time.');
    const empty = await run('object update --data - -o json', {
      stdin: ndjson([{ id: 'a' }, { name: 'x' }]),
    });
    expect(empty.error().details).toEqual(['line 1: There is nothing to change', 'line 2: id: is required']);
    for (const ran of [nothing, both, labels, empty]) expect([ran.code, ran.requests]).toEqual([2, []]);
  });
});

test('Ctrl-C prints what was done, and saves the rest', async () => {
  const stop = new AbortController();
  let writes = 0;
  const transport: Send = async (request) => {
    const response = await suite.service.transport(request);
    writes += 1;
    if (writes === 5) stop.abort();
    return response;
  };
  const records = systems(12);
  const ran = await run('object create --data - --concurrency 1 --failures left.ndjson -o json', {
    stdin: ndjson(records),
    signal: stop.signal,
    transport,
  });
  expect(ran.code).toBe(130);
  expect(ran.error().message).toMatch(/^Interrupted: \d of 12 model objects created, .*\d not sent\.$/);
  const left = machine.read('left.ndjson').trimEnd().split('\n');
  expect((ran.json() as JsonObject[]).length + left.length).toBe(12);
  const rest = await run('object create --data @left.ndjson -o json');
  expect(rest.code, rest.stderr).toBe(0);
  expect(await bulkNames()).toEqual(namesOf(records));
});

test('lines that cannot be saved at the end are printed, with the ids of possible records', async () => {
  const network = losing(1);
  const transport: Send = async (request) => {
    // The path of the file becomes occupied during the run.
    rmSync(join(machine.cwd, 'left.ndjson'), { recursive: true, force: true });
    mkdirSync(join(machine.cwd, 'left.ndjson'), { recursive: true });
    return network(request);
  };
  const ran = await run('object create --data - --retries 0 --failures left.ndjson -o json', {
    stdin: ndjson(systems(2)),
    transport,
  });
  expect(ran.code).toBe(5);
  expect(ran.error()).toHaveProperty('hint', expect.stringContaining('could not be saved: Cannot write'));
  const made = (await objects()).filter(({ name }) => String(name).startsWith('Bulk ')).map(({ id }) => id);
  const sent = ran.error().details?.map((it) => /\(sent as (\w+)\)/.exec(it)?.[1]);
  expect(sent?.sort()).toEqual(made.sort());
});

test('a rejected key ends the run', async () => {
  const ran = await run('object create --data - --concurrency 1 -p revoked -o json', {
    stdin: ndjson(systems(50)),
  });
  expect(ran.code).toBe(3);
  expect(ran.error().message).toBe('0 of 50 model objects created, 1 failed, 49 not sent.');
  expect(ran.requests).toHaveLength(1);
});
