/** Snapshots: the complete state of a sandbox, saved and restored. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/sandbox/store/store.js';
import { eventually, openSandboxApi, type SandboxApi } from './harness.js';

const directory = mkdtempSync(join(tmpdir(), 'archctl-snapshots-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const save = (api: SandboxApi, body: object) => api.send('POST', '/sandbox/snapshots', { body });
const load = (api: SandboxApi, name: string) => api.send('POST', `/sandbox/snapshots/${name}/load`);
const list = async (api: SandboxApi) =>
  (await api.send('GET', '/sandbox/snapshots')).body.snapshots.map((it: { name: string }) => it.name);
const GROUP = { name: 'After', icon: 'bug', index: 9 };
const groups = async (api: SandboxApi): Promise<string[]> =>
  (await api.must('tags.groups.list')).map((it: { name: string }) => it.name);

describe.each([
  ['in memory', undefined],
  ['in a data directory', join(directory, 'kept')],
])('snapshots of a sandbox %s', (_name, dataDir) => {
  it('restore everything: records, logs, keys, webhooks', async () => {
    const api = await openSandboxApi({ ...(dataDir !== undefined && { dataDir }) });
    const before = await groups(api);
    const log = (await api.must('landscapes.logs.list')).length;
    expect((await save(api, { name: 'before' })).status).toBe(200);
    await api.must('tags.groups.create', {}, GROUP);
    const key = await api.keyWith('read');
    await api.send('POST', '/sandbox/webhooks', { body: { name: 'a', url: 'http://127.0.0.1:9/' } });
    expect(await groups(api)).toContain('After');

    expect((await load(api, 'before')).status).toBe(200);
    expect(await groups(api)).toEqual(before);
    expect((await api.must('landscapes.logs.list')).length).toBe(log);
    expect((await api.perform('tags.groups.list', {}, { key })).status).toBe(401);
    const { body } = await api.send('GET', '/sandbox/state');
    expect(body).toMatchObject({ webhooks: { subscriptions: 0 } });
    // New records are found by filters and counted, so no state of the time in between is in memory.
    const made = await api.must('tags.groups.create', {}, { ...GROUP, name: 'Later' });
    const found = await api.must('tags.groups.list', {}, undefined, '?filter[name]=Later');
    expect(found.map((it: { id: string }) => it.id)).toEqual([made.id]);
    await api.sandbox.close();
  });

  it('continue an import that was running', async () => {
    const api = await openSandboxApi({
      exportDelayMs: 5,
      ...(dataDir !== undefined && { dataDir: `${dataDir}-4` }),
    });
    const document = { namespace: 'amid', tagGroups: [{ id: 'g', name: 'Amid', icon: 'bug' }] };
    const begun = await api.must('landscapes.import.create', {}, document);
    const poll = () => api.must('landscapes.import.get', { landscapeImportId: begun.id });
    const ended = () => eventually(poll, ({ status }) => status !== 'in-progress');
    await save(api, { name: 'amid' });
    expect((await ended()).status).toBe('completed');
    expect((await load(api, 'amid')).status).toBe(200);
    expect((await ended()).status).toBe('completed');
    expect((await groups(api)).filter((it) => it === 'Amid')).toHaveLength(1);
    await api.sandbox.close();
  });

  it('have validated names, and are replaced only on request', async () => {
    const api = await openSandboxApi({
      seed: 'empty',
      ...(dataDir !== undefined && { dataDir: `${dataDir}-2` }),
    });
    expect(await list(api)).toEqual([]);
    for (const name of ['../x', '', '.x', 'a/b', 'x'.repeat(65)]) {
      expect([name, (await save(api, { name })).status]).toEqual([name, 422]);
    }
    await save(api, { name: 'one' });
    expect((await save(api, { name: 'one' })).status).toBe(409);
    expect((await save(api, { name: 'one', replace: true })).status).toBe(200);
    expect(await list(api)).toEqual(['one']);
    expect((await load(api, 'none')).status).toBe(404);
    expect((await api.send('DELETE', '/sandbox/snapshots/none')).status).toBe(404);
    expect((await api.send('DELETE', '/sandbox/snapshots/one')).status).toBe(200);
    expect(await list(api)).toEqual([]);
    const reader = await api.keyWith('admin');
    expect((await api.send('GET', '/sandbox/snapshots', { key: reader })).status).toBe(403);
    await api.sandbox.close();
  });
});

describe('the files of snapshots', () => {
  it('are private, complete, and outlive the sandbox; a damaged one changes nothing', async () => {
    const dataDir = join(directory, 'files');
    const api = await openSandboxApi({ dataDir });
    await save(api, { name: 'kept' });
    const folder = join(dataDir, 'snapshots');
    expect(readdirSync(folder)).toEqual(['kept.db']);
    expect(statSync(join(folder, 'kept.db')).mode & 0o777).toBe(0o600);
    await api.must('tags.groups.create', {}, GROUP);
    writeFileSync(join(folder, 'broken.db'), 'nothing of the kind');
    expect((await load(api, 'broken')).status).toBeGreaterThanOrEqual(500);
    expect(await groups(api)).toContain('After');
    await api.sandbox.close();

    const again = await openSandboxApi({
      dataDir,
      adminKey: { id: 'AnotherKeyAnotherKey', secret: 'c'.repeat(64) },
    });
    expect(await groups(again)).toContain('After');
    expect((await load(again, 'kept')).status).toBe(200);
    // The key of this run works in a snapshot from before it.
    expect(await groups(again)).not.toContain('After');
    await again.sandbox.close();
  });
});

it('a copy of the store includes a write that is not yet acknowledged', async () => {
  const store = openStore(undefined);
  const file = join(directory, 'amid.db');
  writeFileSync(file, '');
  const written = store.groupTransaction(() => store.settings.set('clock', '2030-01-01T00:00:00Z'));
  store.copyInto(file);
  await written;
  const undone = store.groupTransaction(() => store.settings.set('clock', undefined));
  store.copyFrom(file, () => {});
  await undone;
  expect(store.settings.get('clock')).toBe('2030-01-01T00:00:00Z');
  store.close();
});

it('are regular files: others are not opened, and do not block', async () => {
  const dataDir = join(directory, 'places');
  const api = await openSandboxApi({ dataDir });
  await save(api, { name: 'good' });
  const place = (name: string) => join(dataDir, 'snapshots', `${name}.db`);
  symlinkSync(place('good'), place('link'));
  mkdirSync(place('folder'));
  for (const name of ['link', 'folder']) expect([name, (await load(api, name)).status]).toEqual([name, 409]);
  expect(await list(api)).toEqual(['good']);
  expect(readdirSync(join(dataDir, 'snapshots')).sort()).toEqual(['folder.db', 'good.db', 'link.db']);
  await api.sandbox.close();
});
