import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { SandboxOptions } from '../../src/sandbox/sandbox.js';
import type { Schedule } from '../../src/sandbox/schedule.js';
import type { Post } from '../../src/sandbox/webhooks/send.js';
import { openSandboxApi } from './harness.js';

export interface Sent extends Post {
  at: number;
  event: WebhookBody;
}

export interface WebhookBody {
  collection: string;
  operation: string;
  organizationId: string;
  subscriptionId: string;
  resourceId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface Subscription {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
  deliveries: Record<string, number>;
}

export interface Delivery {
  id: string;
  status: string;
  operation: string;
  resourceId: string;
  nextTryAt: string | null;
  tries: { at: string; ms: number; status?: number; error?: string }[];
}

/** A clock that moves only by `advance`. */
export function stillTime(start = Date.UTC(2026, 2, 10, 12)) {
  let now = start;
  let timers: { at: number; task: () => void }[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 4; turn += 1) await setImmediate();
  };
  const schedule: Schedule = (task, milliseconds) => {
    const timer = { at: now + milliseconds, task };
    timers.push(timer);
    return () => {
      timers = timers.filter((it) => it !== timer);
    };
  };
  return {
    schedule,
    clock: () => new Date(now),
    /** Runs everything that is due within these milliseconds. */
    async advance(milliseconds = 0): Promise<void> {
      const end = now + milliseconds;
      for (;;) {
        await settle();
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((it) => it !== next);
        now = Math.max(now, next.at);
        next.task();
      }
      now = end;
    },
  };
}

/** Behaviour of an endpoint: a status, an error, or no response. */
export type Reaction = number | Error | 'silence' | Promise<number>;

/** A sandbox whose deliveries reach the test. Endpoints answer 200 by default. */
export async function openWebhooks(options: SandboxOptions = {}) {
  const time = stillTime();
  const sent: Sent[] = [];
  const control: { react: (post: Sent) => Reaction } = { react: () => 200 };
  const api = await openSandboxApi({
    clock: time.clock,
    schedule: time.schedule,
    sendWebhook: async (post) => {
      const it: Sent = {
        ...post,
        at: time.clock().getTime(),
        event: JSON.parse(post.body) as WebhookBody,
      };
      sent.push(it);
      const reaction = control.react(it);
      if (reaction === 'silence') return new Promise(() => undefined);
      if (reaction instanceof Error) throw reaction;
      return { status: await reaction };
    },
    ...options,
  });
  const must = async (method: string, path: string, body?: unknown) => {
    const reply = await api.send(method, `/sandbox/${path}`, body === undefined ? {} : { body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  return {
    ...api,
    time,
    sent,
    control,
    add: async (name = 'test', url = 'https://hooks.test/in') =>
      (await must('POST', 'webhooks', { name, url })) as { subscription: Subscription; secret: string },
    change: async (id: string, body: object) =>
      (await must('PATCH', `webhooks/${id}`, body)).subscription as Subscription,
    removeSubscription: (id: string) => must('DELETE', `webhooks/${id}`),
    deliveries: async (id?: string) =>
      (await must('GET', `webhooks/${id === undefined ? '' : `${id}/`}deliveries`)).deliveries as Delivery[],
    /** Deliveries since the last call, once everything due has run. */
    async taken(): Promise<WebhookBody[]> {
      await time.advance();
      return sent.splice(0).map(({ event }) => event);
    },
  };
}

export type WebhookSuite = Awaited<ReturnType<typeof openWebhooks>>;

/** Digest according to docs/service.md#signature, computed independently. */
export const digest = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex');
