/** The page of the webhook inspector, served by the program in memory. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { NewEvent } from '../../src/webhooks/event-store/frame.js';
import { encodeFrames } from '../../src/webhooks/event-store/frame.js';
import { openFileName } from '../../src/webhooks/event-store/segments.js';
import { type OpenPage, openPage } from './browser.js';
import { frameOf } from './stored-frames.js';
import { type Machine, machine } from './world.js';

export const SECRET = 'whsec_TopS3cretOfTheInspector';

/** Nothing is requested from the service. */
const service = {
  clock: { now: () => new Date(), sleep: () => Promise.reject(new Error('Nothing waits.')) },
  transport: () => Promise.reject(new Error('Nothing is sent.')),
} as unknown as Parameters<typeof machine>[0];

export interface ServedInspector {
  here: Machine;
  /** Address of the page with its token, and of the receiver if there is one. */
  url: string;
  receiver: string;
  origin: string;
  /** Opens the page in the browser. */
  open(options?: Parameters<typeof openPage>[1]): Promise<OpenPage>;
  stop(): Promise<void>;
}

/** A machine of a user with a signing secret; removed when the test ends. */
export function inspectingMachine(): Machine {
  const here = machine(service);
  onTestFinished(() => here.remove());
  here.signIn({ webhookSecrets: [{ name: 'main', secret: SECRET }] });
  return here;
}

/** Runs `webhook inspect`, or another command that serves the page, until the test ends. */
export async function serveInspector(
  here: Machine,
  argv: readonly string[] = ['inspect'],
): Promise<ServedInspector> {
  const stopper = new AbortController();
  const program = here.process(['webhook', ...argv, '-o', 'ndjson'], { signal: stopper.signal });
  const { run } = await import('../../src/cli/run/run.js');
  const { REGISTRY } = await import('../../src/commands/registry.generated.js');
  const ended = run(program.world.argv, program.world, REGISTRY);
  const stop = async () => {
    stopper.abort();
    await ended;
  };
  onTestFinished(stop);
  const ready = await firstLine(() => program.stdout(), ended);
  const { url: first } = JSON.parse(ready) as { url: string };
  const url = argv[0] === 'inspect' ? first : (/http:\S+#token=\S+/.exec(program.stderr())?.[0] ?? '');
  const origin = url === '' ? '' : new URL(url).origin;
  return {
    ...{ here, url, origin, stop, receiver: first },
    open: (options) => openPage(url, { own: `${origin}/`, ...options }),
  };
}

/** Waits for the first line of a running program; throws if it ends without one. */
async function firstLine(output: () => string, ended: Promise<number>): Promise<string> {
  let code: number | undefined;
  void ended.then((it) => {
    code = it;
  });
  while (!output().includes('\n')) {
    if (code !== undefined) throw new Error(`The program ended with ${code}.`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return output().split('\n', 1)[0] ?? '';
}

let counter = 0;

/** Stores events of some ages in milliseconds, and returns their ids, oldest first. */
export function storeEvents(
  here: Machine,
  events: readonly (Partial<NewEvent> & { event: object })[],
): string[] {
  const directory = join(here.state, 'webhook-events');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const frames = events.map(({ event, ...more }, at) => {
    const body = Buffer.from(JSON.stringify(event));
    const ms = Date.now() - (events.length - at) * 1_000;
    const id = `evt_${ms.toString(36).padStart(9, '0')}${(counter++).toString(36).padStart(6, '0')}`;
    return { ...STORED, id, receivedAt: new Date(ms).toISOString(), size: body.byteLength, ...more, body };
  });
  const ids = frames.map(({ id }) => id);
  writeFileSync(join(directory, openFileName(ids[0] ?? '')), encodeFrames(frames.map(frameOf)), {
    mode: 0o600,
  });
  return ids;
}

const STORED: Omit<NewEvent, 'id' | 'receivedAt' | 'body' | 'size'> = {
  ...{ verified: true, secretName: 'main', duplicate: false, unknown: [], landscapeId: null },
  ...{ collection: 'model-object', operation: 'updated', resourceId: 'R', organizationId: 'O' },
  ...{ subscriptionId: 'S', timestamp: 1_780_300_800, method: 'POST', path: '/', signature: null },
  rawHeaders: [
    ...['Host', 'old.test', 'X-Service-Signature', 'f'.repeat(64), 'X-Service-Timestamp', '1780300800'],
    ...['Authorization', 'Bearer of-the-sender', 'X-Kept', 'yes'],
  ],
};

export const eventOf = (name: string, more: object = {}) => ({
  ...{ collection: 'model-object', operation: 'updated', organizationId: 'O', subscriptionId: 'S' },
  ...{ resourceId: 'R', before: { name: 'Earlier', version: 1 }, after: { name, version: 2 }, ...more },
});
