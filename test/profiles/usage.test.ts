import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/cli/command/spec.js';
import { warnAboutQuota } from '../../src/cli/run/quota-warning.js';
import type { Plan } from '../../src/contract/limits.js';
import type { Meter } from '../../src/contract/operation.js';
import type { Profile } from '../../src/profiles/profile.js';
import { resolveSettings } from '../../src/profiles/settings.js';
import { forecast, type UsageStore, usageStore } from '../../src/profiles/usage.js';
import { temporaryDirectory } from '../cli/world.js';
import { testTerminal } from '../support/terminal.js';

const AT = new Date('2026-03-10T12:00:00Z');
const NONE = { read: 0, write: 0, import: 0, export: 0 };

function record(store: UsageStore, meter: Meter, times: number, at = AT): void {
  for (let count = 0; count < times; count++) store.record('main', meter, at);
}

describe('usageStore', () => {
  test('counts by account, month and meter', () => {
    const store = usageStore(temporaryDirectory());
    expect(store.count('main', '2026-03')).toEqual(NONE);
    record(store, 'read', 3);
    record(store, 'write', 2);
    record(store, 'import', 1);
    record(store, 'export', 4);
    store.record('other', 'read', AT);
    expect(store.count('main', '2026-03')).toEqual({ read: 3, write: 2, import: 1, export: 4 });
    expect(store.count('other', '2026-03')).toEqual({ ...NONE, read: 1 });
  });

  test('months change in UTC', () => {
    const store = usageStore(temporaryDirectory());
    store.record('main', 'read', new Date('2026-03-31T23:59:59.999Z'));
    store.record('main', 'read', new Date('2026-04-01T00:00:00Z'));
    store.record('main', 'read', new Date('2026-04-01T01:30:00+02:00'));
    expect(store.count('main', '2026-03').read).toBe(2);
    expect(store.count('main', '2026-04').read).toBe(1);
  });

  test('counts of concurrent processes are complete', async () => {
    const directory = temporaryDirectory();
    const first = usageStore(directory);
    record(first, 'read', 1);
    first.flush();
    const file = join(directory, 'usage', 'main', '2026-03.log');
    // Another process of archctl appends one line per request.
    const script = `const fs = require('node:fs'); for (let i = 0; i < 200; i++) fs.appendFileSync(${JSON.stringify(file)}, 'w\\n')`;
    const others = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, ['-e', script]));
    const store = usageStore(directory);
    record(store, 'read', 199);
    await Promise.all(others);
    expect(store.count('main', '2026-03')).toEqual({ ...NONE, read: 200, write: 800 });
  });

  test('is private, and a hostile account name stays in its folder', () => {
    const directory = temporaryDirectory();
    const store = usageStore(directory);
    store.record('../../x y', 'read', AT);
    store.flush();
    expect(readdirSync(directory)).toEqual(['usage']);
    const [account = ''] = readdirSync(join(directory, 'usage'));
    expect(statSync(join(directory, 'usage', account)).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'usage', account, '2026-03.log')).mode & 0o777).toBe(0o600);
    expect(store.count('../../x y', '2026-03').read).toBe(1);
  });

  test('invalid lines are skipped', () => {
    const directory = temporaryDirectory();
    const store = usageStore(directory);
    record(store, 'read', 1);
    store.flush();
    writeFileSync(join(directory, 'usage', 'main', '2026-03.log'), 'r\n\nx\nread\nw\nr');
    expect(store.count('main', '2026-03')).toEqual({ ...NONE, read: 2, write: 1 });
  });

  test('an unreadable or read-only directory causes no failure', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    const nowhere = usageStore(join(directory, 'file'));
    nowhere.record('main', 'read', AT);
    expect(() => nowhere.flush()).not.toThrow();
    expect(nowhere.count('main', '2026-03')).toEqual(NONE);
    expect(nowhere.firstWarningToday('main', AT)).toBe(true);
    mkdirSync(join(directory, 'usage', 'main', '2026-03.log'), { recursive: true });
    expect(usageStore(directory).count('main', '2026-03')).toEqual(NONE);
  });

  test('warns once per UTC day and account', () => {
    const store = usageStore(temporaryDirectory());
    record(store, 'read', 1);
    store.record('other', 'read', AT);
    store.flush();
    expect(store.firstWarningToday('main', AT)).toBe(true);
    expect(store.firstWarningToday('main', new Date('2026-03-10T23:59:59Z'))).toBe(false);
    expect(store.firstWarningToday('other', AT)).toBe(true);
    expect(store.firstWarningToday('main', new Date('2026-03-11T00:00:00Z'))).toBe(true);
  });
});

describe('forecast', () => {
  const reads = (used: number, at: string, plan?: Plan) =>
    forecast({ ...NONE, read: used }, plan, new Date(at)).find(({ meter }) => meter === 'read');

  test.each([
    // March has 31 days. The first day counts as complete from its first minute.
    ['2026-03-01T00:00:00Z', 100, 3100],
    ['2026-03-01T12:00:00Z', 100, 3100],
    ['2026-03-02T00:00:00Z', 100, 3100],
    ['2026-03-03T00:00:00Z', 100, 1550],
    ['2026-03-16T12:00:00Z', 100, 200],
    ['2026-03-31T23:59:59.999Z', 100, 100],
    ['2026-02-15T00:00:00Z', 100, 200],
    ['2028-02-15T12:00:00Z', 100, 200],
    ['2026-12-31T23:59:59.999Z', 7, 7],
    ['2026-03-10T00:00:00Z', 0, 0],
  ])('at %s, %i used makes %i', (at, used, projected) => {
    expect(reads(used, at)).toEqual({ meter: 'read', used, limit: null, projected });
  });

  test('includes the limits of the plans', () => {
    const limits = (plan: Plan) => forecast(NONE, plan, AT).map(({ limit }) => limit);
    expect(limits('free')).toEqual([0, 0, 0, 0]);
    expect(limits('growth')).toEqual([10_000, 1_000, 5, 5]);
    expect(limits('scale')).toEqual([null, null, 500, 500]);
    expect(limits('enterprise')).toEqual([null, null, null, null]);
  });
});

describe('warnAboutQuota', () => {
  async function warned(
    used: Partial<Record<Meter, number>>,
    plan: Plan | undefined,
    { env = {}, sent = Object.keys(used) as Meter[] }: { env?: Record<string, string>; sent?: Meter[] } = {},
  ) {
    const directory = temporaryDirectory();
    const usage = usageStore(directory);
    for (const [meter, times] of Object.entries(used)) record(usage, meter as Meter, times);
    const profile: Profile = {
      baseUrl: 'https://x.example',
      keyId: 'k',
      secret: 's',
      ...(plan ? { plan } : {}),
    };
    const store = {
      path: 'p',
      read: () => ({ current: 'main', profiles: { main: profile } }),
      update: async () => {},
    };
    const settings = resolveSettings({ given: {}, env, cwd: directory, store });
    const { terminal, stderr, stdout } = await testTerminal();
    const metersUsed: ReadonlySet<Meter> = new Set(sent);
    const context = { settings, usage, terminal, metersUsed, world: { now: () => AT } } as Context;
    warnAboutQuota(context);
    const first = stderr();
    warnAboutQuota(context);
    expect(stderr(), 'once a day').toBe(first);
    expect(stdout()).toBe('');
    return first;
  }

  test('prints nothing below 80 %', async () => {
    expect(await warned({ write: 799 }, 'growth')).toBe('');
  });

  test('warns from 80 % on, for every such meter', async () => {
    expect(await warned({ write: 800, import: 4, read: 10 }, 'growth')).toBe(
      'warning: This month, 800 of 1000 write requests and 4 of 5 import requests of the growth plan are used. "archctl quota" shows details.\n',
    );
  });

  test('prints nothing if nothing is metered, available, or known', async () => {
    const much = { write: 1000 };
    expect(await warned(much, 'scale')).toBe('');
    expect(await warned(much, 'free')).toBe('');
    expect(await warned(much, undefined)).toBe('');
  });

  test('prints nothing after a command without limited requests', async () => {
    expect(await warned({ write: 900 }, 'growth', { sent: [] })).toBe('');
    expect(await warned({ export: 450 }, 'scale', { sent: ['read'] })).toBe('');
    expect(await warned({ export: 450 }, 'scale')).toContain('450 of 500 export requests of the scale plan');
  });

  test('ignores a broken key or profile', async () => {
    const key = { ARCHCTL_API_KEY: 'nonsense' };
    expect(await warned({ write: 900 }, 'growth', { env: key, sent: [] })).toBe('');
    expect(await warned({ write: 900 }, 'growth', { env: { ARCHCTL_PROFILE: 'nope' } })).toBe('');
  });
});
