import { createHmac } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../src/base/errors.js';
import type { Send } from '../../src/client/send/wire.js';
import { ENVIRONMENT, TOPICS } from '../../src/commands/help/shared/topics.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { BASE_URL, NEVER } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite({ schedule: NEVER });
});
afterAll(() => suite.close());

const names = (here: Machine): string[] => Object.keys(here.profiles().profiles);

describe('profile', () => {
  it('list shows all, without secrets, and the active one', async () => {
    const here = suite.machine();
    const rows = (await here.run(['profile', 'list', '-o', 'json'])).json() as Record<string, unknown>[];
    expect(rows.map(({ name, inUse }) => [name, inUse])).toEqual([
      ['reader', false],
      ['revoked', false],
      ['default', true],
    ]);
    for (const row of rows) expect(row).not.toHaveProperty('secret');
    const other = (await here.run(['profile', 'list', '-o', 'json', '-p', 'reader'])).json();
    expect(other).toContainEqual(expect.objectContaining({ name: 'reader', inUse: true }));
  });

  it('list reports a damaged one, and verifying a webhook with its empty secret is rejected', async () => {
    const here = suite.machine();
    const { current, profiles } = here.profiles();
    const bad = { ...profiles.default, webhookSecrets: [{ name: 'main', secret: '' }] };
    here.write(
      join(here.config, 'profiles.json'),
      JSON.stringify({ current, profiles: { ...profiles, bad } }),
    );
    const problem = 'webhookSecrets[0].secret is blank';
    const listed = await here.run(['profile', 'list', '-o', 'json']);
    expect(listed.json()).toContainEqual({ name: 'bad', inUse: false, problem });
    expect(listed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`"bad" is damaged: ${problem}`),
    });
    here.write('body.json', '{}');
    const signed = createHmac('sha256', '').update('{}').digest('hex');
    for (const argv of [
      ['webhook', 'verify', '--file', 'body.json', '--signature', signed, '--timestamp', '1780300800'],
      ['webhook', 'listen', '--port', '0'],
      ['webhook', 'sign', '--file', 'body.json'],
      ['profile', 'show', 'bad'],
    ]) {
      const ran = await here.run([...argv, '-p', 'bad', '-o', 'json']);
      expect(ran.code, argv.join(' ')).toBe(2);
      expect(ran.error().message).toBe(
        `Profile "bad" in ${join(here.config, 'profiles.json')} is damaged: ${problem}.`,
      );
    }
    expect((await here.run(['landscape', 'list'])).code).toBe(0);
    expect((await here.run(['profile', 'remove', 'bad', '--yes'])).code).toBe(0);
    expect(here.profiles()).toEqual({ current, profiles });
  });

  it('use, rename and remove change only what they should', async () => {
    const here = suite.machine();
    const { reader, revoked, default: own } = here.profiles().profiles;
    expect((await here.run(['profile', 'use', 'reader'])).code).toBe(0);
    expect(here.profiles()).toEqual({ current: 'reader', profiles: { reader, revoked, default: own } });
    expect((await here.run(['profile', 'rename', 'reader', 'ci'])).code).toBe(0);
    expect(here.profiles()).toEqual({ current: 'ci', profiles: { ci: reader, revoked, default: own } });
    const removed = await here.run(['profile', 'remove', 'ci'], {
      tty: true,
      answers: [{ ask: 'confirm', message: 'ci', answer: true }],
    });
    expect(removed.code).toBe(0);
    expect(here.profiles()).toEqual({ profiles: { revoked, default: own } });
    expect((await here.run(['landscape', 'list'])).code).toBe(3);
    expect((await here.run(['landscape', 'list', '-p', 'default'])).code).toBe(0);
  });

  it('remove keeps the profile if the answer is no', async () => {
    const here = suite.machine();
    const ran = await here.run(['profile', 'remove', 'reader'], {
      tty: true,
      answers: [{ ask: 'confirm', message: 'reader', answer: false }],
    });
    expect(ran.code).toBe(130);
    expect(names(here)).toContain('reader');
  });

  it('set changes each setting, and unset removes it', async () => {
    const here = suite.machine();
    const { organization, sideLandscape, snapshot } = suite.ids;
    for (const [setting, key, value] of [
      ['landscape-version', 'landscapeVersion', snapshot],
      ['landscape', 'landscape', sideLandscape],
      ['org', 'org', organization],
      ['plan', 'plan', 'free'],
    ] as const) {
      expect((await here.run(['profile', 'set', setting, value])).code).toBe(0);
      expect(here.profiles().profiles.default).toHaveProperty(key, value);
      expect((await here.run(['profile', 'show', '-o', 'json'])).json()).toHaveProperty(key, value);
      expect((await here.run(['profile', 'unset', setting])).code).toBe(0);
      expect(here.profiles().profiles.default).not.toHaveProperty(key);
    }
  });

  it('set keeps the key with its origin', async () => {
    const here = suite.machine();
    expect((await here.run(['profile', 'set', 'base-url', `${BASE_URL}`])).code).toBe(0);
    for (const url of ['https://elsewhere.test/v1', 'http://sandbox.test/v1', 'nonsense']) {
      expect((await here.run(['profile', 'set', 'base-url', url])).code).toBe(2);
    }
    expect(here.profiles().profiles.default).toMatchObject({ baseUrl: BASE_URL });
  });

  it.each([
    [['use', 'nobody']],
    [['rename', 'reader', 'default']],
    [['rename', 'reader', '../x']],
    [['rename', 'nobody', 'x']],
    [['remove', 'nobody', '--yes']],
    [['set', 'colour', 'red']],
    [['show', '__proto__']],
    [['use', 'constructor']],
  ])('%j is rejected and changes nothing', async (argv) => {
    const here = suite.machine();
    const before = JSON.stringify(here.profiles());
    const ran = await here.run(['profile', ...argv, '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.error().kind).toBe('usage');
    expect(JSON.stringify(here.profiles())).toBe(before);
  });
});

describe('quota', () => {
  const quota = async (here: Machine) =>
    (await here.run(['quota', '-o', 'json'])).json() as Record<string, unknown>[];
  /** Records so many reads for this month. */
  const spend = (here: Machine, count: number): void => {
    const directory = join(here.state, 'usage', 'default');
    mkdirSync(directory, { recursive: true });
    const month = suite.service.clock.now().toISOString().slice(0, 7);
    appendFileSync(join(directory, `${month}.log`), 'r\n'.repeat(count));
  };

  it('counts by meter, including failures and attempts, and projects to the end of the month', async () => {
    const here = suite.machine();
    await here.run(['profile', 'set', 'plan', 'growth']);
    await here.run(['landscape', 'list']);
    await here.run(['landscape', 'list', '--org', 'Nobody']);
    await here.run(['tag-group', 'create', '--name', 'x', '--icon', 'bug', '--index', '1']);
    await here.run(['tag-group', 'create', '--name', 'x', '--icon', 'nothing', '--index', '1']);
    await here.run(['diagram', 'export', suite.ids.diagram, '--no-wait']);
    const rows = await quota(here);
    expect(rows.map(({ meter, used, limit }) => [meter, used, limit])).toEqual([
      ['read', 2, null],
      ['write', 1, null],
      ['import', 0, 500],
      ['export', 1, 500],
    ]);
    // Nine and a half of the 31 days have passed.
    expect(rows[0]).toMatchObject({ month: '2026-03', plan: 'scale', account: 'default', projected: 7 });
    expect((await here.run(['quota', '-o', 'json', '-p', 'reader'])).json()).toContainEqual(
      expect.objectContaining({ account: 'reader', meter: 'read', used: 0 }),
    );
  });

  it('reports an unknown plan', async () => {
    const here = suite.machine();
    const ran = await here.run(['quota', '-p', 'revoked', '-o', 'json']);
    expect(ran.stderr).toContain('profile set plan');
    expect(ran.json()).toContainEqual(expect.objectContaining({ limit: null, plan: null }));
  });

  it('uses the plan of the organization, or of the profile if that is unknown', async () => {
    const here = suite.machine();
    await here.run(['profile', 'set', 'plan', 'growth']);
    await here.run(['profile', 'set', 'plan', 'growth', '-p', 'revoked']);
    expect((await quota(here))[0]).toMatchObject({ plan: 'scale' });
    expect((await here.run(['doctor', '-o', 'json'])).json()).toContainEqual(
      expect.objectContaining({ check: 'Plan', message: 'scale' }),
    );
    const quotas = (await here.run(['quota', '-p', 'revoked', '-o', 'json'])).json();
    expect(quotas).toContainEqual(expect.objectContaining({ plan: 'growth', limit: 10_000 }));
    // A key of the environment differs from that of the profile.
    const other = await here.run(['quota', '-o', 'json', '-p', 'revoked'], {
      env: { ARCHCTL_API_KEY: 'Other:Key' },
    });
    expect(other.json()).toContainEqual(expect.objectContaining({ plan: null }));
  });

  it('causes a warning above 80 %, once a day', async () => {
    const here = suite.machine();
    await here.run(['profile', 'set', 'plan', 'growth']);
    spend(here, 7_990);
    const warning = /of 10000 read requests/;
    expect((await here.run(['landscape', 'list'])).stderr).not.toMatch(warning);
    spend(here, 20);
    expect((await here.run(['landscape', 'list'])).stderr).toMatch(warning);
    expect((await here.run(['landscape', 'list'])).stderr).not.toMatch(warning);
  });

  it('warns before an error, which stays the last line', async () => {
    const here = suite.machine();
    await here.run(['profile', 'set', 'plan', 'growth']);
    spend(here, 9_000);
    const ran = await here.run(['diagram', 'get', 'Nobody', '-o', 'json']);
    expect(ran.code).toBe(4);
    expect(ran.stderr).toContain('of 10000 read requests');
    expect(ran.error().kind).toBe('not-found');
  });
});

describe('doctor', () => {
  const check = async (here: Machine, transport?: Send, more: readonly string[] = []) => {
    const ran = await here.run(['doctor', '-o', 'json', ...more], transport ? { transport } : {});
    const rows = ran.json() as { check: string; status: string; hint?: string }[];
    return { ran, found: Object.fromEntries(rows.map((row) => [row.check, row.status])) };
  };
  /** Responses of the service, with a clock that is off by so many seconds. */
  const skewed =
    (seconds: number): Send =>
    async (request) => {
      const answer = await suite.service.transport(request);
      const date = new Date(suite.service.clock.now().getTime() + seconds * 1000).toUTCString();
      return { ...answer, headers: { ...answer.headers, date } };
    };

  it('finds no problems', async () => {
    const { ran, found } = await check(suite.machine(), skewed(0));
    expect(ran.code).toBe(0);
    expect(new Set(Object.values(found))).toEqual(new Set(['ok']));
    expect(Object.keys(found)).toEqual([
      'Node.js',
      'Certificates',
      'Configuration',
      'Account',
      'Service',
      'Clock',
      'Key',
      'Plan',
    ]);
  });

  it.each([
    [600, 'failed', 8],
    [-600, 'failed', 8],
    [60, 'warning', 0],
  ])('reports a clock that is %i s off: %s', async (seconds, status, code) => {
    const { ran, found } = await check(suite.machine(), skewed(seconds));
    expect(ran.code).toBe(code);
    expect(found.Clock).toBe(status);
    if (code !== 0) expect(ran.error()).toMatchObject({ kind: 'check', message: '1 of 8 checks failed.' });
  });

  it.each([
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'warning', 'is ignored'],
    [{ NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' }, 'warning', 'contains no readable certificate'],
    [{ NODE_EXTRA_CA_CERTS: 'ca.pem' }, 'ok', 'ca.pem'],
  ])('reports the effect of %j on certificates', async (given, status, message) => {
    const here = suite.machine();
    const file = here.write('ca.pem', '-----BEGIN CERTIFICATE-----\n');
    const env =
      'NODE_EXTRA_CA_CERTS' in given
        ? { NODE_EXTRA_CA_CERTS: given.NODE_EXTRA_CA_CERTS?.replace(/^ca\.pem$/, join(here.cwd, file)) }
        : given;
    const ran = await here.run(['doctor', '-o', 'json'], { env, transport: skewed(0) });
    expect(ran.code).toBe(0);
    expect(ran.json()).toContainEqual(
      expect.objectContaining({ check: 'Certificates', status, message: expect.stringContaining(message) }),
    );
  });

  it('reports a rejected key, a missing sign-in, and no response', async () => {
    const here = suite.machine();
    await here.run(['profile', 'use', 'revoked']);
    const revoked = await check(here);
    expect(revoked.ran.code).toBe(8);
    expect(revoked.found).toMatchObject({ Service: 'ok', Key: 'failed' });
    const silent = await check(here, () =>
      Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })),
    );
    expect(silent.ran.code).toBe(8);
    expect(silent.found).toMatchObject({ Service: 'failed', Key: 'skipped' });
    await here.run(['auth', 'logout', '--yes']);
    const nobody = await check(here);
    expect(nobody.ran.code).toBe(8);
    expect(nobody.found).toMatchObject({ Account: 'failed', Service: 'skipped' });
  });

  it('reports a profile file that others can read', async () => {
    const here = suite.machine();
    chmodSync(join(here.config, 'profiles.json'), 0o644);
    const { ran, found } = await check(here);
    expect(ran.code).toBe(8);
    expect(found.Configuration).toBe('failed');
    expect(ran.stderr).toContain('chmod');
  });

  it('reports a damaged profile: a warning if it is not active', async () => {
    const here = suite.machine();
    const { current, profiles } = here.profiles();
    const bad = { ...profiles.default, webhookSecrets: [{ name: 'main', secret: '' }] };
    here.write(
      join(here.config, 'profiles.json'),
      JSON.stringify({ current, profiles: { ...profiles, bad } }),
    );
    const other = await check(here);
    expect(other.found).toMatchObject({ Configuration: 'warning', Account: 'ok', Key: 'ok' });
    expect(other.ran.stdout).toContain('profile \\"bad\\": webhookSecrets[0].secret is blank');
    const own = await check(here, undefined, ['-p', 'bad']);
    expect(own.ran.code).toBe(8);
    expect(own.found).toMatchObject({ Configuration: 'warning', Account: 'failed', Key: 'skipped' });
  });

  it('reports a directory that others may write, without advice to narrow it', async () => {
    const here = suite.machine();
    chmodSync(here.config, 0o1777);
    const { ran, found } = await check(here);
    expect(found.Configuration).toBe('failed');
    expect(ran.stderr).toContain('ARCHCTL_CONFIG_DIR');
    expect(ran.stderr).not.toContain('chmod');
  });

  it('reports a broken profile file', async () => {
    const here = suite.machine();
    here.write(join(here.config, 'profiles.json'), 'not json');
    const { ran, found } = await check(here);
    expect(ran.code).toBe(8);
    expect(found).toMatchObject({ Configuration: 'failed', Key: 'skipped' });
  });
});

describe('help', () => {
  it.each(Object.keys(TOPICS))('%s explains itself', async (topic) => {
    const ran = await suite.machine().run(['help', topic]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout.split('\n').length).toBeGreaterThan(5);
  });

  it('exit-codes lists every code, environment every variable', async () => {
    const here = suite.machine();
    const codes = (await here.run(['help', 'exit-codes'])).stdout;
    for (const { code, meaning } of Object.values(EXIT_CODES)) {
      expect(codes).toMatch(new RegExp(`^\\s*${code}\\b`, 'm'));
      expect(codes.replace(/\s+/g, ' ')).toContain(meaning);
    }
    const environment = (await here.run(['help', 'environment'])).stdout;
    for (const name of Object.keys(ENVIRONMENT)) expect(environment).toContain(name);
  });

  it('of a command equals --help, and related commands are complete', async () => {
    const here = suite.machine();
    const topics = Object.keys(TOPICS).map((topic) => `help ${topic}`);
    const known = [...REGISTRY.commands.map(({ path }) => path.join(' ')), ...topics];
    for (const { path, load } of REGISTRY.commands) {
      const topic = await here.run(['help', ...path]);
      const option = await here.run([...path, '--help']);
      expect(topic.stdout).toBe(option.stdout);
      const { related = [], examples } = (await load()).default;
      for (const one of related) expect(known).toContain(one);
      for (const { line } of examples) expect(line).toContain(`archctl ${path.join(' ')}`);
    }
  });
});
