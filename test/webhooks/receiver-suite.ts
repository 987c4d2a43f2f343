import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { signedDelivery } from '../../src/webhooks/build/delivery.js';
import type { NewEvent } from '../../src/webhooks/event-store/frame.js';
import { openReceiver, type Receiver } from '../../src/webhooks/listen/receiver.js';
import type { ReceiverOptions } from '../../src/webhooks/listen/receiver-options.js';
import type { HeaderList, WebhookRecord } from '../../src/webhooks/types.js';

export const SECRET = 'whsec_of_the_receiver';
/** A whole second: 2026-01-01T00:00:00Z. */
export const NOW = Date.UTC(2026, 0, 1);

/** The machine with a fixed clock; timers are real, for socket timeouts. */
export const stillMachine = (now = NOW) => ({
  now: () => now,
  random: Math.random,
  schedule: (work: () => void, ms: number) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
});

/** Registers work for the end of a test. */
export type Cleanup = (work: () => Promise<void>) => void;

/** The running test: a module-level hook would apply to the first file only, because files share modules. */
export const atEnd = (work: () => unknown): void => onTestFinished(async () => void (await work()));

/** @param onTestFinished That of the test context, in tests that run concurrently. */
export async function temporaryDirectory(onTestFinished: Cleanup = atEnd): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'archctl-webhooks-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export const eventOf = (more: Record<string, unknown> = {}) => ({
  collection: 'model-object',
  operation: 'updated',
  organizationId: 'org1',
  subscriptionId: 'sub1',
  resourceId: 'obj1',
  before: { id: 'obj1', landscapeId: 'land1', versionId: 'v1', name: 'Before' },
  after: { id: 'obj1', landscapeId: 'land1', versionId: 'v1', name: 'After' },
  ...more,
});

export const bodyOf = (more: Record<string, unknown> = {}): string => JSON.stringify(eventOf(more));

interface SignOptions {
  secret?: string;
  /** Offset of the timestamp in seconds. */
  off?: number;
}

/** Headers and body of a signed delivery. */
export const signed = (body: string | Uint8Array, { secret = SECRET, off = 0 }: SignOptions = {}) =>
  signedDelivery({ body, secret, timestamp: NOW / 1000 + off });

export interface ReceiverSuite {
  receiver: Receiver;
  records: WebhookRecord[];
  /** The next unread record of a kind. */
  next<T extends WebhookRecord['type']>(type: T): Promise<Extract<WebhookRecord, { type: T }>>;
  /** Closes the receiver and returns its last record. */
  end(): Promise<Extract<WebhookRecord, { type: 'closing' }>>;
}

export async function openReceiverSuite(options: Partial<ReceiverOptions> = {}): Promise<ReceiverSuite> {
  const receiver = await openReceiver({
    port: 0,
    host: '127.0.0.1',
    path: '/',
    secrets: [{ name: 'main', secret: SECRET }],
    machine: stillMachine(),
    ...options,
  });
  atEnd(() => receiver.close());
  const records: WebhookRecord[] = [];
  const handedOut = new Set<WebhookRecord>();
  let wake = () => {};
  const reading = (async () => {
    for await (const batch of receiver.batches) {
      records.push(...batch);
      wake();
    }
  })();
  const next: ReceiverSuite['next'] = async (type) => {
    for (;;) {
      const found = records.find((it) => it.type === type && !handedOut.has(it));
      if (found) {
        handedOut.add(found);
        return found as never;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    receiver,
    records,
    next,
    async end() {
      await receiver.close();
      await reading;
      return next('closing');
    },
  };
}

export interface Answer {
  status: number;
  body: string;
  headers: Record<string, unknown>;
}

interface PostOptions {
  method?: string;
  path?: string;
  headers: HeaderList | Record<string, string | string[]>;
  body?: string | Uint8Array;
}

export const post = (
  url: string,
  { method = 'POST', path = '/', headers, body }: PostOptions,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const given = Array.isArray(headers) ? Object.fromEntries(headers as HeaderList) : headers;
    const outgoing = httpRequest(
      new URL(path, url),
      { method, headers: given as OutgoingHttpHeaders, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** Sends a signed event. */
export const deliver = (
  url: string,
  body: string | Uint8Array = bodyOf(),
  options: SignOptions = {},
): Promise<Answer> => post(url, { headers: signed(body, options).headers, body });

/** Sends bytes over a bare connection and returns the response once the other side has closed. */
export const rawExchange = (port: number, ...pieces: (string | Uint8Array)[]): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });

/** Input of the event store. */
export const newEvent = (id: string, body: Uint8Array, more: Partial<NewEvent> = {}): NewEvent => ({
  id,
  receivedAt: new Date(NOW).toISOString(),
  verified: true,
  secretName: 'main',
  duplicate: false,
  unknown: [],
  collection: 'model-object',
  operation: 'updated',
  resourceId: 'obj1',
  organizationId: 'org1',
  subscriptionId: 'sub1',
  landscapeId: 'land1',
  timestamp: NOW / 1000,
  size: body.byteLength,
  method: 'POST',
  path: '/',
  rawHeaders: ['Content-Type', 'application/json', 'X-Twice', 'a', 'x-twice', 'b'],
  signature: 'f'.repeat(64),
  body,
  ...more,
});
