import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../support/mcp-client.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { KINDS, stable } from './comparable-records.js';

/** Names that occur several times in one domain: a "Database" in each system, and the same names at several levels. */

let suite: CommandSuite;
let machine: Machine;
let landscape: string;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** Two domains with the same names in each: "Database" in both systems, and a component with its app's name. */
const domain = (key: string): string => `  - id: ${key}
    name: ${key}
    objects:
      - id: ${key}-ship
        name: Shipping
        type: system
        objects:
          - { id: ${key}-ship-db, name: Database, type: store, caption: Parcels }
          - { id: ${key}-ship-api, name: API, type: app, objects: [{ id: ${key}-ship-api-part, name: API, type: component }] }
      - id: ${key}-bill
        name: Billing
        type: system
        objects:
          - { id: ${key}-bill-db, name: Database, type: store, caption: Invoices }
          - { id: ${key}-bill-api, name: API, type: app, objects: [{ id: ${key}-bill-api-part, name: API, type: component }] }
`;
const MODEL = `domains:
${domain('north')}${domain('south')}connections:
  - { id: one, name: Reads, origin: north-ship-api, target: north-ship-db, direction: outgoing }
  - { id: two, name: Reads, origin: north-bill-api, target: north-bill-db, direction: outgoing }
  - { id: three, name: Reads, origin: south-bill-api-part, target: south-ship-db, direction: outgoing }
`;

const latest = (): string => `landscapes/${landscape}/versions/latest`;

async function everything(): Promise<unknown> {
  const found: JsonObject[] = [];
  for (const [path, key] of Object.entries(KINDS))
    found.push(...listOf(await suite.ask(`${latest()}/${path}`), key));
  return stable(found);
}

/** Objects as paths from the domain on, with their captions. */
async function paths(): Promise<string[]> {
  const objects = listOf(await suite.ask(`${latest()}/model/objects`), 'modelObjects');
  const byId = new Map(objects.map((it) => [textOf(it, 'id'), it]));
  const pathOf = (it: JsonObject | undefined): string =>
    it === undefined ? '' : `${pathOf(byId.get(`${it.parentId}`))}/${it.name}`;
  return objects.map((it) => `${pathOf(it)}${it.caption ? ` (${it.caption})` : ''}`).sort();
}

async function done(line: readonly string[]) {
  const ran = await machine.run([...line, '--no-color']);
  expect([line, ran.code, ran.stdout + ran.stderr]).toEqual([line, 0, ran.stdout + ran.stderr]);
  return ran;
}

/** Steps that change more than labels. */
async function planned(...files: string[]): Promise<unknown[]> {
  const plan = (await done(['model', 'plan', ...files, '-o', 'json'])).json() as { steps: JsonObject[] };
  return plan.steps.filter(({ does }) => does !== 'adopt');
}

beforeEach(async () => {
  machine = suite.machine();
  const { org } = machine.profiles().profiles.default ?? {};
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', {
    name: 'Names',
  });
  landscape = textOf(made.landscape, 'id');
  machine.signIn({ baseUrl: 'http://127.0.0.1:4010/v1/', ...(org && { org }), landscape });
});

describe('a landscape with names that occur several times in one domain', () => {
  let before: string[];
  beforeEach(async () => {
    machine.write('first.yaml', MODEL);
    await done(['model', 'apply', 'first.yaml', '--yes']);
    await done(['model', 'pull', '--out', 'model.yaml']);
    before = await paths();
  });

  it('is pulled, valid, and planned without changes', async () => {
    await done(['model', 'validate', 'model.yaml', '--strict']);
    expect(await planned('model.yaml', '--prune')).toEqual([]);
    await done(['model', 'drift', 'model.yaml']);
    await done(['model', 'apply', 'model.yaml', '--yes']);
    expect(await paths()).toEqual(before);
  });

  it('is edited by path, applied and undone: each object keeps its identity', async () => {
    await done(['model', 'apply', 'model.yaml', '--yes']);
    const first = await everything();
    const edit = (...line: string[]) => done(['model', ...line, '--model', 'model.yaml', '--yes']);
    await edit('rename', 'object:north/Billing/Database', 'Ledger');
    await edit('move', 'object:south/Shipping/Database', '--to', 'object:south/Billing');
    const ran = await done(['model', 'apply', 'model.yaml', '--yes', '--prune']);
    expect(ran.stderr).toMatch(/Object "Database": another object has the same name under the same parent/);
    const moved = (it: string): string =>
      it
        .replace('/north/Billing/Database', '/north/Billing/Ledger')
        .replace('/south/Shipping/Database', '/south/Billing/Database');
    expect(await paths()).toEqual(before.map(moved).sort());
    expect(await planned('model.yaml', '--prune')).toEqual([]);
    await done(['model', 'drift', 'model.yaml']);
    await done(['undo', '--yes']);
    expect(await everything()).toEqual(first);
  });

  it('keeps captions with their objects when two namesakes swap their parents', async () => {
    const text = machine.read('model.yaml');
    const swapped = text
      .replace('caption: Parcels', 'caption: X')
      .replace('caption: Invoices', 'caption: Parcels');
    machine.write('model.yaml', swapped.replace('caption: X', 'caption: Invoices'));
    await done(['model', 'apply', 'model.yaml', '--yes', '--prune']);
    expect((await paths()).filter((it) => it.includes('/north/') && it.includes('Database'))).toEqual([
      '/north/Billing/Database (Parcels)',
      '/north/Shipping/Database (Invoices)',
    ]);
    expect(await planned('model.yaml', '--prune')).toEqual([]);
  });
});

describe('a name that occurs twice under one parent', () => {
  const create = (...more: string[]) => machine.run(['object', 'create', ...more, '--no-color']);
  const warnings = ({ stderr }: { stderr: string }): string[] =>
    stderr
      .replace(/\n {2,}/g, ' ')
      .split('\n')
      .filter((it) => it.startsWith('warning:'));

  beforeEach(async () => {
    machine.write('first.yaml', MODEL);
    await done(['model', 'apply', 'first.yaml', '--yes']);
  });

  const idAt = async (path: string): Promise<string> =>
    textOf((await done(['object', 'get', path, '-o', 'json'])).json() as JsonObject, 'id');

  it('is created with a warning that names the other object, its author and date', async () => {
    const id = await idAt('north/Billing/Database');
    const ran = await create('Database', '--type', 'store', '--parent', 'north/Billing');
    expect(ran.code).toBe(0);
    expect(warnings(ran)).toEqual([
      expect.stringMatching(
        new RegExp(
          `Object "Database": another object has the same name under the same parent \\(Invoices, created by your API key on \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d, id ${id}\\)`,
        ),
      ),
    ]);
    // The list that resolved the parent is enough.
    expect(ran.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('takes one small request on a terminal if the parent is an id, and none in a script or a dry run', async () => {
    const parent = await idAt('north/Billing');
    const line = ['Database', '--type', 'store', '--parent', parent];
    const dry = await create(...line, '--dry-run');
    expect([dry.requests, warnings(dry)]).toEqual([[], []]);
    const script = await create(...line);
    expect([script.requests.map(({ method }) => method), warnings(script)]).toEqual([['POST'], []]);
    const person = await machine.run(['object', 'create', ...line, '--no-color'], { tty: true });
    expect(warnings(person)).toHaveLength(1);
    const paths = person.requests.map(({ url }) => decodeURIComponent(`${url}`));
    expect(paths.filter((it) => it.includes('filter[name]=Database'))).toHaveLength(1);
    const named = await create('Database', '--type', 'store', '--parent', 'north/Billing', '--dry-run');
    expect(warnings(named)).toHaveLength(1);
    expect(named.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('gets no warning under another parent, and none for another name', async () => {
    const ran = await create('Database', '--type', 'component', '--parent', 'north/Billing/API');
    expect([ran.code, warnings(ran)]).toEqual([0, []]);
    const other = await create('Archive', '--type', 'store', '--parent', 'north/Billing');
    expect([other.code, warnings(other)]).toEqual([0, []]);
  });

  it('gets a warning from upsert, update and bulk, for each record', async () => {
    const upsert = ['object', 'upsert', 'AAAAAAAAAAAAAAAAAAAA', '--name', 'Database', '--type', 'store'];
    expect(warnings(await machine.run([...upsert, '--parent', 'south/Billing', '--no-color']))).toHaveLength(
      1,
    );
    const renamed = await machine.run(['object', 'update', 'north/Shipping/API', '--name', 'Database']);
    expect(warnings(renamed)).toHaveLength(1);
    const untouched = await machine.run(['object', 'update', 'south/Shipping/API', '--caption', 'x']);
    expect([untouched.code, warnings(untouched)]).toEqual([0, []]);
    const lines = [
      { name: 'Cache', type: 'store', parentId: 'south/Shipping' },
      { name: 'Cache', type: 'store', parentId: 'south/Shipping' },
      { name: 'Database', type: 'store', parentId: 'south/Shipping' },
    ];
    machine.write('lines.ndjson', lines.map((it) => `${JSON.stringify(it)}\n`).join(''));
    const bulk = await machine.run(['object', 'create', '--data', '@lines.ndjson', '--no-color']);
    expect(bulk.code, bulk.stderr).toBe(0);
    expect(warnings(bulk).map((it) => it.split(':')[1])).toEqual([' Object "Cache"', ' Object "Database"']);
  });

  it('gets a warning for an identical connection only', async () => {
    const ends = ['north/Shipping/API/API', 'north/Shipping/Database', '--name'];
    const line = (...more: string[]) => machine.run(['connection', 'create', ...ends, ...more, '--no-color']);
    expect(warnings(await line('Asks'))).toEqual([]);
    expect(warnings(await line('Asks', '--direction', 'bidirectional'))).toEqual([]);
    expect(warnings(await line('Asks'))).toEqual([
      expect.stringContaining('Connection "Asks": another connection has the same name, ends and direction'),
    ]);
  });

  it('is pulled, planned without changes, and reported by validate as a warning', async () => {
    await create('Database', '--type', 'store', '--parent', 'north/Billing', '--caption', 'Another');
    await done(['model', 'pull', '--out', 'model.yaml']);
    expect((await done(['model', 'validate', 'model.yaml'])).stdout).toContain('name/duplicate');
    expect(await planned('model.yaml', '--prune')).toEqual([]);
  });

  it('is ambiguous, with path, caption, author and date of each match', async () => {
    await create('Database', '--type', 'store', '--parent', 'north/Billing', '--caption', 'Another');
    const ran = await machine.run(['object', 'get', 'north/Billing/Database', '-o', 'json']);
    const { hint = '' } = ran.error();
    expect(hint).toMatch(
      / {2}\w+ {2}north\/Billing\/Database \(by id only\)\n {6}Invoices, created by your API key on \d/,
    );
    expect(hint).toMatch(
      / {2}\w+ {2}north\/Billing\/Database \(by id only\)\n {6}Another, created by your API key on \d/,
    );
  });

  it('is ambiguous for agents, with the same facts, and a plan of a second one has a warning', async () => {
    await create('Solo', '--type', 'store', '--parent', 'north/Billing');
    const agent = await connect(machine, ['live', '--write']);
    const asked = await agent.call('get', { name: 'Database' });
    const text = JSON.stringify(asked);
    expect(text).toMatch(/Shipping\/Database, in north, Parcels, created by your API key on \d{4}/);
    expect(text).toMatch(/Billing\/Database, in south, Invoices, created by your API key on \d{4}/);
    const change = { kind: 'object', name: 'Solo', fields: { name: 'Database' } };
    const planned = JSON.stringify(await agent.call('plan', { changes: [change] }));
    expect(planned).toContain('another object has the same name under the same parent');
    agent.disconnect();
    expect(await agent.ended).toBe(0);
  });
});
