import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.js';
import { nodeTransport } from '../../src/client/transport/transport.js';
import { readLandscape } from '../../src/model/live/read-landscape.js';
import { planChanges } from '../../src/model/plan/plan.js';
import { type Home, home, type RunningProcess } from '../support/binary.js';
import { modelIn } from '../support/plan-landscape.js';
import { listOf, textOf } from '../support/sandbox.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';
import { openWriteProxy, type WriteProxy } from '../support/write-proxy.js';

let user: Home;
let other: Home;
let sandbox: ServedSandbox;
let front: WriteProxy;
beforeAll(async () => {
  [user, other] = [home(), home()];
  sandbox = await serveForProgram(user);
  front = await openWriteProxy(sandbox.url);
  for (const { directory } of [user, other]) {
    writeFileSync(join(directory, 'one.yaml'), ONE);
    writeFileSync(join(directory, 'two.yaml'), TWO);
  }
});
afterAll(async () => {
  await Promise.all([user.remove(), other.remove()]);
  await front.close();
  await sandbox.stop();
});

const ONE = `namespace: n
domains: [{ id: d, name: D, objects: [{ id: a, type: system, name: A, objects: [{ id: x, type: app, name: X }] }, { id: b, type: system, name: B }] }]
connections: [{ id: ab, origin: a, target: b, name: Calls }]
diagrams: [{ id: p, type: context-diagram, name: P, objects: [a, b], layout: { objects: { a: { x: 0, y: 0 }, b: { x: 400, y: 0 } } } }]
flows: [{ id: f, diagram: p, name: F, steps: [{ origin: a, target: b, description: Calls }] }]
`;
/** A move, an update, a created and a deleted object, changed diagram content and a changed step. */
const TWO = `namespace: n
domains: [{ id: d, name: D, objects: [{ id: a, type: system, name: A, caption: Changed }, { id: c, type: system, name: C, objects: [{ id: x, type: app, name: X }] }] }]
connections: [{ id: ab, origin: a, target: c, name: Calls }]
diagrams: [{ id: p, type: context-diagram, name: P, objects: [a, c], layout: { objects: { a: { x: 0, y: 0 }, c: { x: 400, y: 0 } } } }]
flows: [{ id: f, diagram: p, name: F, steps: [{ origin: a, target: c, description: Asks }] }]
`;

/** A landscape with elements of another namespace, and applies to it through the proxy. */
async function place(name: string) {
  const path = `/v1/organizations/${sandbox.organizationId}/landscapes`;
  const made = (await sandbox.request('POST', path, { name })) as Record<string, unknown>;
  const landscapeId = textOf(made.landscape, 'id');
  const below = `/v1/landscapes/${landscapeId}/versions/latest`;
  const list = async (at: string, key: string) =>
    listOf((await sandbox.request('GET', `${below}/${at}`)) as Record<string, unknown>, key);
  const [root] = await list('model/objects', 'modelObjects');
  const labels = { imported: 'true', 'import-namespace': 'theirs', 'import-original-id': 'a' };
  const theirs = { name: 'Theirs', type: 'system', parentId: textOf(root, 'id'), labels };
  await sandbox.request('POST', `${below}/model/objects`, theirs);
  const env = {
    ARCHCTL_API_KEY: sandbox.authorization.replace('ApiKey ', ''),
    ARCHCTL_BASE_URL: front.baseUrl,
    ARCHCTL_LANDSCAPE: landscapeId,
  };
  const start = (by: Home, file: string, ...more: string[]): RunningProcess =>
    by.start(['model', 'apply', file, '--yes', '-o', 'json', ...more], { env });
  const client = createClient({
    baseUrl: `${sandbox.url}/v1/`,
    credentials: sandbox.adminKey,
    transport: nodeTransport({ proxyEnv: {} }),
    paced: false,
  });
  /** The landscape matches the document: each element once, and others unchanged. */
  const isAsWritten = async (text: string): Promise<void> => {
    const live = await readLandscape(client, { landscapeId, versionId: 'latest' });
    const { steps, problems } = await planChanges(modelIn(text), live, { prune: 'namespace' });
    expect([steps, problems]).toEqual([[], []]);
    const counts = [...live.records].map(([kind, docs]) => [kind, docs.length]);
    expect(Object.fromEntries(counts)).toMatchObject({ object: 4, connection: 1, diagram: 1, flow: 1 });
    const objects = live.records.get('object') ?? [];
    expect(objects.find((it) => it.name === 'Theirs')).toMatchObject({ commit: 1, labels });
  };
  return { start, isAsWritten };
}

const leases = ({ state }: Home): string[] =>
  existsSync(join(state, 'applies')) ? readdirSync(join(state, 'applies')) : [];

/**
 * Repeats apply until it finishes, stopping each at its second or third write. Returns the number of runs.
 */
async function untilDone(
  start: () => RunningProcess,
  stop: (running: RunningProcess) => void,
  when: 'before' | 'after',
) {
  for (let runs = 1; runs < 20; runs += 1) {
    let running: RunningProcess | undefined;
    front.onWrite(async ({ number, forward }) => {
      if (number !== (when === 'before' ? 3 : 2)) return forward();
      if (when === 'after') await forward();
      if (running) stop(running);
    });
    running = start();
    const { code, stderr } = await running.ended;
    front.onWrite();
    if (code === 0) return { runs, stderr };
  }
  throw new Error('It comes to no end.');
}

describe('an apply that is stopped at any write', () => {
  it('continues, creates nothing twice, and leaves no lease', async () => {
    const { start, isAsWritten } = await place('Killed');
    const kill = ({ child }: RunningProcess): void => void child.kill('SIGKILL');
    const made = await untilDone(() => start(user, 'one.yaml'), kill, 'before');
    expect(made.runs).toBeGreaterThan(2);
    expect(made.stderr).toMatch(
      /An apply that started at \S+ stopped after \d of \d steps\. This apply does the remaining steps/,
    );
    await isAsWritten(ONE);
    const changed = await untilDone(() => start(user, 'two.yaml', '--prune'), kill, 'after');
    expect(changed.runs).toBeGreaterThan(2);
    await isAsWritten(TWO);
    expect(leases(user)).toEqual([]);
  }, 120_000);

  it('releases its lease at Ctrl-C', async () => {
    const { start, isAsWritten } = await place('Interrupted');
    let running: RunningProcess | undefined;
    front.onWrite(async ({ number, forward }) => {
      if (number === 2) running?.child.kill('SIGINT');
      else await forward();
    });
    running = start(user, 'one.yaml');
    expect(await running.ended).toMatchObject({ code: 130 });
    expect(leases(user)).toEqual([]);
    front.onWrite();
    expect(await start(user, 'one.yaml').ended).toMatchObject({ code: 0 });
    await isAsWritten(ONE);
  });
});

/** A promise and its resolver. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe('two concurrent applies', () => {
  it('on one machine: the second reports the first and its start time', async () => {
    const { start, isAsWritten } = await place('Held');
    const [arrived, goOn] = [gate(), gate()];
    front.onWrite(async ({ number, forward }) => {
      arrived.open();
      if (number === 1) await goOn.opened;
      await forward();
    });
    const first = start(user, 'one.yaml');
    await arrived.opened;
    const second = await start(user, 'two.yaml').ended;
    expect(second.code).toBe(2);
    const words = `Another apply \\(process ${first.child.pid} on \\S+\\) has been running since 20\\S+Z: 0 of 7 steps done`;
    expect(second.stderr).toMatch(new RegExp(words));
    const broken = await start(user, 'one.yaml', '--break-lock').ended;
    goOn.open();
    expect([broken.code, (await first.ended).code]).toEqual([0, 0]);
    front.onWrite();
    await isAsWritten(ONE);
    expect(leases(user)).toEqual([]);
  });

  it.each([1, 5])('on two machines, one starting at write %i of the other: no duplicates', async (begins) => {
    const { start, isAsWritten } = await place(`Two machines ${begins}`);
    const wrote = gate();
    let second: RunningProcess | undefined;
    front.onWrite(async ({ number, forward }) => {
      if (number === begins) {
        second = start(other, 'one.yaml');
        second.ended.then(wrote.open, wrote.open);
      }
      // The first waits until the second has read, planned, and reached its own writes.
      if (number > begins) wrote.open();
      else if (number === begins) await wrote.opened;
      await forward();
    });
    const first = await start(user, 'one.yaml').ended;
    const codes = [first.code, (await second?.ended)?.code];
    front.onWrite();
    // The later one fails with a message, and overwrites nothing.
    for (const code of codes) expect([0, 5, 8]).toContain(code);
    expect(await start(user, 'one.yaml').ended).toMatchObject({ code: 0 });
    await isAsWritten(ONE);
  });
});
