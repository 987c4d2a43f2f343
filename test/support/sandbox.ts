/** A sandbox in this process with a fake clock, used through the real client. */

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { JsonObject } from '../../src/base/json/json-object.js';
import { type ClientOptions, createClient } from '../../src/client/client.js';
import { type Send, transport, type WireRequest } from '../../src/client/send/wire.js';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.js';
import type { Schedule } from '../../src/sandbox/schedule.js';
import { directTransport, sendDirect } from './direct-transport.js';
import { openSeeded } from './seeded-databases.js';

/** Part of every secret below, in every encoding. No output may contain it. */
export const SECRET_MARK = 'TopS3cretMarker';
/** Key of the tests. Its secret contains characters that JSON, URLs and patterns treat specially. */
export const ADMIN = { id: 'AdminKeyAdminKey0000', secret: `"%/+:&=\\${SECRET_MARK}$.*${'x'.repeat(32)}` };
/** Instance token that proves the identity of the sandbox. */
export const INSTANCE = '5a'.repeat(32);
/** State file of a sandbox in this process. */
export const sandboxRecord = (facts: object = {}): string =>
  JSON.stringify({
    pid: process.pid,
    start: null,
    baseUrl: 'http://127.0.0.1:4010',
    instance: INSTANCE,
    dataDir: null,
    plan: 'scale',
    startedAt: '2026-03-10T12:00:00.000Z',
    ...facts,
  });
export const FONTS = 'src/drawing/fonts';
export const BASE_URL = 'https://sandbox.test/v1/';

export interface TestClock {
  now(): Date;
  advance(ms: number): void;
  /** Waits that ended in time, in milliseconds. */
  readonly waits: number[];
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Timer {
  at: number;
  ms: number;
  fire: () => void;
}

/** Waits of at least this length are time limits that a test must not reach. They end only by abort. */
const TIME_LIMIT_MS = 30_000;
/** Turns of the event loop after which only waits are left. */
const TURNS = 4;

/**
 * A clock that moves only by `advance` and by waits. Waits take no real time; they end in order, each when no
 * other work is left.
 */
export function testClock(isIdle: () => boolean, start = '2026-03-10T12:00:00.000Z'): TestClock {
  let now = Date.parse(start);
  let timers: Timer[] = [];
  let isPumping = false;
  const waits: number[] = [];
  const pump = async (): Promise<void> => {
    if (isPumping) return;
    isPumping = true;
    for (;;) {
      for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
      if (!isIdle()) {
        // A real pause, so that the pending work gets the processor.
        await setTimeout(1);
        continue;
      }
      const [next] = timers.filter(({ ms }) => ms < TIME_LIMIT_MS).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      now = Math.max(now, next.at);
      waits.push(next.ms);
      next.fire();
    }
    isPumping = false;
  };
  return {
    waits,
    now: () => new Date(now),
    advance(ms) {
      now += ms;
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const abort = () => {
          timers = timers.filter((other) => other !== timer);
          reject(signal?.reason);
        };
        const fire = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const timer: Timer = { at: now + ms, ms, fire };
        timers.push(timer);
        signal?.addEventListener('abort', abort, { once: true });
        void pump();
      }),
  };
}

export interface Service {
  sandbox: Sandbox;
  clock: TestClock;
  /** Sends requests to the sandbox. */
  transport: Send;
  /** Received requests, in order. */
  requests: WireRequest[];
  client(options?: Partial<ClientOptions>): ReturnType<typeof createClient>;
  /** Sends a request below `/sandbox/` with the admin key. */
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Schedule that never starts an export. */
export const NEVER: Schedule = () => () => {};

/** Opens a sandbox in memory. Exports start at once, except with a `schedule`. */
export async function openService(options: SandboxOptions = {}): Promise<Service> {
  let isOpen = true;
  // A running export is pending work, unless the test schedules exports itself.
  const isIdle = () => !isOpen || options.schedule !== undefined || opened.exportsRunning() === 0;
  const clock = testClock(isIdle);
  const settings = {
    adminKey: ADMIN,
    instance: INSTANCE,
    fontDir: FONTS,
    exportDelayMs: 0,
    strict: true,
    clock: clock.now,
    ...options,
  };
  const opened = await openSeeded(settings, openSandbox);
  const { sandbox, handle } = opened;
  const control: Service['control'] = async (method, path, body) => {
    const { status, body: text } = await sendDirect(handle, {
      method,
      url: new URL(`/sandbox/${path}`, BASE_URL),
      headers: { authorization: `ApiKey ${ADMIN.id}:${ADMIN.secret}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(String(text)) as Record<string, unknown>;
  };
  const requests: WireRequest[] = [];
  const carry = directTransport(handle);
  const send = transport((request) => {
    requests.push(request);
    return carry(request);
  });
  return {
    sandbox,
    clock,
    requests,
    transport: send,
    client: (more = {}) =>
      createClient({
        baseUrl: BASE_URL,
        credentials: ADMIN,
        transport: send,
        clock: { now: () => clock.now().getTime(), sleep: clock.sleep },
        random: () => 0.5,
        ...more,
      }),
    control,
    close: () => {
      isOpen = false;
      return sandbox.close();
    },
  };
}

export type { JsonObject };

/** Returns a field that must be a text. */
export function textOf(record: unknown, key: string): string {
  const value = (record as JsonObject | undefined)?.[key];
  if (typeof value !== 'string') throw new Error(`${key} is ${JSON.stringify(value)}, not a text.`);
  return value;
}

/** Returns a field that must be a list of records. */
export function listOf(record: unknown, key: string): JsonObject[] {
  const value = (record as JsonObject | undefined)?.[key];
  if (!Array.isArray(value)) throw new Error(`${key} is ${JSON.stringify(value)}, not a list.`);
  return value as JsonObject[];
}
