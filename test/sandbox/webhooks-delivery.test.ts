import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/sandbox/store/store.js';
import { verify } from '../../src/webhooks/web-signature.js';
import { webhookEvent } from '../support/webhook-schema.js';
import { digest, openWebhooks, type WebhookSuite } from './webhook-suite.js';

let suite: WebhookSuite;
let parentId: string;
let subscriptionId: string;
let secret: string;

beforeEach(async () => {
  suite = await openWebhooks();
  parentId = (await suite.must('model.objects.list', {}, undefined, '?filter[type]=system'))[0].id;
  const made = await suite.add();
  subscriptionId = made.subscription.id;
  secret = made.secret;
});
afterEach(() => suite.sandbox.close());

const create = (name = 'App'): Promise<{ id: string }> =>
  suite.must('model.objects.create', {}, { name, type: 'app', parentId });
const rename = (modelObjectId: string, name: string) =>
  suite.must('model.objects.update', { modelObjectId }, { name });
const names = () => suite.sent.map(({ event }) => (event.after ?? event.before)?.name);
const moments = (since: number) => suite.sent.map(({ at }) => at - since);
const now = () => suite.time.clock().getTime();
const only = async () => {
  const found = await suite.deliveries();
  expect(found).toHaveLength(1);
  return found[0];
};

describe('a delivery', () => {
  it('is a signed POST that can be verified', async () => {
    await create('Zürich 😀');
    await suite.time.advance();
    const [post] = suite.sent;
    expect(post?.url).toBe('https://hooks.test/in');
    const { 'X-Service-Timestamp': timestamp = '', ...headers } = post?.headers ?? {};
    expect(timestamp).toBe(String(Math.floor(now() / 1000)));
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'archctl-sandbox',
      'X-Service-Signature': digest(secret, timestamp, post?.body ?? ''),
    });
    expect(headers['X-Service-Signature']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is accepted by the receiver library', async () => {
    await create();
    await suite.time.advance();
    const { headers = {}, body = '' } = suite.sent[0] ?? {};
    const verification = await verify({
      secrets: ['another', secret],
      signature: headers['X-Service-Signature'],
      timestamp: headers['X-Service-Timestamp'],
      body,
      now: now() / 1000,
    });
    expect(verification).toMatchObject({ ok: true, secret: 'secret-2' });
    const event: unknown = JSON.parse(body);
    expect(webhookEvent.parse(event)).toEqual(event);
    expect(Object.keys(event as object)).toHaveLength(7);
  });

  it('starts after the response to the request, and is recorded', async () => {
    await create();
    expect(suite.sent).toEqual([]);
    expect(await only()).toMatchObject({ status: 'pending', tries: [], nextTryAt: null });
    await suite.time.advance();
    expect(await only()).toMatchObject({
      subscriptionId,
      collection: 'model-object',
      operation: 'created',
      status: 'delivered',
      finishedAt: suite.time.clock().toISOString(),
      tries: [{ at: suite.time.clock().toISOString(), ms: 0, status: 200 }],
    });
  });

  it('succeeds with any 2xx and fails otherwise', async () => {
    for (const [status, wanted] of [
      [204, 'delivered'],
      [299, 'delivered'],
      [199, 'pending'],
      [302, 'pending'],
      [410, 'pending'],
      [500, 'pending'],
    ] as const) {
      suite.control.react = () => status;
      await create();
      await suite.time.advance();
      const [newest] = await suite.deliveries();
      expect([status, newest?.status, newest?.tries]).toEqual([
        status,
        wanted,
        [expect.objectContaining({ status })],
      ]);
    }
  });

  it('has the time of the attempt as its timestamp', async () => {
    suite.control.react = () => 500;
    await create();
    await suite.time.advance(1_000);
    const seconds = Math.floor(now() / 1000);
    expect(suite.sent.map((it) => it.headers['X-Service-Timestamp'])).toEqual([
      `${seconds - 1}`,
      `${seconds}`,
    ]);
  });

  it('is shown completely on its own', async () => {
    await create();
    await suite.time.advance();
    const { id } = (await only()) ?? { id: '' };
    const { body } = await suite.send('GET', `/sandbox/webhooks/deliveries/${id}`);
    expect(body.delivery).toMatchObject({ id, status: 'delivered', body: suite.sent[0]?.body });
    expect((await suite.send('GET', '/sandbox/webhooks/deliveries/nope')).status).toBe(404);
    expect((await suite.send('GET', '/sandbox/webhooks/nope/deliveries')).status).toBe(404);
    expect((await suite.send('GET', '/sandbox/webhooks/deliveries?limit=0')).status).toBe(422);
  });
});

describe('a failing delivery', () => {
  it('is attempted five times with increasing delays, each signed anew, then given up', async () => {
    suite.control.react = () => 503;
    const start = now();
    await create();
    await suite.time.advance();
    expect(await only()).toMatchObject({
      status: 'pending',
      nextTryAt: new Date(start + 1_000).toISOString(),
    });
    await suite.time.advance(3_600_000);
    expect(moments(start)).toEqual([0, 1_000, 5_000, 21_000, 85_000]);
    expect(new Set(suite.sent.map((it) => it.body)).size).toBe(1);
    expect(new Set(suite.sent.map((it) => it.headers['X-Service-Signature'])).size).toBe(5);
    for (const { headers, body, at } of suite.sent) {
      const timestamp = headers['X-Service-Timestamp'] ?? '';
      expect(timestamp).toBe(String(Math.floor(at / 1000)));
      expect(headers['X-Service-Signature']).toBe(digest(secret, timestamp, body));
    }
    const failed = await only();
    expect(failed).toMatchObject({ status: 'failed', nextTryAt: null });
    expect(failed?.tries.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  });

  it('succeeds once its endpoint exists', async () => {
    suite.control.react = () =>
      suite.sent.length < 3
        ? Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
        : 200;
    await create();
    await suite.time.advance(3_600_000);
    const delivery = await only();
    expect(delivery?.status).toBe('delivered');
    expect(delivery?.tries).toEqual([
      { at: expect.any(String), ms: 0, error: 'ECONNREFUSED' },
      { at: expect.any(String), ms: 0, error: 'ECONNREFUSED' },
      { at: expect.any(String), ms: 0, status: 200 },
    ]);
  });

  it('times out after ten seconds', async () => {
    suite.control.react = () => 'silence';
    await create();
    await suite.time.advance(9_999);
    expect(suite.sent[0]?.signal.aborted).toBe(false);
    await suite.time.advance(1);
    expect(suite.sent[0]?.signal.aborted).toBe(true);
    expect((await only())?.tries).toEqual([
      { at: expect.any(String), ms: 10_000, error: 'no response within 10 seconds' },
    ]);
    await suite.time.advance(1_000);
    expect(suite.sent).toHaveLength(2);
  });
});

describe('the order', () => {
  it('is kept for a record: a later event waits for the earlier one', async () => {
    suite.control.react = ({ event }) => (event.operation === 'created' && suite.sent.length < 3 ? 500 : 200);
    const { id } = await create('One');
    await rename(id, 'Two');
    await rename(id, 'Three');
    await suite.must('model.objects.delete', { modelObjectId: id });
    await suite.time.advance();
    expect(names()).toEqual(['One']);
    await suite.time.advance(60_000);
    const operations = suite.sent.map(({ event }) => event.operation);
    expect(operations).toEqual(['created', 'created', 'created', 'updated', 'updated', 'deleted']);
    expect(names()).toEqual(['One', 'One', 'One', 'Two', 'Three', 'Three']);
  });

  it('continues after an event that was given up', async () => {
    suite.control.react = ({ event }) => (event.operation === 'created' ? 500 : 200);
    const { id } = await create('One');
    await rename(id, 'Two');
    await suite.time.advance(3_600_000);
    expect(names()).toEqual(['One', 'One', 'One', 'One', 'One', 'Two']);
    const [newest, oldest] = await suite.deliveries();
    expect([newest?.status, oldest?.status]).toEqual(['delivered', 'failed']);
  });

  it('applies within a subscription: others do not wait', async () => {
    await suite.add('other', 'https://other.test/');
    suite.control.react = ({ url }) => (url.includes('other') ? 200 : 'silence');
    for (let count = 0; count < 10; count += 1) await rename(parentId, `Name ${count}`);
    await suite.time.advance();
    const to = (name: string) => suite.sent.filter(({ url }) => url.includes(name)).length;
    expect([to('hooks'), to('other')]).toEqual([1, 10]);
  });

  it('does not apply between records: up to eight are concurrent', async () => {
    let most = 0;
    let running = 0;
    const answers: (() => void)[] = [];
    suite.control.react = () => {
      running += 1;
      most = Math.max(most, running);
      return new Promise((resolve) => {
        answers.push(() => {
          running -= 1;
          resolve(200);
        });
      });
    };
    for (let count = 0; count < 20; count += 1) await create(`App ${count}`);
    await suite.time.advance();
    expect(running).toBe(8);
    while (answers.length > 0) {
      answers.pop()?.();
      await suite.time.advance();
    }
    expect([most, suite.sent.length]).toEqual([8, 20]);
    expect(names()).toEqual(Array.from({ length: 20 }, (_, at) => `App ${at}`));
    expect((await suite.deliveries()).every(({ status }) => status === 'delivered')).toBe(true);
  });
});

describe('a disabled subscription', () => {
  it('receives nothing, neither then nor later', async () => {
    expect(await suite.change(subscriptionId, { enabled: false })).toMatchObject({ enabled: false });
    const { id } = await create();
    await suite.time.advance(3_600_000);
    expect(await suite.deliveries()).toEqual([]);
    expect(await suite.change(subscriptionId, { enabled: true })).toMatchObject({ enabled: true });
    await suite.time.advance(3_600_000);
    expect(suite.sent).toEqual([]);
    await rename(id, 'After');
    await suite.time.advance();
    expect(names()).toEqual(['After']);
    const [post] = suite.sent;
    const timestamp = post?.headers['X-Service-Timestamp'] ?? '';
    expect(post?.headers['X-Service-Signature']).toBe(digest(secret, timestamp, post?.body ?? ''));
  });

  it('drops pending deliveries', async () => {
    suite.control.react = () => 500;
    const { id } = await create('One');
    await rename(id, 'Two');
    await suite.time.advance();
    await suite.change(subscriptionId, { enabled: false });
    await suite.change(subscriptionId, { enabled: true });
    await suite.time.advance(3_600_000);
    expect(names()).toEqual(['One']);
    expect((await suite.deliveries()).map(({ status }) => status)).toEqual(['dropped', 'dropped']);
    suite.control.react = () => 200;
    await rename(id, 'Three');
    await suite.time.advance();
    expect(names()).toEqual(['One', 'Three']);
  });

  it('aborts running attempts, and records that', async () => {
    suite.control.react = () => 'silence';
    await create();
    await suite.time.advance();
    await suite.change(subscriptionId, { enabled: false });
    await suite.time.advance();
    expect(suite.sent[0]?.signal.aborted).toBe(true);
    expect(await only()).toMatchObject({
      status: 'dropped',
      tries: [{ error: 'canceled by the sandbox' }],
    });
  });

  it('is deleted with its deliveries', async () => {
    suite.control.react = () => 'silence';
    await create();
    await suite.time.advance();
    await suite.removeSubscription(subscriptionId);
    await suite.time.advance(3_600_000);
    expect(suite.sent).toHaveLength(1);
    expect(suite.sent[0]?.signal.aborted).toBe(true);
    expect(await suite.deliveries()).toEqual([]);
    await create();
    await suite.time.advance();
    expect(suite.sent).toHaveLength(1);
  });
});

describe('finished deliveries', () => {
  it('are deleted except the newest, with their attempts', () => {
    const store = openStore(undefined);
    const add = (id: string, resourceId = id) =>
      store.outbox.add({
        id,
        subscriptionId: 's',
        collection: 'model-object',
        operation: 'created',
        resourceId,
        queuedAt: 0,
        createdAt: '',
        body: '{}',
      });
    for (const id of ['a', 'b', 'c', 'd']) {
      add(id);
      store.attempts.add(id, { at: '', ms: 1, status: 200, error: null });
    }
    for (const id of ['a', 'b', 'c']) {
      const found = store.outbox.get(id);
      if (found) store.outbox.finish(found, 'delivered', 1, '');
    }
    store.outbox.prune('other', 0);
    store.outbox.prune('s', 1);
    expect(store.outbox.list('s', 10).map(({ id }) => id)).toEqual(['d', 'c']);
    expect(store.attempts.of('a')).toEqual([]);
    expect(store.attempts.of('c')).toHaveLength(1);
    store.outbox.prune('s', 1);
    expect(store.outbox.list(undefined, 1).map(({ id }) => id)).toEqual(['d']);
    expect(store.outbox.counts('s')).toEqual({ pending: 1, delivered: 1, failed: 0, dropped: 0 });
    store.close();
  });
});
