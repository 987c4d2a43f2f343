import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.js';
import { ADMIN, eventually, FONTS, openSandboxApi, sandboxApi } from './harness.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'archctl-sandbox-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const at = (options: SandboxOptions = {}) => openSandboxApi({ dataDir, ...options });
const failure = async (opening: Promise<unknown>): Promise<ArchctlError> => {
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ArchctlError);
  return error as ArchctlError;
};

describe('a data directory', () => {
  it('stores records, keys, logs, meters and plan', async () => {
    const first = await at({ plan: 'growth' });
    const made = await first.must('tags.groups.create', {}, { name: 'Kept', icon: 'bug', index: 0 });
    const reader = await first.keyWith('read');
    first.setNow('2030-01-01T00:00:00Z');
    await first.must('organizations.get');
    const before = (await first.send('GET', '/sandbox/state')).body;
    await first.sandbox.close();

    const second = await at();
    second.setNow('2030-01-01T00:00:00Z');
    expect((await second.send('GET', '/sandbox/state')).body).toEqual(before);
    expect(before).toMatchObject({
      plan: 'growth',
      meters: { read: 1 },
    });
    expect(await second.must('tags.groups.get', { tagGroupId: made.id })).toEqual(made);
    expect((await second.send('GET', '/v1/organizations', { key: reader })).status).toBe(200);
    const [log] = await second.must('landscapes.logs.list', {}, undefined, `?filter[actionId]=${made.id}`);
    expect(log.action.type).toBe('tag-group-create');
    await second.sandbox.close();
  });

  it('can serve requests before it continues an import', async () => {
    const first = await at({ exportDelayMs: 60_000 });
    const document = { namespace: 'amid', tagGroups: [{ id: 'g', name: 'Amid', icon: 'bug' }] };
    const begun = await first.must('landscapes.import.create', {}, document);
    await first.sandbox.close();
    const waits: (() => void)[] = [];
    const schedule = (work: () => void) => {
      waits.push(work);
      return () => {};
    };
    const second = await at({ jobsWait: true, schedule });
    const poll = () => second.must('landscapes.import.get', { landscapeImportId: begun.id });
    for (const work of waits.splice(0)) work();
    expect((await poll()).status).toBe('in-progress');
    second.sandbox.resumeJobs();
    for (const work of waits.splice(0)) work();
    expect((await eventually(poll, ({ status }) => status !== 'in-progress')).status).toBe('completed');
    await second.sandbox.close();
  });

  it('keeps its data whatever the seed, and accepts another plan', async () => {
    const first = await at();
    const { organizationId, landscapeId } = first.sandbox;
    await first.sandbox.close();
    const second = await at({ seed: 'empty', plan: 'enterprise' });
    expect(second.sandbox).toMatchObject({ organizationId, landscapeId, plan: 'enterprise' });
    await second.sandbox.close();
  });

  it('is never left through a planted link', async () => {
    const precious = join(dataDir, 'precious');
    const names = [
      'admin-key.json',
      'admin-key.json.new',
      `admin-key.json.${process.pid}.new`,
      'sandbox.pid',
    ];
    await writeFile(precious, JSON.stringify({ id: 'stranger', secret: 'x' }), { mode: 0o600 });
    for (const name of names) await symlink(precious, join(dataDir, name));
    const first = await createSandbox({ dataDir, seed: 'empty' });
    expect(first.adminKey.id).not.toBe('stranger');
    await first.close();
    expect(JSON.parse(await readFile(precious, 'utf8'))).toEqual({ id: 'stranger', secret: 'x' });
    const second = await createSandbox({ dataDir });
    expect(second.adminKey).toEqual(first.adminKey);
    await second.close();
  });

  it('names the process that locks it, and no other file', async () => {
    const first = await at({ seed: 'empty' });
    expect((await failure(at())).message).toContain(`another sandbox (process ${process.pid}).`);
    await writeFile(join(dataDir, 'sandbox.pid'), '1; rm -rf /');
    expect((await failure(at())).message).toMatch(/another sandbox\.$/);
    await first.sandbox.close();
  });

  it('keeps its admin key for the next start, readable only for the owner', async () => {
    const first = await createSandbox({ dataDir, seed: 'empty' });
    expect(first.adminKey).toEqual({
      id: expect.stringMatching(/^\w{20}$/),
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await first.close();
    const second = await createSandbox({ dataDir });
    expect(second.adminKey).toEqual(first.adminKey);
    expect((await sandboxApi(second).send('POST', '/v1/user/login')).status).toBe(200);
    for (const name of ['admin-key.json', 'sandbox.db']) {
      expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
    }
    await second.close();
    const raw = await readFile(join(dataDir, 'sandbox.db'), 'latin1');
    expect(raw).not.toContain(first.adminKey.secret);
  });

  it('is written beside obstacles, never through them', async () => {
    const victim = join(dataDir, 'victim');
    await writeFile(victim, 'precious');
    await symlink(victim, join(dataDir, 'admin-key.json.new'));
    const before = process.umask(0);
    const running = await createSandbox({ dataDir, seed: 'empty' }).finally(() => process.umask(before));
    for (const name of await readdir(dataDir)) {
      if (name.startsWith('sandbox.') || name === 'admin-key.json')
        expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
    }
    await running.close();
    expect(await readFile(victim, 'utf8')).toBe('precious');
  });

  it('continues exports that were running', async () => {
    const first = await at({ schedule: () => () => undefined });
    const [diagram] = await first.must('diagrams.list');
    const { id } = await first.must('diagrams.export.create', { diagramId: diagram.id }, {});
    await first.sandbox.close();
    const second = await at();
    const parameters = { diagramId: diagram.id, diagramExportImageId: id };
    const done = await eventually(
      () => second.must('diagrams.export.get', parameters),
      (it) => it.completedAt !== undefined || it.error !== null,
    );
    expect(done.error).toBeNull();
    await second.sandbox.close();
    const third = await at();
    const again = await third.must('diagrams.export.get', parameters);
    expect((await third.sandbox.fetch(new Request(again.fileUrls.png))).status).toBe(200);
    await third.sandbox.close();
  });

  it('is used by one sandbox at a time', async () => {
    const first = await at({ seed: 'empty' });
    const error = await failure(createSandbox({ dataDir }));
    expect(error.kind).toBe('usage');
    expect(error.message).toBe(
      `The data directory ${dataDir} is in use by another sandbox (process ${process.pid}).`,
    );
    expect((await first.send('POST', '/v1/user/login')).status).toBe(200);
    await first.sandbox.close();
    await (await at()).sandbox.close();
  });

  it('of a later version is rejected', async () => {
    await (await at({ seed: 'empty' })).sandbox.close();
    const db = new Database(join(dataDir, 'sandbox.db'));
    db.exec('PRAGMA user_version = 99');
    db.close();
    const error = await failure(createSandbox({ dataDir }));
    expect(error.kind).toBe('usage');
    expect(error.message).toContain('has schema 99');
  });

  it('that is not a directory is rejected', async () => {
    const error = await failure(createSandbox({ dataDir: '/dev/null/x' }));
    expect(error.kind).toBe('usage');
    expect(error.message).toContain('/dev/null/x');
  });
});

describe('an empty sandbox', () => {
  it('has an organization, an admin and the catalog', async () => {
    const sandbox = await createSandbox({ seed: 'empty', adminKey: ADMIN, fontDir: FONTS });
    const api = sandboxApi(sandbox);
    expect(sandbox.landscapeId).toBe('');
    expect(await api.must('organizations.landscapes.list')).toEqual([]);
    expect((await api.must('catalog.technologies.list')).length).toBeGreaterThan(10);
    expect((await api.must('user.login')).id).toBeTypeOf('string');
    await sandbox.close();
  });
});
