/** Several sandboxes: names, profiles, ports, and how they are distinguished. */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/send/clock.js';
import { nodeTransport } from '../../src/client/transport/transport.js';
import { sandboxRecord } from '../support/sandbox.js';
import { type Machine, machine, type RunResult } from '../support/world.js';

let user: Machine;
/** With the real network and clock, because the sandboxes are real. */
const transport = nodeTransport({ proxyEnv: {} });
const clock = { ...systemClock, now: () => new Date(), advance: () => undefined, waits: [] };
beforeEach(() => {
  user = machine({ clock, transport });
});
afterAll(() => transport.close());
afterEach(async () => {
  for (const { stop, ended } of started.splice(0)) {
    stop.abort();
    await ended;
  }
  await user.remove();
});

interface Ready {
  baseUrl: string;
  port: number;
  profile: string;
}
const started: { stop: AbortController; ended: Promise<RunResult> }[] = [];

/** A sandbox in this process until the end of the test; the result of the run if it does not start. */
async function start(
  ...options: string[]
): Promise<Ready & { stop: AbortController; ended: Promise<RunResult> }> {
  const stop = new AbortController();
  let ready: (event: Ready) => void = () => {};
  const is = new Promise<Ready>((resolve) => {
    ready = resolve;
  });
  const argv = ['sandbox', 'start', '--seed', 'empty', '-o', 'json', ...options];
  const onStdout = (text: string) => text.includes('\n') && ready(JSON.parse(text) as Ready);
  const ended = user.run(argv, { signal: stop.signal, onStdout });
  const failed = ended.then((ran) => {
    throw new Error(`It did not start: ${ran.stderr}`);
  });
  failed.catch(() => {});
  const event = await Promise.race([is, failed]);
  started.push({ stop, ended });
  return { ...event, stop, ended };
}

const run = (...argv: string[]) => user.run(['sandbox', ...argv, '-o', 'json']);
const message = (ran: RunResult) => ran.error().message;

describe('the admin key', () => {
  it('is printed by status only if it is asked for', async () => {
    const { profile } = await start('--ephemeral', '--name', 'keyed');
    const { keyId, secret } = user.profiles().profiles[profile] ?? {};
    expect(secret).toMatch(/\w{20}/);
    expect((await run('status')).stdout).not.toContain(secret);
    expect((await run('list')).stdout).not.toContain(secret);
    expect((await run('status', '--keys')).json()).toMatchObject({ apiKey: `${keyId}:${secret}` });
    const shown = await user.run(['sandbox', 'status', '--keys'], { tty: true });
    expect(shown.stdout).toContain(`${keyId}:`);
    expect(shown.stderr).toContain(`archctl -p ${profile} keys create practice`);
  });

  it('is not read from a profile of another address', async () => {
    const { profile } = await start('--ephemeral', '--name', 'keyed');
    user.signIn({ baseUrl: 'http://127.0.0.1:1/v1/' }, profile);
    const ran = await run('status', '--keys');
    expect(ran.json()).not.toHaveProperty('apiKey');
    expect(ran.stderr).toContain(`The profile "${profile}" does not use this sandbox`);
  });
});

describe('sandbox start', () => {
  it('ends with the next command, and prints no secret', async () => {
    const stop = new AbortController();
    let secret: string | undefined;
    const ran = await user.run(['sandbox', 'start', '--ephemeral', '--seed', 'empty', '--name', 'first'], {
      tty: true,
      signal: stop.signal,
      onStdout: () => {
        secret ??= user.profiles().profiles['sandbox-first']?.secret;
        setImmediate(() => stop.abort());
      },
    });
    expect(ran.stderr).toMatch(/Next: archctl (object tree|landscape list)\n/);
    expect(ran.stdout + ran.stderr).not.toContain(secret);
  });
});

describe('the profile of an ephemeral sandbox', () => {
  const end = async (...options: string[]) => {
    const { profile, stop, ended } = await start('--ephemeral', ...options);
    return async () => {
      stop.abort();
      expect((await ended).code).toBe(0);
      return user.profiles().profiles[profile];
    };
  };

  it('is removed when it ends, also if it replaced the profile of an ended sandbox', async () => {
    user.signIn({ baseUrl: 'http://127.0.0.1:1/v1/' }, 'sandbox-ci');
    expect(await (await end('--name', 'ci'))()).toBeUndefined();
    expect(await (await end())()).toBeUndefined();
    expect(user.profiles().current).toBeUndefined();
  });

  it('is kept if it was changed, if it contains older secrets, and of a sandbox with data', async () => {
    const changed = await end('--name', 'ci');
    user.signIn({ baseUrl: 'https://api.example/v1/' }, 'sandbox-ci');
    expect(await changed()).toMatchObject({ baseUrl: 'https://api.example/v1/' });
    const webhookSecrets = [{ name: 'app', secret: 'a-secret-of-a-subscription' }];
    user.signIn({ baseUrl: 'http://127.0.0.1:1/v1/', webhookSecrets }, 'sandbox-b');
    expect(await (await end('--name', 'b'))()).toMatchObject({ webhookSecrets });
    const lasting = await start('--name', 'c');
    lasting.stop.abort();
    await lasting.ended;
    expect(user.profiles().profiles['sandbox-c']).toBeDefined();
  });
});

describe('webhook listen', () => {
  /** The warnings of a listener on a port, and the port that it got. */
  async function listen(port: string) {
    const stop = new AbortController();
    let url = '';
    const argv = ['webhook', 'listen', '--port', port, '--allow-unverified', '-o', 'ndjson'];
    const onStdout = (text: string) => {
      url = /http:[^"]+/.exec(text)?.[0] ?? url;
      stop.abort();
    };
    const { stderr } = await user.run(argv, { signal: stop.signal, onStdout });
    return { stderr, port: new URL(url).port };
  }

  it('warns if the sandbox does not send to its port, with the command that enables it', async () => {
    await start('--ephemeral');
    const { port } = await listen('0');
    const added = await run('webhook', 'add', '--name', 'dev', '--url', `http://localhost:${port}/`);
    const { id } = added.json() as { id: string };
    expect((await listen(port)).stderr).not.toContain('disabled');
    expect((await run('webhook', 'disable', id)).code).toBe(0);
    expect((await listen('0')).stderr).not.toContain('disabled');
    expect((await listen(port)).stderr).toContain(
      `The sandbox sends no events here: its subscription "dev" is disabled. Enable it:\n  archctl sandbox webhook enable ${id}\n`,
    );
    await start('--ephemeral', '--name', 'ci');
    expect((await listen(port)).stderr).toContain(`enable ${id} --sandbox sandbox\n`);
  });
});

describe('several sandboxes', () => {
  it('have their own names, profiles and data, and are listed', async () => {
    const one = await start('--ephemeral');
    const two = await start('--name', 'ci');
    expect([one.profile, two.profile]).toEqual(['sandbox', 'sandbox-ci']);
    const { profiles, current } = user.profiles();
    expect(current).toBe('sandbox');
    expect(profiles.sandbox?.baseUrl).toBe(`${one.baseUrl}/v1/`);
    expect(profiles['sandbox-ci']?.baseUrl).toBe(`${two.baseUrl}/v1/`);
    expect((await run('list')).json()).toMatchObject([
      { name: 'ci', baseUrl: two.baseUrl, dataDir: join(user.state, 'sandbox-ci'), answers: true },
      { name: 'sandbox', baseUrl: one.baseUrl, dataDir: null, answers: true, profile: 'sandbox' },
    ]);
    const table = await user.run(['sandbox', 'list', '-o', 'table', '--fields', 'name,dataDir']);
    expect(table.stdout).toContain('in memory');
    one.stop.abort();
    await one.ended;
    expect((await run('list')).json()).toMatchObject([{ name: 'ci' }]);
  });

  it('never lose a profile to a later one, which uses another and reports that', async () => {
    const one = await start('--ephemeral');
    const before = user.profiles().profiles.sandbox;
    const two = await start('--ephemeral');
    expect(two.profile).toBe('sandbox-2');
    expect(user.profiles().profiles.sandbox).toEqual(before);
    two.stop.abort();
    expect((await two.ended).stderr).toContain('so this one is named "2" with the profile "sandbox-2"');
    // Another state directory has no record of the first; its profile is enough.
    const elsewhere = { ARCHCTL_STATE_DIR: join(user.cwd, 'elsewhere') };
    const stop = new AbortController();
    const third = await user.run(['sandbox', 'start', '--ephemeral', '--seed', 'empty', '-o', 'json'], {
      env: elsewhere,
      signal: stop.signal,
      onStdout: (text) => text.includes('\n') && stop.abort(),
    });
    expect(third.lines()).toMatchObject([{ profile: 'sandbox-2' }]);
    expect(user.profiles().profiles.sandbox?.baseUrl).toBe(`${one.baseUrl}/v1/`);
  });

  it('get the profile back when one is started again on its port', async () => {
    for (const [named, profile] of [
      [[], 'sandbox'],
      [['--name', 'ci'], 'sandbox-ci'],
    ] as const) {
      const before = await start(...named);
      before.stop.abort();
      await before.ended;
      const again = await start('--ephemeral', ...named, '--port', String(before.port));
      expect([before.profile, again.profile]).toEqual([profile, profile]);
      expect((await user.run(['keys', 'list', '-p', profile, '-o', 'json'])).code).toBe(0);
    }
  });

  it('do not change the profile of another service', async () => {
    user.signIn({ baseUrl: 'https://api.example/v1/' }, 'sandbox-ci');
    const named = await run('start', '--ephemeral', '--seed', 'empty', '--name', 'ci');
    expect(named.code).toBe(2);
    expect(message(named)).toBe(
      'Profile "sandbox-ci" belongs to https://api.example and is not overwritten.',
    );
    expect(user.profiles().profiles['sandbox-ci']?.baseUrl).toBe('https://api.example/v1/');
    expect(existsSync(join(user.state, 'sandbox-ci.json'))).toBe(false);
  });

  it('reject a name, a port and a data directory in use, and name the user', async () => {
    const dataDir = join(user.cwd, 'data');
    const one = await start('--name', 'ci', '--data-dir', dataDir);
    const name = await run('start', '--name', 'ci', '--ephemeral');
    expect(message(name)).toBe(
      `The sandbox "ci" is already running at ${one.baseUrl} (process ${process.pid}).`,
    );
    const port = await run('start', '--ephemeral', '--port', String(one.port));
    expect(message(port)).toBe(`Port ${one.port} is in use by the sandbox "ci" (process ${process.pid}).`);
    const data = await run('start', '--data-dir', dataDir);
    expect(message(data)).toBe(
      `The data directory ${dataDir} is in use by another sandbox (process ${process.pid}).`,
    );
    for (const ran of [name, port, data]) expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect((await run('list')).json()).toMatchObject([{ name: 'ci' }]);
  });

  it('are selected by name, port and profile; otherwise the commands list them', async () => {
    const one = await start('--ephemeral');
    const two = await start('--ephemeral', '--name', 'ci');
    const both = `There are several sandboxes: ci (${two.baseUrl}), sandbox (${one.baseUrl}).`;
    for (const argv of [['status'], ['stop'], ['reset', '--yes'], ['webhook', 'list']]) {
      const ran = await run(...argv);
      expect([argv, ran.code, message(ran)]).toEqual([argv, 2, both]);
      const option = argv[0] === 'webhook' ? '--sandbox' : '--name';
      expect(ran.error().hint).toContain(`with ${option} or --port`);
    }
    const seen = async (...argv: string[]) =>
      ((await run('status', ...argv)).json() as { name: string }).name;
    expect(await seen('--name', 'ci')).toBe('ci');
    expect(await seen('ci')).toBe('ci');
    expect(await seen('--port', String(one.port))).toBe('sandbox');
    expect(await seen('-p', 'sandbox-ci')).toBe('ci');
    expect((await run('status', '--name', 'no')).json()).toEqual({ running: false });
    for (const named of [['--name', 'no'], ['no']]) {
      const none = await run('stop', ...named);
      expect(none.code).toBe(0);
      expect(none.stderr).toContain('No sandbox "no" is running.');
    }
    expect((await run('status', '--name', 'ci', '--port', '1')).code).toBe(2);
    expect((await run('status', 'ci', '--name', 'ci')).code).toBe(2);
    expect((await run('status', 'ci', '--port', String(one.port))).code).toBe(2);
    const reset = await run('reset', 'ci', '--dry-run');
    expect([reset.code, reset.stdout]).toEqual([0, expect.stringContaining(`${two.baseUrl}/sandbox/reset`)]);
    expect((await run('reset', 'ci', '--name', 'ci')).code).toBe(2);
    expect((await run('stop', '--all', 'ci')).code).toBe(2);
    expect((await run('stop', '--all', '--name', 'ci')).code).toBe(2);
    expect((await run('start', '--name', '../x')).code).toBe(2);
    const added = ['add', '--name', 'app', '--url', 'http://127.0.0.1:3000/', '--sandbox', 'ci'];
    expect((await run('webhook', ...added, '--save-secret')).code).toBe(0);
    expect((await run('webhook', 'list', '--sandbox', 'ci')).json()).toMatchObject([{ name: 'app' }]);
    expect((await run('webhook', 'list', '--sandbox', 'sandbox')).json()).toEqual([]);
    expect(user.profiles().profiles['sandbox-ci']?.webhookSecrets).toMatchObject([{ name: 'app' }]);
  });

  it('that ended unexpectedly are cleaned up, with a note; a damaged record does not affect others', async () => {
    const two = await start('--ephemeral', '--name', 'ci');
    const file = join(user.state, 'sandbox-old.json');
    writeFileSync(file, sandboxRecord({ pid: 2 ** 22 + 1 }), { mode: 0o600 });
    const listed = await run('list');
    expect(listed.json()).toMatchObject([{ name: 'ci', baseUrl: two.baseUrl }]);
    expect(listed.stderr).toContain('The sandbox "old" (process 4194305) ended unexpectedly');
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, '{', { mode: 0o600 });
    expect((await run('status', '--name', 'ci')).json()).toMatchObject({ running: true });
    expect((await run('status', '--name', 'old')).code).toBe(2);
  });
});
