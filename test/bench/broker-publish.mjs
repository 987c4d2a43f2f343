// Bare awaited publishes: reads {"port","stream","subject","bytes","connections","warmupMs","measureMs"} from stdin.
// Each of `connections` loops publishes a message and awaits its acknowledgement. Prints {"perSecond"}.
import { readFileSync } from 'node:fs';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

const { port, subject, bytes, connections, warmupMs, measureMs } = JSON.parse(readFileSync(0, 'utf8'));
const connection = await connect({ port });
const js = jetstream(connection);
const body = Buffer.alloc(bytes, 'x');
const begin = performance.now() + warmupMs;
const end = begin + measureMs;
const prefix = `${process.pid}.${Date.now()}`;
let sent = 0;
let count = 0;

async function client() {
  for (;;) {
    await js.publish(subject, body, { msgID: `${prefix}.${sent++}` });
    const now = performance.now();
    if (now > end) return;
    if (now >= begin) count++;
  }
}

await Promise.all(Array.from({ length: connections }, client));
await connection.close();
process.stdout.write(`${JSON.stringify({ perSecond: (count * 1000) / measureMs })}\n`);
