// Bare awaited publishes: reads {"port","stream","subject","bytes","connections","warmupEvents","events"} from stdin.
// Each of `connections` loops publishes a message with the headers of an event, and awaits its acknowledgement. Prints
// {"perSecond","cpuMicroseconds"}, the latter for each message.
import { readFileSync } from 'node:fs';
import { jetstream } from '@nats-io/jetstream';
import { connect, headers } from '@nats-io/transport-node';

const plan = JSON.parse(readFileSync(0, 'utf8'));
const { port, stream, subject, bytes, connections, warmupEvents, events } = plan;
const connection = await connect({ port });
const js = jetstream(connection);
const body = Buffer.alloc(bytes, 'x');
const prefix = `${process.pid}.${Date.now()}`;
const id = 'x'.repeat(20);
const signature = 'a'.repeat(64);
/** Headers with the sizes of those that a listener sends. */
const HEADERS = Object.entries({
  'Archctl-Event': JSON.stringify({
    ...{ id, receivedAt: '2026-03-01T09:00:00.000Z', verified: true, secretName: 'file', duplicate: false },
    ...{ unknown: [], collection: 'model-object', operation: 'updated', resourceId: id, organizationId: id },
    ...{ subscriptionId: id, landscapeId: id, timestamp: 1_772_355_600, size: bytes },
    ...{ method: 'POST', path: '/', signature },
  }),
  'Webhook-Host': '127.0.0.1:40000',
  'Webhook-Content-Type': 'application/json',
  'Webhook-Content-Length': String(bytes),
  'Webhook-X-Service-Timestamp': '1772355600',
  'Webhook-X-Service-Signature': signature,
});
const expect = { streamName: stream };
let sent = 0;
let begin;
let used;

async function client() {
  while (sent < events) {
    if (sent === warmupEvents) {
      used = process.cpuUsage();
      begin = performance.now();
    }
    const all = headers();
    for (const [name, value] of HEADERS) all.append(name, value);
    const msgID = `${prefix}.${signature}.${sent++}`;
    await js.publish(subject, body, { headers: all, msgID, expect, timeout: 5_000 });
  }
}

await Promise.all(Array.from({ length: connections }, client));
const { user, system } = process.cpuUsage(used);
const count = events - warmupEvents;
const perSecond = (count * 1000) / (performance.now() - begin);
await connection.close();
process.stdout.write(`${JSON.stringify({ perSecond, cpuMicroseconds: (user + system) / count })}\n`);
