/** Snapshots: the complete state of a sandbox, saved and restored. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/sandbox/store/store.js';
import { eventually, open, type Room } from './harness.js';

const directory = mkdtempSync(join(tmpdir(), 'archctl-snapshots-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const save = (room: Room, body: object) => room.send('POST', '/sandbox/snapshots', { body });
const load = (room: Room, name: string) => room.send('POST', `/sandbox/snapshots/${name}/load`);
const list = async (room: Room) =>
  (await room.send('GET', '/sandbox/snapshots')).body.snapshots.map((it: { name: string }) => it.name);
const GROUP = { name: 'After', icon: 'bug', index: 9 };
const groups = async (room: Room): Promise<string[]> =>
  (await room.must('tags.groups.list')).map((it: { name: string }) => it.name);

describe.each([
  ['in memory', undefined],
  ['in a data directory', join(directory, 'kept')],
])('snapshots of a sandbox %s', (_name, dataDir) => {
  it('restore everything: records, logs, keys, webhooks', async () => {
    const room = await open({ ...(dataDir !== undefined && { dataDir }) });
    const before = await groups(room);
    const log = (await room.must('landscapes.logs.list')).length;
    expect((await save(room, { name: 'before' })).status).toBe(200);
    await room.must('tags.groups.create', {}, GROUP);
    const key = await room.keyWith('read');
    await room.send('POST', '/sandbox/webhooks', { body: { name: 'a', url: 'http://127.0.0.1:9/' } });
    expect(await groups(room)).toContain('After');

    expect((await load(room, 'before')).status).toBe(200);
    expect(await groups(room)).toEqual(before);
    expect((await room.must('landscapes.logs.list')).length).toBe(log);
    expect((await room.perform('tags.groups.list', {}, { key })).status).toBe(401);
    const { body } = await room.send('GET', '/sandbox/state');
    expect(body).toMatchObject({ webhooks: { subscriptions: 0 } });
    // New records are found by filters and counted, so no state of the time in between is in memory.
    const made = await room.must('tags.groups.create', {}, { ...GROUP, name: 'Later' });
    const found = await room.must('tags.groups.list', {}, undefined, '?filter[name]=Later');
    expect(found.map((it: { id: string }) => it.id)).toEqual([made.id]);
    await room.sandbox.close();
  });

  it('continue an import that was running', async () => {
    const room = await open({
      exportDelayMs: 5,
      ...(dataDir !== undefined && { dataDir: `${dataDir}-4` }),
    });
    const document = { namespace: 'amid', tagGroups: [{ id: 'g', name: 'Amid', icon: 'bug' }] };
    const begun = await room.must('landscapes.import.create', {}, document);
    const poll = () => room.must('landscapes.import.get', { landscapeImportId: begun.id });
    const ended = () => eventually(poll, ({ status }) => status !== 'in-progress');
    await save(room, { name: 'amid' });
    expect((await ended()).status).toBe('completed');
    expect((await load(room, 'amid')).status).toBe(200);
    expect((await ended()).status).toBe('completed');
    expect((await groups(room)).filter((it) => it === 'Amid')).toHaveLength(1);
    await room.sandbox.close();
  });

  it('have validated names, and are replaced only on request', async () => {
    const room = await open({ seed: 'empty', ...(dataDir !== undefined && { dataDir: `${dataDir}-2` }) });
    expect(await list(room)).toEqual([]);
    for (const name of ['../x', '', '.x', 'a/b', 'x'.repeat(65)]) {
      expect([name, (await save(room, { name })).status]).toEqual([name, 422]);
    }
    await save(room, { name: 'one' });
    expect((await save(room, { name: 'one' })).status).toBe(409);
    expect((await save(room, { name: 'one', replace: true })).status).toBe(200);
    expect(await list(room)).toEqual(['one']);
    expect((await load(room, 'none')).status).toBe(404);
    expect((await room.send('DELETE', '/sandbox/snapshots/none')).status).toBe(404);
    expect((await room.send('DELETE', '/sandbox/snapshots/one')).status).toBe(200);
    expect(await list(room)).toEqual([]);
    const reader = await room.keyWith('admin');
    expect((await room.send('GET', '/sandbox/snapshots', { key: reader })).status).toBe(403);
    await room.sandbox.close();
  });
});

describe('the files of snapshots', () => {
  it('are private, complete, and outlive the sandbox; a damaged one changes nothing', async () => {
    const dataDir = join(directory, 'files');
    const room = await open({ dataDir });
    await save(room, { name: 'kept' });
    const folder = join(dataDir, 'snapshots');
    expect(readdirSync(folder)).toEqual(['kept.db']);
    expect(statSync(join(folder, 'kept.db')).mode & 0o777).toBe(0o600);
    await room.must('tags.groups.create', {}, GROUP);
    writeFileSync(join(folder, 'broken.db'), 'nothing of the kind');
    expect((await load(room, 'broken')).status).toBeGreaterThanOrEqual(500);
    expect(await groups(room)).toContain('After');
    await room.sandbox.close();

    const again = await open({ dataDir, adminKey: { id: 'AnotherKeyAnotherKey', secret: 'c'.repeat(64) } });
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
  const room = await open({ dataDir });
  await save(room, { name: 'good' });
  const place = (name: string) => join(dataDir, 'snapshots', `${name}.db`);
  symlinkSync(place('good'), place('link'));
  mkdirSync(place('folder'));
  for (const name of ['link', 'folder']) expect([name, (await load(room, name)).status]).toEqual([name, 409]);
  expect(await list(room)).toEqual(['good']);
  expect(readdirSync(join(dataDir, 'snapshots')).sort()).toEqual(['folder.db', 'good.db', 'link.db']);
  await room.sandbox.close();
});
