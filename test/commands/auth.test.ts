import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, BASE_URL, type JsonObject, SECRET_MARK, textOf } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
const machines: Machine[] = [];
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(async () => {
  await Promise.all(machines.map((made) => made.remove()));
  await suite.close();
});

/** A machine that has never signed in. */
const blank = (env?: Record<string, string>): Machine => {
  const made = machine(suite.service, env);
  machines.push(made);
  return made;
};
const KEY = `${ADMIN.id}:${ADMIN.secret}`;
const login = ['auth', 'login', '--base-url', BASE_URL];

describe('auth login, status and logout', () => {
  it('work with a key from stdin', async () => {
    const here = blank();
    const signedIn = await here.run([...login, '--key-stdin', '-o', 'json'], { stdin: `${KEY}\n` });
    expect(signedIn.code).toBe(0);
    const { user } = await suite.ask('user/login', 'POST');
    expect(signedIn.json()).toMatchObject({
      profile: 'default',
      baseUrl: BASE_URL,
      keyId: ADMIN.id,
      user: { id: (user as JsonObject).id },
      organization: suite.ids.organization,
    });
    const status = (await here.run(['auth', 'status', '-o', 'json'])).json();
    expect(status).toMatchObject({
      profile: 'default',
      keyId: ADMIN.id,
      user,
      organization: suite.ids.organization,
    });
    expect(textOf(status, 'keySource')).toContain(join(here.config, 'profiles.json'));
    expect((await here.run(['landscape', 'list'])).code).toBe(0);

    const refused = await here.run(['auth', 'logout']);
    expect(refused.code).toBe(2);
    expect(here.profiles().profiles).toHaveProperty('default');
    expect((await here.run(['auth', 'logout', '--yes'])).code).toBe(0);
    expect(here.profiles()).toEqual({ profiles: {} });
    expect((await here.run(['auth', 'status'])).code).toBe(3);
    expect((await here.run(['auth', 'logout', '--yes'])).code).toBe(3);
    for (const { text } of here.transcript) expect(text).not.toContain(SECRET_MARK);
  });

  it('store the key readable only for its owner', async () => {
    const here = blank();
    await here.run([...login, '--key-file', here.write('key.txt', `${KEY}\n`)]);
    expect(statSync(here.config).mode & 0o777).toBe(0o700);
    expect(statSync(join(here.config, 'profiles.json')).mode & 0o777).toBe(0o600);
    expect(here.profiles().profiles.default).toMatchObject({ keyId: ADMIN.id, secret: ADMIN.secret });
  });

  it('prompt on a terminal, without echo of the key', async () => {
    const here = blank();
    const ran = await here.run(['auth', 'login', '--no-color'], {
      tty: true,
      answers: [
        { ask: 'input', message: 'Service address', answer: 'https://sandbox.test' },
        // An invalid one is asked for again.
        { ask: 'secret', message: 'API key', answer: 'no colon' },
        { ask: 'secret', message: 'API key', answer: KEY },
      ],
    });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('ID:SECRET');
    expect(ran.stderr).toContain('Signed in as');
    expect(here.profiles().profiles.default).toMatchObject({ baseUrl: BASE_URL, keyId: ADMIN.id });
    const out = await here.run(['auth', 'logout'], {
      tty: true,
      answers: [{ ask: 'confirm', message: 'default', answer: true }],
    });
    expect(out.code).toBe(0);
    expect(here.profiles().profiles).toEqual({});
  });

  it.each([
    ['a key that the service refuses', `${ADMIN.id}:wrong`, 3],
    ['a key that is none', 'no colon', 2],
    ['no key', '', 2],
  ])('do not change a working profile for %s', async (_, key, code) => {
    const here = suite.machine();
    const before = JSON.stringify(here.profiles());
    const ran = await here.run([...login, '--key-stdin', '-o', 'json'], { stdin: key });
    expect(ran.code).toBe(code);
    expect(ran.error().kind).toBe(code === 3 ? 'auth' : 'usage');
    expect(JSON.stringify(here.profiles())).toBe(before);
    expect((await here.run(['landscape', 'list'])).code).toBe(0);
  });

  it('name a wrong address and a wrong key, also for a profile that does not exist yet', async () => {
    const here = blank();
    const wrong = [
      'auth',
      'login',
      '-p',
      'new',
      '--base-url',
      new URL('/v2', BASE_URL).href,
      '--key-stdin',
      '-o',
      'json',
    ];
    const nowhere = await here.run(wrong, { stdin: `${KEY}\n` });
    expect([nowhere.code, nowhere.error()]).toMatchObject([
      4,
      {
        message: 'There is no service at https://sandbox.test/v2/v1/.',
        hint: expect.stringContaining('"/v1"'),
      },
    ]);
    const refused = await here.run([...login, '-p', 'new', '--key-stdin', '-o', 'json'], {
      stdin: `${ADMIN.id}:wrong\n`,
    });
    expect([refused.code, refused.error()]).toMatchObject([
      3,
      { hint: expect.stringContaining('the id and the secret of the key') },
    ]);
  });

  it('do not change a working profile if the service does not answer', async () => {
    const here = suite.machine();
    const before = JSON.stringify(here.profiles());
    const transport = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    const ran = await here.run([...login, '--key-stdin', '-o', 'json'], { stdin: KEY, transport });
    expect(ran.code).toBe(7);
    expect(ran.error().kind).toBe('unavailable');
    expect(JSON.stringify(here.profiles())).toBe(before);
  });

  it('create a profile of the given name, and make it active', async () => {
    const here = suite.machine();
    const ran = await here.run([...login, '-p', 'ci', '--key-stdin', '-o', 'json'], { stdin: KEY });
    expect(ran).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') });
    expect(Object.keys(here.profiles().profiles)).toEqual(['reader', 'revoked', 'default', 'ci']);
    expect(here.profiles().current).toBe('ci');
    const odd = await here.run([...login, '-p', '../x', '--key-stdin', '-o', 'json'], { stdin: KEY });
    expect(odd.error().kind).toBe('usage');
  });

  it('show the source of a key from the environment', async () => {
    const here = blank({ ARCHCTL_API_KEY: KEY, ARCHCTL_BASE_URL: 'https://sandbox.test' });
    expect((await here.run(['auth', 'status', '-o', 'json'])).json()).toMatchObject({
      profile: null,
      keySource: 'ARCHCTL_API_KEY',
    });
  });

  it('send no key of a profile to another origin', async () => {
    const here = suite.machine();
    const ran = await here.run(['auth', 'status', '--base-url', 'https://elsewhere.test', '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.requests).toEqual([]);
    const plain = await here.run(['auth', 'login', '--base-url', 'http://sandbox.test', '--key-stdin'], {
      stdin: KEY,
    });
    expect(plain.code).toBe(2);
    expect(plain.requests).toEqual([]);
  });

  it('send no new key in the clear to a profile that was not named', async () => {
    const here = blank();
    here.signIn({ baseUrl: 'http://127.0.0.1:4210/v1/' });
    const before = JSON.stringify(here.profiles());
    for (const [argv, options] of [
      [['--key-stdin'], { stdin: KEY }],
      [['--key-file', here.write('key.txt', KEY)], {}],
      [[], { env: { ARCHCTL_API_KEY: KEY } }],
    ] as const) {
      const ran = await here.run(['auth', 'login', ...argv, '-o', 'json'], options);
      expect(ran.code).toBe(2);
      expect(ran.error().message).toContain('is not sent to http://127.0.0.1:4210');
      expect(ran.requests).toEqual([]);
    }
    expect(JSON.stringify(here.profiles())).toBe(before);
    const named = await here.run(['auth', 'login', '-p', 'default', '--key-stdin'], { stdin: KEY });
    expect(named.requests[0]?.url.origin).toBe('http://127.0.0.1:4210');
  });

  it('save no key in a shared directory, and keep its mode', async () => {
    const here = blank();
    mkdirSync(here.config);
    chmodSync(here.config, 0o1777);
    const ran = await here.run([...login, '--key-stdin', '-o', 'json'], { stdin: KEY });
    expect(ran.code).toBe(2);
    expect(ran.error().message).toBe(
      `Cannot save the profiles in ${here.config}: other users can write to it.`,
    );
    expect(statSync(here.config).mode & 0o7777).toBe(0o1777);
    expect(readdirSync(here.config)).toEqual([]);
    const doctor = await here.run(['doctor']);
    expect(doctor.stdout + doctor.stderr).not.toContain('chmod');
  });

  it('accept names of objects as profile names', async () => {
    const here = blank();
    expect((await here.run([...login, '-p', 'constructor', '--key-stdin'], { stdin: KEY })).code).toBe(0);
    const again = await here.run(['auth', 'login', '-p', 'toString', '--key-stdin', '-o', 'json'], {
      stdin: KEY,
    });
    expect(again.error().message).toBe('No service address was given.');
  });

  it('name a broken profile file, and do not change it', async () => {
    const here = suite.machine();
    const path = here.write(join(here.config, 'profiles.json'), '{"profiles": {"a":');
    const ran = await here.run([...login, '--key-stdin', '-o', 'json'], { stdin: KEY });
    expect(ran.code).toBe(2);
    expect(ran.error().message).toContain(path);
    expect(here.read(path)).toBe('{"profiles": {"a":');
  });
});

describe('keys create', () => {
  const create = ['keys', 'create', '--name', 'CI', '--permission', 'read', '-o', 'json'];

  it('shows the secret once, and the key works', async () => {
    const here = suite.machine();
    const ran = await here.run(create);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('shown only now');
    const made = ran.json();
    const key = `${textOf(made, 'id')}:${textOf(made, 'secret')}`;
    const other = blank();
    expect((await other.run([...login, '--key-stdin'], { stdin: key })).code).toBe(0);
    expect((await other.run(['landscape', 'list'])).code).toBe(0);
    expect((await other.run(['keys', 'create', '--name', 'x', '--permission', 'read'])).code).toBe(3);
  });

  it('shows people the key as one value to paste, and programs its fields', async () => {
    const here = suite.machine();
    const line = ['keys', 'create', '--name', 'CI', '--permission', 'read', '--no-color'];
    expect((await here.run(line, { tty: true })).stdout).toMatch(/Key to paste\s+\w+:\w+/);
    expect((await here.run([...line, '-o', 'table'])).stdout).not.toContain('Key to paste');
    expect((await here.run(line)).stdout).not.toMatch(/^key\t/m);
  });

  it('saves a profile without printing the secret', async () => {
    const here = suite.machine();
    const ran = await here.run([...create, '--save-profile', 'ci', '--debug']);
    expect(ran.code).toBe(0);
    const { ci, ...others } = here.profiles().profiles;
    expect(Object.keys(others)).toEqual(['reader', 'revoked', 'default']);
    expect(here.profiles().current).toBe('default');
    expect(ran.json()).toMatchObject({ id: ci?.keyId, name: 'CI' });
    expect(ran.json()).not.toHaveProperty('secret');
    expect(ci?.secret.length).toBeGreaterThan(16);
    expect(`${ran.stdout}${ran.stderr}`).not.toContain(ci?.secret);
    expect((await here.run(['landscape', 'list', '-p', 'ci'])).code).toBe(0);
  });

  it('writes a private file without printing the secret', async () => {
    const here = suite.machine();
    const ran = await here.run([...create, '--secret-file', 'key.txt', '--debug']);
    expect(ran.code).toBe(0);
    const [id, secret = ''] = here.read('key.txt').trim().split(':');
    expect(ran.json()).toMatchObject({ id });
    expect(`${ran.stdout}${ran.stderr}`).not.toContain(secret);
    expect(statSync(join(here.cwd, 'key.txt')).mode & 0o777).toBe(0o600);
    expect((await blank().run([...login, '--key-file', join(here.cwd, 'key.txt')])).code).toBe(0);
  });

  it('never overwrites a file or a profile, and creates no key in that case', async () => {
    const here = suite.machine();
    here.write('key.txt', 'precious');
    const logs = () =>
      suite.ask(`organizations/${suite.ids.organization}/logs?filter[actionType]=api-key-create`);
    const before = await logs();
    const profiles = JSON.stringify(here.profiles());
    for (const more of [
      ['--secret-file', 'key.txt'],
      ['--save-profile', 'default'],
      ['--secret-file', 'no/such/folder/key.txt'],
      ['--secret-file', '-'],
    ]) {
      const ran = await here.run([...create, ...more]);
      expect(ran.code, more.join(' ')).toBe(2);
      expect(ran.error().kind).toBe('usage');
      expect(ran.requests).toEqual([]);
    }
    expect(here.read('key.txt')).toBe('precious');
    expect(JSON.stringify(here.profiles())).toBe(profiles);
    expect(await logs()).toEqual(before);
  });

  it('leaves no file behind if the service rejects the request', async () => {
    const here = suite.machine();
    const ran = await here.run([...create, '--secret-file', 'key.txt', '-p', 'reader']);
    expect(ran.code).toBe(3);
    expect(() => here.read('key.txt')).toThrow('ENOENT');
    expect((await here.run([...create, '--secret-file', 'key.txt'])).code).toBe(0);
  });

  it('update changes name and permission', async () => {
    const here = suite.machine();
    const { id } = (await here.run(create)).json() as { id: string };
    const ran = await here.run(['keys', 'update', id, '--permission', 'write', '-o', 'json']);
    expect(ran.json()).toMatchObject({ id, name: 'CI', permission: 'write' });
    const nothing = await here.run(['keys', 'update', id, '-o', 'json']);
    expect(nothing.error()).toMatchObject({ kind: 'usage', message: 'There is nothing to change.' });
    expect(nothing.requests).toEqual([]);
  });
});
