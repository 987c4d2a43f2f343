import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN, open } from './harness.js';

let directory: string;
let program: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'archctl-durability-'));
  // As the published program is made: CommonJS chunks, with the native packages beside them.
  const bundle = await rolldown({
    input: { served: 'test/sandbox/served.ts' },
    platform: 'node',
    external: ['libsql', '@resvg/resvg-js', /^elkjs/],
  });
  await bundle.write({
    dir: directory,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
  });
  program = join(directory, 'served.cjs');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

interface Served {
  child: ChildProcess;
  url: string;
  landscapeId: string;
}

function start(dataDir: string): ChildProcess {
  const child = spawn(process.execPath, [program, dataDir, `${ADMIN.id}:${ADMIN.secret}`], {
    env: { ...process.env, NODE_PATH: resolve('node_modules') },
  });
  children.add(child);
  return child;
}

async function serve(dataDir: string): Promise<Served> {
  const child = start(dataDir);
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { child, ...(JSON.parse(String(line)) as { url: string; landscapeId: string }) };
}

const authorization = `ApiKey ${ADMIN.id}:${ADMIN.secret}`;
const groupsAt = ({ url, landscapeId }: Served) =>
  `${url}/v1/landscapes/${landscapeId}/versions/latest/tag-groups`;

/** Writes one record after the other until the server is gone; answers the ids of those it confirmed. */
async function writeUntilKilled(
  served: Served,
  killAfter: number,
  write: (count: number) => Promise<string>,
): Promise<string[]> {
  const confirmed: string[] = [];
  for (;;) {
    const sent = write(confirmed.length);
    // Killed with a request under way, wherever it happens to be.
    if (confirmed.length >= killAfter) served.child.kill('SIGKILL');
    try {
      confirmed.push(await sent);
    } catch {
      return confirmed;
    }
  }
}

async function post<T>(url: string, body: object): Promise<T> {
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

type Made = Partial<Record<'tagGroup' | 'modelObject' | 'modelConnection' | 'domain', { id: string }>> & {
  modelObjects?: { id: string }[];
};
/** What a writer was answered: where to look, and what must be found there. */
interface Confirmed {
  path: string;
  name?: string;
  gone?: true;
}
type Writer = (name: string) => Promise<Confirmed>;

it('keeps every confirmed write through kill -9, with its log', async () => {
  const dataDir = join(directory, 'killed');
  const served = await serve(dataDir);
  const confirmed = await writeUntilKilled(served, 60, async (index) => {
    const body = { name: `Group ${index}`, icon: 'bug', index };
    return (await post<{ tagGroup: { id: string } }>(groupsAt(served), body)).tagGroup.id;
  });
  expect(confirmed.length).toBeGreaterThanOrEqual(60);

  // The lock went with the process: a second one starts at once, on what the first left behind.
  const again = await serve(dataDir);
  const answer = await fetch(groupsAt(again), { headers: { authorization } });
  const { tagGroups } = (await answer.json()) as { tagGroups: { id: string }[] };
  const ids = tagGroups.map((it) => it.id);
  expect(confirmed.filter((id) => !ids.includes(id))).toEqual([]);
  again.child.kill('SIGKILL');
  await once(again.child, 'exit');

  const room = await open({ dataDir });
  const logs = await room.must('landscapes.logs.list', {}, undefined, '?filter[actionType]=tag-group-create');
  const logged = logs.map((it: { action: { id: string } }) => it.action.id);
  expect(confirmed.filter((id) => !logged.includes(id))).toEqual([]);
  await room.sandbox.close();
});

it('keeps every write that many writers of several kinds were answered, through kill -9', async () => {
  const dataDir = join(directory, 'crowded');
  const served = await serve(dataDir);
  const root = `/v1/landscapes/${served.landscapeId}/versions/latest`;
  const send = async (method: string, path: string, body?: object): Promise<Made> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${served.url}${root}/${path}`, request);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    return (await answer.json()) as Made;
  };
  const { modelObjects = [] } = await send('GET', 'model/objects?filter[type]=system&limit=2');
  const [one, two] = modelObjects;
  const writers: readonly Writer[] = [
    async (name) => {
      const { tagGroup } = await send('POST', 'tag-groups', { name, icon: 'bug', index: 1 });
      return { path: `tag-groups/${tagGroup?.id}`, name };
    },
    async (name) => {
      const { modelObject } = await send('POST', 'model/objects', { name, type: 'app', parentId: one?.id });
      return { path: `model/objects/${modelObject?.id}`, name };
    },
    async (name) => {
      const ends = { originId: one?.id, targetId: two?.id, direction: null };
      const { modelConnection } = await send('POST', 'model/connections', { name, ...ends });
      return { path: `model/connections/${modelConnection?.id}`, name };
    },
    async (name) => {
      const body = { name: 'Until it is changed', type: 'app', parentId: two?.id };
      const { modelObject } = await send('POST', 'model/objects', body);
      await send('PATCH', `model/objects/${modelObject?.id}`, { name });
      return { path: `model/objects/${modelObject?.id}`, name };
    },
    async (name) => {
      const { domain } = await send('POST', 'domains', { name });
      await send('DELETE', `domains/${domain?.id}`);
      return { path: `domains/${domain?.id}`, gone: true };
    },
  ];
  const confirmed: Confirmed[] = [];
  const write = async (writer: Writer, prefix: string): Promise<void> => {
    for (let count = 0; ; count += 1) {
      try {
        confirmed.push(await writer(`${prefix}-${count}`));
      } catch {
        return;
      }
      // Killed with many requests under way.
      if (confirmed.length >= 80) served.child.kill('SIGKILL');
    }
  };
  await Promise.all(
    writers.flatMap((writer, kind) => [0, 1, 2].map((lane) => write(writer, `w-${kind}-${lane}`))),
  );
  expect(confirmed.length).toBeGreaterThanOrEqual(80);

  const again = await serve(dataDir);
  for (const { path, name, gone } of confirmed) {
    const answer = await fetch(`${again.url}${root}/${path}`, { headers: { authorization } });
    expect([path, answer.status]).toEqual([path, gone ? 404 : 200]);
    const text = await answer.text();
    if (name !== undefined) expect(text).toContain(`"name":"${name}"`);
  }
  again.child.kill('SIGKILL');
  await once(again.child, 'exit');
});

it('lets one process at a time use a data directory', async () => {
  const dataDir = join(directory, 'shared');
  const first = await serve(dataDir);
  const second = start(dataDir);
  let message = '';
  second.stderr?.on('data', (chunk) => {
    message += chunk;
  });
  const [code] = await once(second, 'close');
  expect(code).toBe(2);
  expect(message).toBe(
    `The data directory ${dataDir} is in use by another sandbox (process ${first.child.pid}).`,
  );
});

it('sends the event of every confirmed change through kill -9, and of nothing else', async () => {
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
  const dataDir = join(directory, 'sending');
  const served = await serve(dataDir);
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  await post(`${served.url}/sandbox/webhooks`, { name: 'all', url });
  const at = (it: Served) => `${it.url}/v1/landscapes/${it.landscapeId}/versions/latest/model/objects`;
  type Objects = { modelObjects: { id: string }[] };
  const objects = async (it: Served, query: string) =>
    ((await (await fetch(`${at(it)}${query}`, { headers: { authorization } })).json()) as Objects)
      .modelObjects;
  const [system] = await objects(served, '?filter[type]=system');
  const confirmed = await writeUntilKilled(served, 60, async (index) => {
    const body = { name: `Killed ${index}`, type: 'app', parentId: system?.id };
    return (await post<{ modelObject: { id: string } }>(at(served), body)).modelObject.id;
  });
  expect(confirmed.length).toBeGreaterThanOrEqual(60);

  const again = await serve(dataDir);
  while (confirmed.some((id) => !arrived.has(id))) await once(endpoint, 'arrived');
  const known = new Set((await objects(again, '')).map(({ id }) => id));
  expect([...arrived].filter((id) => !known.has(id))).toEqual([]);
  again.child.kill('SIGKILL');
  endpoint.close();
});
