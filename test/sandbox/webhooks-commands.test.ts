import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/sandbox.js';
import {
  type JsonObject,
  listOf,
  openService,
  type Service,
  sandboxRecord,
  textOf,
} from '../support/sandbox.js';
import { type Machine, machine, type RunOptions } from '../support/world.js';
import { eventually } from './harness.js';

const open: { service: Service; user: Machine }[] = [];
afterEach(async () => {
  for (const { service, user } of open.splice(0)) {
    await user.remove();
    await service.close();
  }
});

/** A user with a running sandbox. Endpoints answer 200 by default. */
async function start(options: SandboxOptions = {}) {
  const service = await openService({ sendWebhook: async () => ({ status: 200 }), ...options });
  const user = machine(service);
  open.push({ service, user });
  user.signIn({ org: service.sandbox.organizationId, landscape: service.sandbox.landscapeId }, 'sandbox');
  mkdirSync(user.state, { recursive: true });
  writeFileSync(join(user.state, 'sandbox.json'), sandboxRecord());
  const run = (words: string, more: RunOptions = {}) =>
    user.run(['sandbox', 'webhook', ...words.split(' '), '-o', 'json'], more);
  const ok = async (words: string): Promise<JsonObject> => {
    const ran = await run(words);
    expect(ran).toMatchObject({ code: 0 });
    return ran.json() as JsonObject;
  };
  const secrets = () => user.profiles().profiles.sandbox?.webhookSecrets;
  return { service, user, run, ok, secrets };
}

const ADD = 'add --name app --url http://localhost:3000/hooks';

describe('sandbox webhook', () => {
  it('add shows the secret once and warns', async () => {
    const { run, ok, secrets } = await start();
    const ran = await run(ADD);
    const { secret, ...subscription } = ran.json() as JsonObject;
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(ran.stderr).toContain('secret is shown only now');
    expect(secrets()).toBeUndefined();
    expect(await ok('list')).toEqual([subscription]);
  });

  it('add --save-secret saves it in the profile and shows nothing', async () => {
    const { run, ok, secrets, service } = await start();
    const ran = await run(`${ADD} --save-secret`);
    const { id } = ran.json() as JsonObject;
    const [saved] = secrets() ?? [];
    expect(saved).toEqual({
      name: 'app',
      subscriptionId: id,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(ran.stdout + ran.stderr).not.toContain(saved?.secret);
    const other = textOf(await ok(`${ADD} --save-secret`), 'id');
    expect(secrets()?.map(({ name }) => name)).toEqual(['app', `app ${other}`]);
    await ok(`disable ${other}`);
    expect((await run(`remove ${other} --yes`)).code).toBe(0);
    expect(secrets()).toEqual([saved]);
    expect((await service.control('GET', 'webhooks')).subscriptions).toHaveLength(1);
  });

  it('remove asks, and changes nothing without a confirmation', async () => {
    const { run, ok } = await start();
    const id = textOf(await ok(ADD), 'id');
    const asked = await run(`remove ${id}`);
    expect([asked.code, asked.error().kind]).toEqual([2, 'usage']);
    expect(await ok('list')).toHaveLength(1);
    const answered = await run(`remove ${id}`, { tty: true, answers: [{ ask: 'confirm', answer: true }] });
    expect(answered.code).toBe(0);
    expect((await run('list')).json()).toEqual([]);
  });

  it('disable and enable switch it', async () => {
    const { ok } = await start();
    const id = textOf(await ok(ADD), 'id');
    expect(await ok(`disable ${id}`)).toMatchObject({ id, enabled: false });
    expect(await ok(`enable ${id}`)).toMatchObject({ id, enabled: true });
  });

  it('deliveries shows attempts: of all, of one subscription, and one with its body', async () => {
    const { ok, user, run } = await start();
    const id = textOf(await ok(ADD), 'id');
    const empty = await run('deliveries');
    expect([empty.json(), empty.code]).toEqual([[], 0]);
    const objects = (
      await user.run(['object', 'list', '--type', 'system', '-o', 'json'])
    ).json() as JsonObject[];
    const target = textOf(objects[0], 'id');
    await user.run(['object', 'update', target, '--name', 'Anew']);
    const found = await eventually(
      async () => (await ok('deliveries')) as unknown as JsonObject[],
      ([it]) => it?.status === 'delivered',
    );
    expect(found).toEqual([
      expect.objectContaining({
        resourceId: target,
        operation: 'updated',
        tries: [{ at: expect.any(String), ms: expect.any(Number), status: 200 }],
      }),
    ]);
    expect(await ok(`deliveries ${id}`)).toEqual(found);
    const one = await ok(`deliveries ${textOf(found[0], 'id')}`);
    expect(JSON.parse(textOf(one, 'body'))).toMatchObject({ subscriptionId: id, after: { name: 'Anew' } });
    const table = await user.run(['sandbox', 'webhook', 'deliveries', '-o', 'table']);
    expect(table.stdout).toMatch(/delivered +updated .* 200 in \d+ ms/);
    expect((await run('deliveries nope')).error()).toMatchObject({ kind: 'not-found', status: 404 });
  });

  it('add explains why another plan has none', async () => {
    const { run } = await start({ plan: 'growth' });
    const ran = await run(ADD);
    expect(ran.error()).toMatchObject({
      kind: 'auth',
      status: 403,
      message: expect.stringContaining('Webhooks need the Scale or Enterprise plan'),
    });
  });

  it('explains how to start a sandbox if none is running', async () => {
    const { run, user } = await start();
    writeFileSync(join(user.state, 'sandbox.json'), sandboxRecord({ pid: 2 ** 22 + 1 }));
    for (const words of [ADD, 'list', 'enable x', 'disable x', 'remove x --yes', 'deliveries']) {
      const ran = await run(words);
      expect([words, ran.code, ran.error().message]).toEqual([words, 7, 'No sandbox is running.']);
      expect(ran.stderr).toContain('archctl sandbox start');
    }
  });

  it('keeps saved secrets in the profile when a sandbox starts again', async () => {
    const { run, user, secrets } = await start();
    await run(`${ADD} --save-secret`);
    const before = secrets();
    // The sandbox has ended, so its address does not answer.
    rmSync(join(user.state, 'sandbox.json'));
    const profile = { baseUrl: 'http://127.0.0.1:4010/v1/', ...(before && { webhookSecrets: before }) };
    user.signIn(profile, 'sandbox');
    const transport = async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
    const stop = new AbortController();
    const onStdout = (text: string) => {
      if (text.includes('\n')) stop.abort();
    };
    const argv = ['sandbox', 'start', '--ephemeral', '--seed', 'empty', '--port', '0', '-o', 'json'];
    await user.run(argv, { signal: stop.signal, onStdout, transport });
    expect(user.profiles().profiles.sandbox?.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(secrets()).toEqual(before);
    expect(listOf({ before }, 'before')).toHaveLength(1);
  });
});
