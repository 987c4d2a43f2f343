import { openEventWriter } from '../../src/webhooks/event-store/writer.js';
import { openReceiver } from '../../src/webhooks/listen/receiver.js';

/**
 * A listener as a process of its own: `received.ts DIRECTORY SECRET`. Prints its address, and each event.
 */
const [directory = '', secret = ''] = process.argv.slice(2);
const receiver = await openReceiver({
  port: 0,
  host: '127.0.0.1',
  path: '/',
  secrets: [{ name: 'main', secret }],
  writer: openEventWriter({ directory }),
});
for await (const [record] of receiver.batches) {
  if (record?.type === 'ready') process.stdout.write(`${record.url}\n`);
}
