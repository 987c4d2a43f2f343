/** Effects of a full or failing disk on a sandbox: on requests, and on background work. */

import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOfStore } from '../../src/sandbox/http/http-error.js';
import type { SandboxOptions } from '../../src/sandbox/sandbox.js';
import { openDatabase } from '../../src/sandbox/store/open.js';
import type { Db } from '../../src/sandbox/store/rows.js';
import { isStoreFault, storageFaultReporter } from '../../src/sandbox/store/storage-faults.js';
import { ADMIN, openSandboxApi } from './harness.js';
import { openWebhooks, stillTime } from './webhook-suite.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'archctl-full-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** A disk that can be full: SQLite has no free page, and every row needs one. */
function disk() {
  let db: Db | undefined;
  const opened = (): Db => {
    if (!db) throw new Error('Nothing was opened.');
    return db;
  };
  const tables = () =>
    opened()
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all()
      .map((row) => (row as { name: string }).name);
  const events = ['INSERT', 'UPDATE', 'DELETE'];
  const warnings: string[] = [];
  const options: SandboxOptions = {
    warn: (message) => warnings.push(message),
    openDatabase: (dataDir) => {
      const made = openDatabase(dataDir);
      db = made.db;
      return made;
    },
  };
  return {
    warnings,
    options,
    get db() {
      return opened();
    },
    fill(): void {
      const on = tables().flatMap((table) => events.map((event) => ({ table, event })));
      opened().exec('CREATE TABLE ballast (data BLOB)');
      for (const { table, event } of on) {
        opened().exec(`CREATE TRIGGER full_${table}_${event} BEFORE ${event} ON ${table}
          BEGIN INSERT INTO ballast VALUES (zeroblob(1000000)); END`);
      }
      // The current number of pages becomes the limit of SQLite.
      opened().pragma('max_page_count = 1');
    },
    clear(): void {
      opened().pragma('max_page_count = 1000000');
      opened().exec('DROP TABLE ballast');
      for (const table of tables()) {
        for (const event of events) opened().exec(`DROP TRIGGER IF EXISTS full_${table}_${event}`);
      }
    },
  };
}

const FULL = { status: 507, code: 'storage/full' };
const WARNINGS = [
  'The sandbox cannot store changes: its disk is full. Until this is resolved, it answers 507 to requests that change data.',
  'The sandbox can store changes again.',
];
const GROUP = { name: 'G', icon: 'bug', index: 0 };

describe('a full disk', () => {
  it('answers 507 to writes, reports it once, and continues when there is room', async () => {
    const tight = disk();
    const api = await openSandboxApi({ seed: 'demo', ...tight.options });
    const write = async () => {
      const { status, body } = await api.perform('tags.groups.create', {}, { body: GROUP });
      return { status, code: body.code };
    };
    const before = await api.must('tags.groups.list');
    tight.fill();
    for (let count = 0; count < 3; count += 1) expect(await write()).toEqual(FULL);
    const { body } = await api.perform('tags.groups.create', {}, { body: GROUP });
    expect(body.message).toBe('The request failed and changed nothing: its disk is full.');
    expect(await api.must('tags.groups.list')).toEqual(before);
    expect(tight.db.inTransaction).toBe(false);
    expect(tight.warnings).toEqual(WARNINGS.slice(0, 1));
    tight.clear();
    expect((await write()).status).toBe(200);
    expect(await api.must('tags.groups.list')).toHaveLength(before.length + 1);
    expect(tight.warnings).toEqual(WARNINGS);
    await api.sandbox.close();
  });

  it('does not stop the timer of the meters, and loses no counts', async () => {
    const tight = disk();
    const time = stillTime();
    const api = await openSandboxApi({
      seed: 'empty',
      clock: time.clock,
      schedule: time.schedule,
      ...tight.options,
    });
    const written = () => tight.db.prepare("SELECT count FROM meters WHERE meter = 'read'").get();
    tight.fill();
    await api.must('organizations.get');
    await time.advance(60_000);
    await api.must('organizations.get');
    await time.advance(60_000);
    expect(written()).toBeUndefined();
    expect(tight.warnings).toEqual(WARNINGS.slice(0, 1));
    expect((await api.send('GET', '/sandbox/state')).body.meters).toMatchObject({ read: 2 });
    tight.clear();
    await time.advance(10_000);
    expect(written()).toMatchObject({ count: 2 });
    expect(tight.warnings).toEqual(WARNINGS);
    await api.sandbox.close();
  });

  it('does not stop an export; its result is written once there is room', async () => {
    const tight = disk();
    const time = stillTime();
    // Nothing is drawn, because the test is about writing.
    const faults = { failExports: true };
    const api = await openSandboxApi({
      faults,
      clock: time.clock,
      schedule: time.schedule,
      ...tight.options,
    });
    const [{ id: diagramId }] = await api.must('diagrams.list');
    const { id } = await api.must('diagrams.export.create', { diagramId }, {});
    const find = () => api.must('diagrams.export.get', { diagramId, diagramExportImageId: id });
    tight.fill();
    await time.advance(60_000);
    expect(tight.warnings).toEqual(WARNINGS.slice(0, 1));
    expect(await find()).toMatchObject({ error: null });
    tight.clear();
    await time.advance(2_000);
    expect(await find()).toMatchObject({ error: expect.stringContaining('set to fail exports') });
    expect(tight.warnings).toEqual(WARNINGS);
    await api.sandbox.close();
  });

  it('does not stop deliveries, and sends none twice', async () => {
    const tight = disk();
    const api = await openWebhooks(tight.options);
    await api.add();
    const [domain] = await api.must('model.objects.list', {}, undefined, '?filter[type]=system');
    await api.must('model.objects.create', {}, { name: 'New', type: 'app', parentId: domain.id });
    tight.fill();
    await api.time.advance(30_000);
    expect(api.sent).toHaveLength(1);
    expect(await api.deliveries()).toMatchObject([{ status: 'pending', tries: [] }]);
    expect(tight.warnings).toEqual(WARNINGS.slice(0, 1));
    tight.clear();
    await api.time.advance(1_000);
    expect(api.sent).toHaveLength(1);
    expect(await api.deliveries()).toMatchObject([{ status: 'delivered', tries: [{ status: 200 }] }]);
    await api.sandbox.close();
  });

  it('rolls back a reset completely, and keeps the admin key valid', async () => {
    const tight = disk();
    const api = await openSandboxApi({ seed: 'empty', ...tight.options });
    api.setNow('2030-01-01T00:00:00Z');
    const hook = { body: { name: 'h', url: 'http://127.0.0.1:9/x' } };
    expect((await api.send('POST', '/sandbox/webhooks', hook)).status).toBe(200);
    await api.must('organizations.get');
    const before = (await api.send('GET', '/sandbox/state')).body;
    tight.fill();
    const refused = await api.send('POST', '/sandbox/reset');
    expect({ status: refused.status, code: refused.body.code }).toEqual(FULL);
    expect((await api.send('POST', '/sandbox/webhooks', hook)).status).toBe(507);
    expect((await api.send('GET', '/sandbox/state')).body).toEqual(before);
    tight.clear();
    const after = await api.send('POST', '/sandbox/reset');
    expect(after.body).toMatchObject({
      meters: { read: 0 },
      webhooks: { subscriptions: 0 },
    });
    await api.must('organizations.get');
    await api.sandbox.close();
  });

  it('does not prevent a sandbox from stopping, or the next one from using its directory', async () => {
    const tight = disk();
    const dataDir = join(directory, 'ending');
    const api = await openSandboxApi({ dataDir, seed: 'empty', ...tight.options });
    await api.must('organizations.get');
    tight.fill();
    await api.sandbox.close();
    expect(tight.warnings).toEqual(WARNINGS.slice(0, 1));
    const again = disk();
    const next = await openSandboxApi({ dataDir, ...again.options });
    again.clear();
    await next.must('organizations.get');
    await next.sandbox.close();
    expect(again.warnings).toEqual([]);
  });
});

describe('a failing disk', () => {
  it('is distinguished from faults of the request and of the sandbox', () => {
    const answer = (code: unknown) => {
      const error = Object.assign(new Error('x'), { code });
      return isStoreFault(error) ? [errorOfStore(error)?.status, errorOfStore(error)?.code] : undefined;
    };
    expect(answer('SQLITE_FULL')).toEqual([507, 'storage/full']);
    expect(answer('ENOSPC')).toEqual([507, 'storage/full']);
    expect(answer('SQLITE_IOERR_WRITE')).toEqual([503, 'storage/failed']);
    expect(answer('SQLITE_READONLY_DBMOVED')).toEqual([503, 'storage/failed']);
    expect(answer('SQLITE_CORRUPT')).toEqual([503, 'storage/failed']);
    expect(answer('SQLITE_BUSY')).toEqual([503, 'storage/busy']);
    expect(['SQLITE_CONSTRAINT', 'SQLITE_ERROR', 'ECONNRESET', 13, undefined].map(answer)).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('is reported at most once a minute', () => {
    const time = { now: 0 };
    const warnings: string[] = [];
    const watch = storageFaultReporter(
      (message) => warnings.push(message),
      () => new Date(time.now),
    );
    for (let second = 0; second < 90; second += 1) {
      time.now = second * 1_000;
      watch.failed(Object.assign(new Error('x'), { code: 'SQLITE_IOERR' }));
      watch.worked();
    }
    expect(warnings).toHaveLength(4);
  });

  it('stops neither requests nor timers', async () => {
    const warnings: string[] = [];
    const time = stillTime();
    let broken = false;
    const api = await openSandboxApi({
      seed: 'empty',
      clock: time.clock,
      schedule: time.schedule,
      warn: (message) => warnings.push(message),
      openDatabase: (dataDir) => ({
        ...openDatabase(dataDir),
        check: () => {
          if (broken) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
        },
      }),
    });
    broken = true;
    await api.must('organizations.get');
    await time.advance(20_000);
    const { status, body } = await api.perform(
      'organizations.apiKeys.create',
      {},
      { body: { name: 'k', permission: 'read' } },
    );
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'storage/failed' });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(
      'its data cannot be read or written. Until this is resolved, it answers 503',
    );
    broken = false;
    await time.advance(20_000);
    expect(warnings).toHaveLength(2);
    await api.sandbox.close();
  });

  it('answers 503 while another program locks the data', async () => {
    const dataDir = join(directory, 'held');
    const api = await openSandboxApi({ dataDir, seed: 'empty' });
    const other = new Database(join(dataDir, 'sandbox.db'));
    other.exec('BEGIN IMMEDIATE');
    const write = () =>
      api.perform('organizations.apiKeys.create', {}, { body: { name: 'k', permission: 'read' } });
    const held = await write();
    expect({ status: held.status, code: held.body.code }).toEqual({ status: 503, code: 'storage/busy' });
    other.exec('ROLLBACK');
    other.close();
    expect((await write()).status).toBe(200);
    await api.sandbox.close();
  });

  it.each(['removed', 'replaced'])('answers 503 once its directory is %s', async (how) => {
    const dataDir = join(directory, `directory-${how}`);
    const warnings: string[] = [];
    const api = await openSandboxApi({ dataDir, seed: 'empty', warn: (message) => warnings.push(message) });
    const write = () =>
      api.perform('organizations.apiKeys.create', {}, { body: { name: 'k', permission: 'read' } });
    expect((await write()).status).toBe(200);
    const other =
      how === 'replaced' ? await openSandboxApi({ dataDir: `${dataDir}-other`, seed: 'empty' }) : undefined;
    await other?.sandbox.close();
    await rename(dataDir, `${dataDir}-old`);
    if (other) await rename(`${dataDir}-other`, dataDir);
    const lost = await write();
    expect({ status: lost.status, code: lost.body.code }).toEqual({ status: 503, code: 'storage/gone' });
    expect(warnings).toEqual([expect.stringContaining('its data directory was removed or replaced')]);
    await api.must('organizations.get');
    await api.sandbox.close();
    // Acknowledged writes are in the original directory.
    const old = await openSandboxApi({ dataDir: `${dataDir}-old`, adminKey: ADMIN });
    expect(await old.must('organizations.apiKeys.list')).toHaveLength(2);
    await old.sandbox.close();
  });
});
