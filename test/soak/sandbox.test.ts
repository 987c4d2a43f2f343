import { expect, it, onTestFinished } from 'vitest';
import { openSandbox } from '../../src/sandbox/sandbox.js';
import { timers } from '../../src/sandbox/schedule.js';
import { openStore } from '../../src/sandbox/store/store.js';
import { deliveryLoop } from '../../src/sandbox/webhooks/delivery.js';
import { sendDirect } from '../support/direct-transport.js';
import { ADMIN, FONTS } from '../support/sandbox.js';
import { BODY, counted, oneByOne, soak, TIME_LIMIT } from './heap.js';

const SECRET = 'whsec_soak';

it('requests to the sandbox', { timeout: TIME_LIMIT }, async () => {
  const { sandbox, handle } = await openSandbox({ adminKey: ADMIN, fontDir: FONTS });
  onTestFinished(() => sandbox.close());
  const headers = { authorization: `ApiKey ${ADMIN.id}:${ADMIN.secret}`, 'content-type': 'application/json' };
  const objects = `http://sandbox.test/v1/landscapes/${sandbox.landscapeId}/versions/latest/model/objects`;
  const { body } = await sendDirect(handle, { method: 'GET', url: new URL(objects), headers });
  const [object] = JSON.parse(String(body)).modelObjects;
  const url = new URL(`${objects}/${object.id}`);
  await soak(
    oneByOne(async (at) => {
      const changes = { method: 'PATCH', body: JSON.stringify({ caption: `Caption ${at}` }) };
      const { status } = await sendDirect(handle, {
        url,
        headers,
        ...(at % 20 === 0 ? changes : { method: 'GET' }),
      });
      expect(status).toBe(200);
    }),
  );
});

it('webhook deliveries of the sandbox', { timeout: TIME_LIMIT }, async () => {
  const store = openStore(undefined);
  onTestFinished(() => store.close());
  const stamps = { failures: 0, disabledReason: null, createdAt: '', updatedAt: '' };
  const subscription = { id: 'Sub', organizationId: 'Org', name: 'soak', url: 'https://hooks.test/' };
  store.subscriptions.create({ ...subscription, ...stamps, enabled: true }, SECRET);
  const loop = deliveryLoop({
    store,
    schedule: timers,
    plan: 'scale',
    clock: () => new Date(),
    send: async () => {
      deliveries.finished();
      return { status: 200 };
    },
  });
  onTestFinished(() => loop.close());
  const event = { collection: 'model-object', operation: 'updated', createdAt: '', body: BODY };
  const deliveries = counted((at) => {
    const id = `delivery${at}`;
    store.outbox.add({ ...event, id, subscriptionId: 'Sub', resourceId: id, queuedAt: loop.now() });
    loop.wakeIfQueued();
  });
  await soak(deliveries.perform(50));
});
