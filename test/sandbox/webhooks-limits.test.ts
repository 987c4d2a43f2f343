import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/sandbox/store/store.js';
import { DELIVERY_LIMITS, deliveryLoop } from '../../src/sandbox/webhooks/delivery.js';
import { openWebhooks, stillTime, type WebhookSuite } from './webhook-suite.js';

const HOUR = 3_600_000;
/** Time from the first attempt of a delivery to its last, and a little more. */
const ALL_TRIES = 90_000;

let suite: WebhookSuite;
let parentId: string;
let id: string;

beforeEach(async () => {
  suite = await openWebhooks();
  parentId = (await suite.must('model.objects.list', {}, undefined, '?filter[type]=system'))[0].id;
  id = (await suite.add()).subscription.id;
});
afterEach(() => suite.sandbox.close());

const create = (name: string): Promise<{ id: string }> =>
  suite.must('model.objects.create', {}, { name, type: 'app', parentId });
const rename = (modelObjectId: string, name: string) =>
  suite.must('model.objects.update', { modelObjectId }, { name });
const listed = async () => {
  const { body } = await suite.send('GET', '/sandbox/webhooks');
  return body.subscriptions[0];
};

describe('a dead endpoint', () => {
  it('disables its subscription after the listed number of consecutive failures', async () => {
    suite.control.react = () => 500;
    for (let failed = 1; failed < DELIVERY_LIMITS.failures; failed += 1) await create(`App ${failed}`);
    await suite.time.advance(10 * ALL_TRIES);
    expect(await listed()).toMatchObject({
      enabled: true,
      failures: DELIVERY_LIMITS.failures - 1,
      disabledReason: null,
      limits: DELIVERY_LIMITS,
    });
    const last = await create('Last');
    for (let count = 0; count < 5; count += 1) await rename(last.id, `Last ${count}`);
    await suite.time.advance(10 * ALL_TRIES);
    expect(await listed()).toMatchObject({
      enabled: false,
      failures: DELIVERY_LIMITS.failures,
      disabledReason: '20 deliveries failed in a row',
      deliveries: { pending: 0, failed: DELIVERY_LIMITS.failures, dropped: 5 },
    });
    const before = suite.sent.length;
    await create('Undelivered');
    await suite.time.advance(ALL_TRIES);
    expect(suite.sent.length).toBe(before);
    expect(await suite.change(id, { enabled: true })).toMatchObject({ failures: 0, disabledReason: null });
  });

  it('resets the count when a delivery succeeds, and at a new address', async () => {
    suite.control.react = () => 500;
    await create('Failed');
    await suite.time.advance(ALL_TRIES);
    expect(await listed()).toMatchObject({ failures: 1 });
    suite.control.react = () => 200;
    await create('Delivered');
    await suite.time.advance();
    expect(await listed()).toMatchObject({ failures: 0 });
    suite.control.react = () => 500;
    await create('Failed again');
    await suite.time.advance(ALL_TRIES);
    expect(await listed()).toMatchObject({ failures: 1 });
    expect(await suite.change(id, { url: 'https://hooks.test/other' })).toMatchObject({ failures: 0 });
  });
});

describe('the outbox', () => {
  it('keeps the newest pending events of a failing endpoint, and delivers them in order', async () => {
    suite.control.react = () => 500;
    const { id: objectId } = await create('Failed');
    await suite.time.advance(ALL_TRIES);
    // No response: pending events are neither delivered nor given up.
    suite.control.react = () => 'silence';
    const { pendingEvents } = DELIVERY_LIMITS;
    for (let at = 0; at < pendingEvents + 7; at += 1) await rename(objectId, `Name ${at}`);
    await suite.time.advance();
    const { deliveries, oldestPendingAt } = await listed();
    expect(deliveries).toMatchObject({ pending: pendingEvents, dropped: 7 });
    expect(Date.parse(oldestPendingAt)).toBeLessThanOrEqual(suite.time.clock().getTime());
    suite.control.react = () => 200;
    suite.sent.splice(0);
    await suite.time.advance(ALL_TRIES);
    const names = suite.sent.map(({ event }) => event.after?.name);
    expect(names.slice(-3)).toEqual([1004, 1005, 1006].map((at) => `Name ${at}`));
    expect(new Set(names)).toEqual(
      new Set(Array.from({ length: pendingEvents }, (_, at) => `Name ${at + 7}`)),
    );
    expect((await listed()).deliveries.pending).toBe(0);
  });

  it('keeps every event of a responding endpoint', async () => {
    const { id: objectId } = await create('Busy');
    const { pendingEvents } = DELIVERY_LIMITS;
    for (let at = 0; at < pendingEvents + 7; at += 1) await rename(objectId, `Name ${at}`);
    expect((await listed()).deliveries.pending).toBe(pendingEvents + 8);
    await suite.time.advance();
    expect(suite.sent).toHaveLength(pendingEvents + 8);
    expect((await listed()).deliveries).toMatchObject({ pending: 0, dropped: 0 });
  });

  it('drops events that are pending for too long, and delivers the others', async () => {
    const store = openStore(undefined);
    const now = Date.UTC(2026, 2, 10);
    const subscription = {
      ...{ id: 'Sub', organizationId: 'Org', name: 'after a pause', url: 'https://hooks.test/in' },
      ...{ enabled: true, failures: 0, disabledReason: null, createdAt: '', updatedAt: '' },
    };
    store.subscriptions.create(subscription, 'secret');
    const add = (name: string, age: number): void => {
      const event = { collection: 'model-object', operation: 'updated', resourceId: 'Same', body: name };
      store.outbox.add({ id: name, subscriptionId: 'Sub', createdAt: '', queuedAt: now - age, ...event });
    };
    add('old', DELIVERY_LIMITS.pendingHours * HOUR + 1);
    add('young', DELIVERY_LIMITS.pendingHours * HOUR);
    const sent: string[] = [];
    const time = stillTime(now);
    const { schedule, clock } = time;
    const send = async ({ body }: { body: string }) => ({ status: sent.push(body) && 200 });
    const loop = deliveryLoop({ store, schedule, clock, send, plan: 'scale' });
    loop.resume();
    await time.advance();
    expect(sent).toEqual(['young']);
    expect(store.outbox.get('old')?.status).toBe('dropped');
    expect(store.outbox.get('young')?.status).toBe('delivered');
    await loop.close();
    store.close();
  });
});
