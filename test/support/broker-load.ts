/** Signed events, and processes that publish and receive them. */
import { randomBytes } from 'node:crypto';
import { signedDelivery } from '../../src/webhooks/build/delivery.js';
import { makeEvent } from '../../src/webhooks/build/event-factory.js';
import type { EventRecord, ReadyRecord, WebhookRecord } from '../../src/webhooks/types.js';
import type { Home, RunningProcess } from './binary.js';

export const SECRET = 'broker-test-secret-of-32-characters';
export const ENV = { ARCHCTL_WEBHOOK_SECRET: SECRET, USER: 'tester' };

/** A signed delivery of another event each time; `id` is the id of its resource. */
export function deliveryOf(id: string, body?: Record<string, unknown>) {
  const event = makeEvent({
    collection: 'model-object',
    operation: 'updated',
    random: Math.random,
    now: () => new Date(),
  });
  const text = JSON.stringify({ ...event, resourceId: id, ...body });
  return signedDelivery({ body: text, secret: SECRET, timestamp: Math.floor(Date.now() / 1000) });
}

export type Delivery = ReturnType<typeof deliveryOf>;

/** Sends a delivery once. Undefined if the listener does not respond. */
export async function post(url: string, { headers, body }: Delivery): Promise<number | undefined> {
  try {
    const request = {
      method: 'POST',
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    };
    const response = await fetch(url, { ...request, body: new Uint8Array(body) });
    await response.text();
    return response.status;
  } catch {
    return undefined;
  }
}

export const records = (output: string): WebhookRecord[] =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as WebhookRecord);

/** Events in the output of a process. An incomplete last line counts as not printed. */
export const eventsOf = (...processes: Pick<RunningProcess, 'stdout'>[]): EventRecord[] =>
  processes.flatMap(({ stdout }) => records(stdout).filter((it) => it.type === 'event'));

export async function readyOf(process: RunningProcess): Promise<ReadyRecord> {
  const [line] = await process.until(/^\{"type":"ready".*$/m);
  return JSON.parse(line) as ReadyRecord;
}

export const listen = (user: Home, url: string, ...more: string[]): RunningProcess =>
  user.start(['webhook', 'listen', '--publish', url, '--create-stream', '-o', 'ndjson', ...more], {
    env: ENV,
  });

export const attach = (user: Home, url: string, ...more: string[]): RunningProcess =>
  user.start(['webhook', 'attach', url, '--since', 'beginning', '--ack-wait', '1', '-o', 'ndjson', ...more], {
    env: ENV,
  });

export const newIds = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) => `res${String(at).padStart(6, '0')}${randomBytes(4).toString('hex')}`,
  );
