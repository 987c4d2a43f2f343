import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, home, type Sandbox } from '../support/binary.js';

let user: Home;
beforeAll(() => {
  user = home();
});
afterAll(() => user.remove());

type Send = (method: string, path: string, body?: object) => Promise<unknown>;
interface Doc {
  id: string;
  name: string;
}
/** Acknowledged writes: the list of each, and the expected content. */
interface Answered extends Doc {
  list: string;
  isGone?: true;
}
type Writer = (name: string) => Promise<Answered>;

/** Requests to the live version of the landscape. */
const inModel =
  (sandbox: Sandbox): Send =>
  (method, path, body) =>
    sandbox.request(method, `/v1/landscapes/${sandbox.landscapeId}/versions/latest/${path}`, body);

const LISTS = {
  'tag-groups': 'tagGroups',
  'model/objects': 'modelObjects',
  'model/connections': 'modelConnections',
  domains: 'domains',
} as const;
type List = keyof typeof LISTS;

async function listOf(send: Send, list: List): Promise<Doc[]> {
  return ((await send('GET', list)) as Record<string, Doc[]>)[LISTS[list]] ?? [];
}

/** One of each kind of write; the last creates two records. */
function writers(send: Send, [one, two]: readonly Doc[]): readonly Writer[] {
  const make = async (list: List, singular: string, body: object): Promise<Answered> => {
    const { id, name } = ((await send('POST', list, body)) as Record<string, Doc>)[singular] as Doc;
    return { list, id, name };
  };
  const app = (name: string, parent: Doc | undefined): Promise<Answered> =>
    make('model/objects', 'modelObject', { name, type: 'app', parentId: parent?.id });
  return [
    (name) => make('tag-groups', 'tagGroup', { name, icon: 'bug', index: 1 }),
    (name) => app(name, one),
    (name) => {
      const ends = { originId: one?.id, targetId: two?.id, direction: null };
      return make('model/connections', 'modelConnection', { name, ...ends });
    },
    async (name) => {
      const made = await app('Until it is changed', two);
      await send('PATCH', `model/objects/${made.id}`, { name });
      return { ...made, name };
    },
    async (name) => {
      const made = await make('domains', 'domain', { name });
      await send('DELETE', `domains/${made.id}`);
      return { ...made, isGone: true };
    },
  ];
}

const LANES = 3;

/** Writes of every kind, many concurrently, until the service is killed after so many responses. */
async function writeUntilKilled(sandbox: Sandbox, round: number, atAnswer: number): Promise<Answered[]> {
  const send = inModel(sandbox);
  const answered: Answered[] = [];
  const systems = await send('GET', 'model/objects?filter[type]=system&limit=2');
  const lane = async (writer: Writer, name: string): Promise<void> => {
    for (let count = 0; ; count += 1) {
      answered.push(await writer(`${name}-${count}`));
      if (answered.length === atAnswer) process.kill(sandbox.pid, 'SIGKILL');
    }
  };
  const all = writers(send, (systems as { modelObjects: Doc[] }).modelObjects);
  await Promise.allSettled(
    all.flatMap((writer, kind) =>
      Array.from({ length: LANES }, (_, at) => lane(writer, `w-${round}-${kind}-${at}`)),
    ),
  );
  await sandbox.process.ended;
  expect(answered.length).toBeGreaterThanOrEqual(atAnswer);
  return answered;
}

/** All acknowledged writes exist, and at most those in progress in addition. */
async function expectKept(sandbox: Sandbox, answered: readonly Answered[], rounds: number): Promise<void> {
  const send = inModel(sandbox);
  const seen = new Map<string, string>();
  for (const list of Object.keys(LISTS) as List[])
    for (const { id, name } of await listOf(send, list)) seen.set(`${list} ${id}`, name);
  const lost = answered.filter((it) => seen.get(`${it.list} ${it.id}`) !== (it.isGone ? undefined : it.name));
  expect(lost).toEqual([]);
  const names = [...seen.values()].filter((name) => /^(w-|Until)/.test(name));
  const kinds = 5;
  expect(names.length).toBeLessThanOrEqual(answered.length + kinds * LANES * rounds);
}

/** The log of the landscape contains each created tag group. */
async function expectLogged(sandbox: Sandbox, answered: readonly Answered[]): Promise<void> {
  const path = `/v1/landscapes/${sandbox.landscapeId}/action-logs?filter[actionType]=tag-group-create`;
  const { actionLogs } = (await sandbox.request('GET', path)) as {
    actionLogs: { action: { id: string } }[];
  };
  const logged = new Set(actionLogs.map(({ action }) => action.id));
  const made = answered.filter(({ list }) => list === 'tag-groups');
  expect(made.filter(({ id }) => !logged.has(id))).toEqual([]);
}

/** Numbers of responses before each kill; the writes in progress differ anyway. */
const KILLED_AT = [23, 61, 94];

it('keeps every acknowledged write, with its log, through kill -9 under load, three times; SIGTERM ends it with 0', async () => {
  const dataDir = join(user.directory, 'data');
  const answered: Answered[] = [];
  let sandbox = await user.sandbox('--data-dir', dataDir);
  const { landscapeId } = sandbox;
  for (const [at, atAnswer] of KILLED_AT.entries()) {
    const round = at + 1;
    const now = await writeUntilKilled(sandbox, round, atAnswer);
    answered.push(...now);
    // The killed process left its record and its lock, which do not prevent a start.
    if (round === 1) {
      const { stdout } = await user.run(['sandbox', 'status', '-o', 'json']);
      expect(JSON.parse(stdout)).toEqual({ running: false });
    }
    sandbox = await user.sandbox('--data-dir', dataDir);
    expect(sandbox.landscapeId).toBe(landscapeId);
    await expectKept(sandbox, answered, round);
    await expectLogged(sandbox, now);
  }
  const last = { name: 'Before SIGTERM', icon: 'bug', index: 1 };
  await inModel(sandbox)('POST', 'tag-groups', last);
  process.kill(sandbox.pid, 'SIGTERM');
  expect(await sandbox.process.ended).toMatchObject({ code: 0 });
  sandbox = await user.sandbox('--data-dir', dataDir);
  await expectKept(sandbox, answered, 3);
  expect(await listOf(inModel(sandbox), 'tag-groups')).toContainEqual(expect.objectContaining(last));
});

it('sends the event of every acknowledged change through kill -9, and no other', async () => {
  const arrived = new Set<string>();
  const endpoint = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    arrived.add((JSON.parse(Buffer.concat(chunks).toString()) as { resourceId: string }).resourceId);
    response.end();
    endpoint.emit('arrived');
  });
  endpoint.listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  const dataDir = join(user.directory, 'sending');
  const sandbox = await user.sandbox('--data-dir', dataDir);
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  await sandbox.request('POST', '/sandbox/webhooks', { name: 'all', url });
  const send = inModel(sandbox);
  const [system] = (await listOf(send, 'model/objects')).filter((it) => 'type' in it && it.type === 'system');
  const confirmed: string[] = [];
  for (;;) {
    const body = { name: `Killed ${confirmed.length}`, type: 'app', parentId: system?.id };
    const sent = send('POST', 'model/objects', body) as Promise<{ modelObject: Doc }>;
    // Killed with a request in progress, at any point.
    if (confirmed.length >= 60) process.kill(sandbox.pid, 'SIGKILL');
    const answer = await sent.catch(() => undefined);
    if (!answer) break;
    confirmed.push(answer.modelObject.id);
  }
  await sandbox.process.ended;
  expect(confirmed.length).toBeGreaterThanOrEqual(60);

  const again = await user.sandbox('--data-dir', dataDir);
  while (confirmed.some((id) => !arrived.has(id))) await once(endpoint, 'arrived');
  const known = new Set((await listOf(inModel(again), 'model/objects')).map(({ id }) => id));
  expect([...arrived].filter((id) => !known.has(id))).toEqual([]);
  endpoint.close();
});
