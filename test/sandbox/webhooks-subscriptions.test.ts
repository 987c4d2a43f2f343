import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/sandbox.js';
import { SCHEMA_STEPS } from '../../src/sandbox/store/schema.js';
import { DELIVERY_LIMITS } from '../../src/sandbox/webhooks/delivery.js';
import { openWebhooks, type WebhookSuite } from './webhook-suite.js';

const input = { name: 'app', url: 'https://hooks.test/in' };
const open: WebhookSuite[] = [];
const openSuite = async (options: SandboxOptions = {}): Promise<WebhookSuite> => {
  const made = await openWebhooks(options);
  open.push(made);
  return made;
};
const post = (at: WebhookSuite, body: unknown) => at.send('POST', '/sandbox/webhooks', { body });
const close = async (at: WebhookSuite) => {
  open.splice(open.indexOf(at), 1);
  await at.sandbox.close();
};
afterEach(async () => {
  for (const it of open.splice(0)) await it.sandbox.close();
});

describe('a subscription', () => {
  it('shows its secret only in the response of its create', async () => {
    const at = await openSuite();
    const { body, status } = await post(at, input);
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[0-9a-f]{64}$/);
    const { subscription } = body;
    expect(subscription).toEqual({
      id: expect.stringMatching(/^\w{20}$/),
      organizationId: at.sandbox.organizationId,
      ...input,
      enabled: true,
      createdAt: at.time.clock().toISOString(),
      updatedAt: at.time.clock().toISOString(),
      deliveries: { pending: 0, delivered: 0, failed: 0, dropped: 0 },
      failures: 0,
      disabledReason: null,
      oldestPendingAt: null,
      limits: DELIVERY_LIMITS,
    });
    const answers = [
      await at.send('GET', '/sandbox/webhooks'),
      await at.send('GET', `/sandbox/webhooks/${subscription.id}`),
      await at.send('PATCH', `/sandbox/webhooks/${subscription.id}`, { body: { name: 'x' } }),
      await at.send('GET', '/sandbox/state'),
      await at.send('GET', '/sandbox/webhooks/deliveries'),
      await at.send('DELETE', `/sandbox/webhooks/${subscription.id}`),
    ];
    for (const { status: code, body: answer } of answers) {
      expect(code).toBe(200);
      expect(JSON.stringify(answer)).not.toContain(body.secret);
    }
    expect(answers[0]?.body).toEqual({ subscriptions: [subscription] });
    expect(answers[2]?.body.subscription).toEqual({ ...subscription, name: 'x' });
    const again = await post(at, input);
    expect(again.body.secret).not.toBe(body.secret);
  });

  it('needs the Scale or Enterprise plan', async () => {
    for (const plan of ['scale', 'enterprise'] as const) {
      expect((await post(await openSuite({ plan }), input)).status).toBe(200);
    }
    for (const plan of ['free', 'growth'] as const) {
      const at = await openSuite({ plan });
      const { status, body } = await post(at, input);
      expect([status, body]).toEqual([
        403,
        {
          message: `Webhooks need the Scale or Enterprise plan; this sandbox has the ${plan} plan.`,
          code: 'plan/webhooks-not-available',
        },
      ]);
      expect((await at.send('GET', '/sandbox/webhooks')).body).toEqual({ subscriptions: [] });
    }
  });

  it('requires a name and an https address, or one of this machine', async () => {
    const at = await openSuite();
    for (const url of [
      'https://a.test',
      'https://a.test:8443/x?y=1',
      'http://localhost:3000/',
      'http://127.0.0.2',
      'http://[::1]:80/x',
    ]) {
      expect([url, (await post(at, { ...input, url })).status]).toEqual([url, 200]);
    }
    const problem = async (body: object) => (await post(at, body)).body.errors?.[0];
    expect(await problem({ ...input, url: 'http://a.test/' })).toBe(
      'url: must use HTTPS; HTTP is allowed only for this machine (localhost, 127.0.0.1, [::1])',
    );
    expect(await problem({ ...input, url: 'http://127.0.0.1.a.test/' })).toContain('must use HTTPS');
    expect(await problem({ ...input, url: 'ftp://a.test/' })).toBe('url: must be an HTTPS URL');
    expect(await problem({ ...input, url: 'a.test' })).toContain('url: must be a URL');
    expect(await problem({ ...input, url: 'https://me:pw@a.test/' })).toContain('a user name or password');
    expect(await problem({ ...input, url: 'https://a.test/#x' })).toBe('url: must not contain a fragment');
    expect(await problem({ ...input, name: '' })).toBe('name: must not be empty');
    expect(await problem({ url: input.url })).toBe('name: is required');
    expect(await problem({ ...input, secret: 'mine' })).toBe('secret: is not a valid field');
    const { body } = await post(at, input);
    const path = `/sandbox/webhooks/${body.subscription.id}`;
    const changed = await at.send('PATCH', path, { body: { url: 'http://a.test' } });
    expect(changed.status).toBe(422);
  });

  it('requires the admin key', async () => {
    const at = await openSuite();
    const key = await at.keyWith('admin');
    const { subscription } = await at.add();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${subscription.id}`],
      ['PATCH', `/${subscription.id}`],
      ['DELETE', `/${subscription.id}`],
      ['GET', `/${subscription.id}/deliveries`],
      ['GET', '/deliveries'],
      ['GET', '/deliveries/x'],
    ] as const) {
      const body = method === 'POST' || method === 'PATCH' ? { body: input } : {};
      const refused = await at.send(method, `/sandbox/webhooks${path}`, { ...body, key });
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'permission']);
      const unknown = await at.send(method, `/sandbox/webhooks${path}`, { ...body, key: null });
      expect(unknown.status).toBe(401);
    }
  });

  it('that does not exist returns 404', async () => {
    const at = await openSuite();
    for (const [method, path] of [
      ['GET', 'nope'],
      ['DELETE', 'nope'],
      ['GET', 'nope/deliveries'],
    ] as const) {
      expect((await at.send(method, `/sandbox/webhooks/${path}`)).status).toBe(404);
    }
    expect((await at.send('PATCH', '/sandbox/webhooks/nope', { body: {} })).status).toBe(404);
  });

  it('may start disabled', async () => {
    const at = await openSuite();
    const { body } = await post(at, { ...input, enabled: false });
    expect(body.subscription.enabled).toBe(false);
  });
});

it('GET / lists the choices that the service leaves open', async () => {
  const at = await openSuite();
  const { ownChoices, notImplemented, control } = (await at.send('GET', '/', { key: null })).body;
  const text = ownChoices.join('\n');
  for (const word of [
    '10 seconds',
    '5 times',
    '1, 4, 16 and 64 seconds',
    'one at a time',
    'http is allowed on this machine',
  ])
    expect(text).toContain(word);
  expect(notImplemented.join('\n')).not.toMatch(/nothing is delivered|merging/);
  expect(control).toContain('POST /sandbox/webhooks');
});

describe('a data directory', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'archctl-webhooks-'));
  });
  afterEach(async () => {
    for (const it of open.splice(0)) await it.sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const create = async (at: WebhookSuite) => {
    const [{ id: parentId }] = await at.must('model.objects.list', {}, undefined, '?filter[type]=system');
    return at.must('model.objects.create', {}, { name: 'App', type: 'app', parentId });
  };

  it('stores subscriptions, secrets, attempts and pending deliveries: a restart continues', async () => {
    const first = await openSuite({ dataDir });
    const { subscription } = await first.add();
    first.control.react = () => 500;
    const made = await create(first);
    await first.must('model.objects.update', { modelObjectId: made.id }, { name: 'Two' });
    await first.time.advance(1_000);
    expect(first.sent).toHaveLength(2);
    await close(first);

    const second = await openSuite({ dataDir });
    await second.time.advance(1_000);
    // Not due yet: the third attempt is four seconds after the second.
    expect(second.sent).toEqual([]);
    await second.time.advance(4_000);
    expect(second.sent.map(({ event }) => event.operation)).toEqual(['created', 'updated']);
    expect(second.sent[0]?.body).toBe(first.sent[0]?.body);
    const [updated, created] = await second.deliveries(subscription.id);
    expect(created?.tries.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(updated?.tries.map(({ status }) => status)).toEqual([200]);
  });

  it('stores deliveries before their first attempt', async () => {
    const first = await openSuite({ dataDir, schedule: () => () => undefined });
    await first.add();
    await create(first);
    await close(first);
    const second = await openSuite({ dataDir });
    await second.time.advance();
    expect(second.sent).toHaveLength(1);
    await close(second);
    const third = await openSuite({ dataDir });
    await third.time.advance(3_600_000);
    expect(third.sent).toEqual([]);
  });

  it('repeats an interrupted attempt, without counting it', async () => {
    const first = await openSuite({ dataDir });
    await first.add();
    first.control.react = () => 'silence';
    await create(first);
    await first.time.advance();
    await close(first);
    expect(first.sent[0]?.signal.aborted).toBe(true);
    const second = await openSuite({ dataDir });
    second.control.react = () => 500;
    await second.time.advance(3_600_000);
    expect(second.sent).toHaveLength(5);
    const [delivery] = await second.deliveries();
    expect(delivery?.tries[0]).toMatchObject({ error: 'canceled by the sandbox' });
    expect(delivery?.tries).toHaveLength(6);
  });

  it('drops pending deliveries and queues none if the plan no longer has webhooks', async () => {
    const first = await openSuite({ dataDir });
    await first.add();
    first.control.react = () => 500;
    await create(first);
    await first.time.advance();
    await close(first);
    const second = await openSuite({ dataDir, plan: 'growth' });
    await create(second);
    await second.time.advance(3_600_000);
    expect(second.sent).toEqual([]);
    expect((await second.deliveries()).map(({ status }) => status)).toEqual(['dropped']);
    const [{ id }] = (await second.send('GET', '/sandbox/webhooks')).body.subscriptions;
    expect((await second.send('PATCH', `/sandbox/webhooks/${id}`, { body: { enabled: false } })).status).toBe(
      200,
    );
    const enabled = await second.send('PATCH', `/sandbox/webhooks/${id}`, { body: { enabled: true } });
    expect([enabled.status, enabled.body.code]).toEqual([403, 'plan/webhooks-not-available']);
    expect((await second.send('DELETE', `/sandbox/webhooks/${id}`)).status).toBe(200);
  });

  it('protects secrets by file mode', async () => {
    const at = await openSuite({ dataDir });
    const { secret } = await at.add();
    for (const name of ['sandbox.db', 'sandbox.db-wal']) {
      expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
    }
    await close(at);
    expect(await readFile(join(dataDir, 'sandbox.db'), 'latin1')).toContain(secret);
  });

  it('of the previous version is migrated', async () => {
    await close(await openSuite({ dataDir }));
    const db = new Database(join(dataDir, 'sandbox.db'));
    const later = SCHEMA_STEPS.slice(1)
      .join('\n')
      .matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g);
    for (const [, table] of later) db.exec(`DROP TABLE IF EXISTS ${table}`);
    db.exec('DROP INDEX records_name; DROP INDEX records_type');
    for (const column of ['svg', 'png', 'pdf']) db.exec(`ALTER TABLE exports ADD COLUMN ${column} BLOB`);
    db.exec('PRAGMA user_version = 1');
    db.close();
    const at = await openSuite({ dataDir });
    await at.add();
    await create(at);
    await at.time.advance();
    expect(at.sent).toHaveLength(1);
    const { body } = await at.send('GET', '/sandbox/state');
    expect(body).toMatchObject({
      schemaVersion: SCHEMA_STEPS.length,
      webhooks: { subscriptions: 1, pending: 0 },
    });
  });
});
