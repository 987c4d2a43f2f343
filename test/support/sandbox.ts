/** A sandbox in this process with a time of its own, for suites that talk to it as users do. */

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { JsonObject } from '../../src/base/json-object.js';
import { type ClientOptions, createClient } from '../../src/client/client.js';
import { type Send, transport, type WireRequest } from '../../src/client/send/wire.js';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.js';
import type { Schedule } from '../../src/sandbox/schedule.js';
import { ask, directTransport } from './direct.js';
import { seeded } from './seeded.js';

/** Part of every secret below, whatever way it is encoded: no output may hold it. */
export const SECRET_MARK = 'TopS3cretMarker';
/** The key that suites sign in with; its secret has what JSON, URLs and patterns would change. */
export const ADMIN = { id: 'AdminKeyAdminKey0000', secret: `"%/+:&=\\${SECRET_MARK}$.*${'x'.repeat(32)}` };
/** What the sandbox proves itself with. */
export const INSTANCE = '5a'.repeat(32);
/** What a sandbox in this process leaves in the state directory. */
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
  /** Every wait that ended because its time had come. */
  readonly waits: number[];
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Timer {
  at: number;
  ms: number;
  fire: () => void;
}

/** Waits of this length or more are limits that a test must not run into: they end by abort only. */
const PATIENCE_MS = 30_000;
/** Turns of the event loop after which nothing but a wait is left to happen. */
const TURNS = 4;

/**
 * A clock that stands still but for `advance` and for waits. Waits take no time of ours; they end in order, each when
 * nothing else is left to happen.
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
        // Not at once: asking takes the time that the work needs.
        await setTimeout(1);
        continue;
      }
      const [next] = timers.filter(({ ms }) => ms < PATIENCE_MS).sort((a, b) => a.at - b.at);
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
  /** Carries requests to it. */
  transport: Send;
  /** Every request that reached it, in order. */
  requests: WireRequest[];
  client(options?: Partial<ClientOptions>): ReturnType<typeof createClient>;
  /** A request below `/sandbox/`, as the admin key. */
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** For a sandbox whose exports are never drawn. */
export const NEVER: Schedule = () => () => {};

/** Opens a sandbox in memory. Exports begin at once unless `schedule` says otherwise. */
export async function openService(options: SandboxOptions = {}): Promise<Service> {
  let isOpen = true;
  // An export that is being drawn is something left to happen, unless the test says itself when one is.
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
  const opened = await seeded(settings, openSandbox);
  const { sandbox, answer } = opened;
  const control: Service['control'] = async (method, path, body) => {
    const { status, body: text } = await ask(answer, {
      method,
      url: new URL(`/sandbox/${path}`, BASE_URL),
      headers: { authorization: `ApiKey ${ADMIN.id}:${ADMIN.secret}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(String(text)) as Record<string, unknown>;
  };
  const requests: WireRequest[] = [];
  const carry = directTransport(answer);
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

/** A field that must be a text. */
export function textOf(record: unknown, key: string): string {
  const value = (record as JsonObject | undefined)?.[key];
  if (typeof value !== 'string') throw new Error(`${key} is ${JSON.stringify(value)}, not a text.`);
  return value;
}

/** A field that must be a list of records. */
export function listOf(record: unknown, key: string): JsonObject[] {
  const value = (record as JsonObject | undefined)?.[key];
  if (!Array.isArray(value)) throw new Error(`${key} is ${JSON.stringify(value)}, not a list.`);
  return value as JsonObject[];
}
