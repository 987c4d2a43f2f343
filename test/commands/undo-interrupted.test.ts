import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Send } from '../../src/client/send/wire.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { KINDS, stable } from './comparable-records.js';

/** After an interruption, `archctl undo` restores and counts exactly the changes that reached the service. */

let suite: CommandSuite;
let machine: Machine;
let document: string;
beforeEach(async () => {
  suite = await openCommandSuite();
  machine = suite.machine();
  // Requests to a service on this machine are not paced.
  const { org, landscape } = machine.profiles().profiles.default ?? {};
  machine.signIn({ baseUrl: 'http://127.0.0.1:4010/v1/', ...(org && landscape && { org, landscape }) });
  const pulled = await machine.run(['model', 'pull', '--out', 'model.yaml']);
  expect(pulled.code, pulled.stderr).toBe(0);
  document = machine.read('model.yaml');
});
afterEach(() => suite.close());

/** The records of the version by id, for comparisons. */
async function records(): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const [path, key] of Object.entries(KINDS)) {
    const answer = await suite.ask(`landscapes/${suite.ids.landscape}/versions/latest/${path}`);
    for (const record of listOf(answer, key)) found.set(textOf(record, 'id'), stable(record) as JsonObject);
  }
  return found;
}

/** Number of records that differ. */
async function changedSince(before: ReadonlyMap<string, JsonObject>): Promise<number> {
  const now = await records();
  return [...before].filter(([id, record]) => JSON.stringify(now.get(id)) !== JSON.stringify(record)).length;
}

const person = (line: string, options: RunOptions = {}): Promise<RunResult> =>
  machine.run([...line.split(' '), '--no-color'], { tty: true, ...options });

const rows = async (): Promise<JsonObject[]> =>
  (await machine.run(['undo', '--list', '-o', 'json'])).json() as JsonObject[];

/** A document that changes captions; its apply also labels every record. */
function editCaptions(caption: string): void {
  machine.write('model.yaml', document.replace(/caption: .*/g, `caption: ${caption}`));
}

const WRITES = 40;

/** A network that calls `at` with the write of this number, before the service answers it. */
function atWrite(number: number, at: (forward: () => ReturnType<Send>) => ReturnType<Send>): Send {
  let writes = 0;
  return (request) => {
    if (request.method !== 'GET') writes += 1;
    const forward = () => suite.service.transport(request);
    return writes === number && request.method !== 'GET' ? at(forward) : forward();
  };
}

const journal = (): string => {
  const directory = join(machine.state, 'undo');
  return join(directory, readdirSync(directory).sort().at(-1) ?? '');
};

/** Stops an apply at a write: its journal remains as it was at that moment. */
async function killApply(number = WRITES): Promise<void> {
  const stop = new AbortController();
  let kept = '';
  const transport = atWrite(number, async (forward) => {
    await forward();
    kept = readFileSync(journal(), 'utf8');
    stop.abort();
    throw stop.signal.reason;
  });
  const ran = await person('model apply model.yaml --yes', { transport, signal: stop.signal });
  expect(ran.code).toBe(130);
  writeFileSync(journal(), kept, { mode: 0o600 });
}

/** Undoes the last change; the version is then as before, and the messages count what was changed. */
async function undoes(before: ReadonlyMap<string, JsonObject>, changed: number, row = 0): Promise<void> {
  expect(changed).toBeGreaterThan(5);
  expect((await rows())[row]).toMatchObject({ records: changed, undone: false });
  const shown = await person('undo --show');
  expect(shown.stdout).toContain(`: ${changed} to update\n`);
  expect(shown.stdout).not.toContain('Cannot be restored');
  const undone = await machine.run(['undo', '--yes', '-o', 'json']);
  expect(undone.code, undone.stderr).toBe(0);
  expect(undone.json()).toMatchObject({ created: 0, updated: changed, deleted: 0, skipped: 0 });
  expect(await changedSince(before)).toBe(0);
  expect((await rows())[row]).toMatchObject({ records: changed, undone: true });
}

it.each(['sent', 'lost'])('undoes an apply after Ctrl-C, with the request in progress %s', async (end) => {
  const before = await records();
  editCaptions('Interrupted');
  const stop = new AbortController();
  const transport = atWrite(WRITES, async (forward) => {
    if (end === 'sent') await forward();
    stop.abort();
    throw stop.signal.reason;
  });
  const ran = await person('model apply model.yaml --yes', { transport, signal: stop.signal });
  expect(ran.code).toBe(130);
  await undoes(before, await changedSince(before));
});

it('undoes an apply that was killed', async () => {
  const before = await records();
  editCaptions('Killed');
  await killApply();
  await undoes(before, await changedSince(before));
});

it('undoes an apply that lost the network', async () => {
  const before = await records();
  editCaptions('Offline');
  let patches = 0;
  const transport: Send = async (request) => {
    if (patches >= WRITES) throw Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
    const answer = await suite.service.transport(request);
    if (request.method === 'PATCH') patches += 1;
    return answer;
  };
  const ran = await person('model apply model.yaml --yes', { transport });
  expect(ran.code).toBe(7);
  await undoes(before, await changedSince(before));
});

it('names what someone else has changed since an apply was killed, and overwrites it with --force only', async () => {
  const before = await records();
  editCaptions('Ours');
  await killApply();
  const [id = ''] = [...(await records())].flatMap(([, it]) =>
    it.caption === 'Ours' ? [String(it.id)] : [],
  );
  const path = `landscapes/${suite.ids.landscape}/versions/latest/model/objects/${id}`;
  await suite.ask(path, 'PATCH', { caption: 'Theirs', description: 'Theirs' });
  const refused = await machine.run(['undo', '--yes', '-o', 'json']);
  expect(refused.error().details).toEqual([expect.stringMatching(/ was changed since: caption/)]);
  expect((await person('undo --yes --force')).code).toBe(0);
  expect((await records()).get(id)).toEqual({ ...before.get(id), description: 'Theirs' });
  expect(await changedSince(before)).toBe(1);
});

it('counts the changes of an apply that was killed and of the one that continued it', async () => {
  const before = await records();
  editCaptions('Continued');
  await killApply();
  const first = await changedSince(before);
  const between = await records();
  const again = await person('model apply model.yaml --yes');
  expect(again.code, again.stderr).toBe(0);
  const second = await changedSince(between);
  expect((await rows()).map((it) => it.records)).toEqual([second, first]);
  expect((await person('undo --yes')).code).toBe(0);
  expect(await changedSince(between)).toBe(0);
  await undoes(before, first, 1);
});

it('undoes an apply with new records that was killed', async () => {
  const before = await records();
  const made =
    '  - { id: quay-1, name: Quay 1, type: actor }\n  - { id: quay-2, name: Quay 2, type: actor }\n';
  machine.write(
    'new.yaml',
    `namespace: quays\ndomains:\n  - id: quays\n    name: Quays\n    objects:\n${made.replaceAll('  -', '      -')}`,
  );
  const stop = new AbortController();
  let kept = '';
  const transport = atWrite(3, async (forward) => {
    await forward();
    kept = readFileSync(journal(), 'utf8');
    stop.abort();
    throw stop.signal.reason;
  });
  await person('model apply new.yaml --yes --no-import', { transport, signal: stop.signal });
  writeFileSync(journal(), kept, { mode: 0o600 });
  expect([...(await records()).keys()].length).toBeGreaterThan(before.size);
  const undone = await person('undo --yes');
  expect(undone.code, undone.stderr).toBe(0);
  expect([...(await records()).keys()].sort()).toEqual([...before.keys()].sort());
});

it('undoes a change of many records after Ctrl-C', async () => {
  const before = await records();
  const ids = [...before].flatMap(([id, it]) => (it.type === 'app' || it.type === 'component' ? [id] : []));
  const stop = new AbortController();
  const transport = atWrite(8, async (forward) => {
    await forward();
    stop.abort();
    throw stop.signal.reason;
  });
  const argv = ['object', 'update', ...ids, '--label', 'team=port', '--yes', '--concurrency', '2'];
  const ran = await machine.run(argv, { tty: true, transport, signal: stop.signal });
  expect(ran.code).toBe(130);
  const changed = await changedSince(before);
  expect(changed).toBeLessThan(ids.length);
  await undoes(before, changed);
});

it('leaves nothing to undo if an apply was interrupted before it changed anything', async () => {
  editCaptions('Never');
  const stop = new AbortController();
  const transport = atWrite(1, async () => {
    stop.abort();
    throw stop.signal.reason;
  });
  const ran = await person('model apply model.yaml --yes', { transport, signal: stop.signal });
  expect(ran.code).toBe(130);
  expect((await person('undo --list')).stderr).toContain('No changes to undo.');
});
