/** Shared by the suites of webhook commands: a machine with a signing secret, and a server of the user. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { NewEvent } from '../../../src/webhooks/event-store/frame.js';
import { openFileName } from '../../../src/webhooks/event-store/segments.js';
import { testClock } from '../../support/sandbox.js';
import { encodeFrame } from '../../support/stored-frames.js';
import { type HookServer, hookServer } from '../../support/webhook-consumer.js';
import { type Machine, machine, type RunOptions, type RunResult } from '../../support/world.js';

/** Secret that no output may contain. */
export const SECRET = 'whsec_TopS3cretOfHooks';
export const OTHER = 'whsec_AnotherS3cret';
export const clock = testClock(() => true);
export const NOW = Math.floor(clock.now().getTime() / 1000);
export const EVENT = {
  collection: 'model-object',
  operation: 'updated',
  organizationId: 'O',
  subscriptionId: 'SUB1',
  resourceId: 'R',
  before: { name: 'A' },
  after: { name: 'Größe' },
};
export const BODY = JSON.stringify(EVENT);

export interface WebhookCommandSuite {
  /** A machine of this test. */
  readonly here: Machine;
  /** The user's server, reset between tests, and its address for events. */
  readonly server: HookServer;
  readonly target: string;
  webhook(words: string, more?: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Stores an event that arrived so many seconds ago. */
  keep(ago: number, more?: Partial<NewEvent>): string;
}

/** Sets up a suite: each test gets a machine, and at the end no output may contain a secret. */
export function webhookCommandSuite(): WebhookCommandSuite {
  const machines: Machine[] = [];
  let here: Machine;
  let server: HookServer;
  beforeAll(async () => {
    server = await hookServer([SECRET, OTHER], clock.now);
  });
  beforeEach(() => {
    server.received.length = 0;
    server.answers.length = 0;
    const transport = async () => {
      throw new Error('The service is not asked.');
    };
    here = machine({ clock, transport });
    machines.push(here);
    here.signIn({ webhookSecrets: [{ name: 'old', secret: SECRET }] });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all(machines.map((it) => it.remove()));
    const printed = machines.flatMap(({ transcript }) => transcript);
    expect(printed).not.toEqual([]);
    for (const { argv, text } of printed)
      for (const secret of [SECRET, OTHER]) expect(text.includes(secret), argv.join(' ')).toBe(false);
  });
  let counter = 0;
  return {
    get here() {
      return here;
    },
    get server() {
      return server;
    },
    get target() {
      return `${server.url}?a=1`;
    },
    webhook: (words, more = [], options) => here.run(['webhook', ...words.split(' '), ...more], options),
    keep(ago, more = {}) {
      const at = clock.now().getTime() - ago * 1000;
      const count = (counter++ % 1296).toString(36).padStart(2, '0');
      const id = more.id ?? `evt_${at.toString(36).padStart(9, '0')}test${count}`;
      const body = more.body ?? Buffer.from(BODY);
      const directory = join(here.state, 'webhook-events');
      mkdirSync(directory, { recursive: true });
      writeFileSync(
        join(directory, openFileName(id)),
        encodeFrame({ ...kept(at), ...more, id, body, size: body.byteLength }),
      );
      return id;
    },
  };
}

const kept = (at: number): Omit<NewEvent, 'id' | 'body' | 'size'> => ({
  receivedAt: new Date(at).toISOString(),
  ...{ verified: true, secretName: 'old', duplicate: false, unknown: [], landscapeId: null },
  ...{ collection: 'model-object', operation: 'updated', resourceId: 'R', organizationId: 'O' },
  ...{ subscriptionId: 'SUB1', timestamp: NOW, method: 'POST', path: '/', signature: null },
  rawHeaders: ['Host', 'old.test', 'X-SERVICE-signature', 'old', 'x-service-timestamp', '1', 'X-Kept', 'a'],
});
