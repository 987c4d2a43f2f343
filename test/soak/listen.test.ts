import { Agent, request as httpRequest } from 'node:http';
import { it, onTestFinished } from 'vitest';
import { signedDelivery } from '../../src/webhooks/build/delivery.js';
import { GENERATION } from '../../src/webhooks/listen/duplicates.js';
import { openReceiver } from '../../src/webhooks/listen/receiver.js';
import { systemMachine } from '../../src/webhooks/machine.js';
import { BODY, counted, soak, TIME_LIMIT } from './heap.js';

const SECRET = 'whsec_soak';

it('webhook listen', { timeout: TIME_LIMIT }, async () => {
  const receiver = await openReceiver({
    port: 0,
    host: '127.0.0.1',
    path: '/',
    secrets: [{ name: 'main', secret: SECRET }],
    machine: systemMachine,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const events = counted((at) => {
    const body = BODY.replace('obj1', `object${at}`);
    const { headers } = signedDelivery({ body, secret: SECRET, timestamp: Math.floor(Date.now() / 1000) });
    const outgoing = httpRequest(receiver.url, {
      method: 'POST',
      agent,
      headers: Object.fromEntries(headers),
    });
    outgoing.on('response', (incoming) => incoming.resume());
    outgoing.end(body);
  });
  const reading = (async () => {
    for await (const records of receiver.batches)
      for (const { type } of records) if (type === 'event') events.finished();
  })();
  onTestFinished(async () => {
    agent.destroy();
    await receiver.close();
    await reading;
  });
  // The set of known deliveries grows to at most two generations, and has the same size after each
  // generation, including the first.
  await soak(events.perform(64), { warmUp: GENERATION, operations: 2 * GENERATION });
});
