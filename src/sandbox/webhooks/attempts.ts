import { createHmac } from 'node:crypto';
import { signatureHeaders } from '../../contract/webhook.js';
import type { Schedule } from '../schedule.js';
import type { DeliveryAttempt } from '../store/delivery-attempts.js';
import type { Delivery } from '../store/outbox.js';
import type { SendWebhook } from './send.js';

/**
 * Signature: lowercase hex of the HMAC-SHA256 of `timestamp.rawBody` (docs/service.md#signature).
 * @param timestamp Unix time in seconds.
 */
const signatureOf = (secret: string, timestamp: number, rawBody: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');

/** Response timeout in milliseconds, chosen by the sandbox. */
const TIMEOUT = 10_000;

const HEADERS = signatureHeaders();

/** A completed attempt. */
export interface Attempt {
  delivery: Delivery;
  outcome: DeliveryAttempt;
  /** Whether the sandbox canceled the attempt; whether the endpoint received it is unknown. */
  isCanceled: boolean;
}

/** Abort reason of a canceled attempt. */
const CANCELED = new Error('canceled by the sandbox');

interface RunningAttempt {
  delivery: Delivery;
  cancel: () => void;
  done: Promise<void>;
}

interface AttemptSettings {
  schedule: Schedule;
  clock: () => Date;
  send: SendWebhook;
  /** Called after each completed attempt. */
  ended: () => void;
}

/** Attempts that are running, or completed and not yet recorded. */
export function attempts({ schedule, clock, send, ended }: AttemptSettings) {
  const running = new Map<string, RunningAttempt>();
  let results: Attempt[] = [];

  /** Creates a new timestamp and signature for each attempt (docs/service.md#signature). */
  const headersFor = (body: string, secret: string, at: Date): Record<string, string> => {
    const timestamp = Math.floor(at.getTime() / 1000);
    return {
      'Content-Type': 'application/json',
      'User-Agent': 'archctl-sandbox',
      [HEADERS.signature]: signatureOf(secret, timestamp, body),
      [HEADERS.timestamp]: String(timestamp),
    };
  };

  const run = async (
    delivery: Delivery,
    url: string,
    secret: string,
    controller: AbortController,
  ): Promise<void> => {
    const started = clock();
    const { signal } = controller;
    const late = () => controller.abort(new Error(`no response within ${TIMEOUT / 1000} seconds`));
    const stop = schedule(late, TIMEOUT);
    const result: { status: number | null; error: string | null } = { status: null, error: null };
    try {
      const headers = headersFor(delivery.body, secret, started);
      // The attempt ends on abort even if the sender ignores the signal.
      const { status } = await Promise.race([
        send({ url, headers, body: delivery.body, signal }),
        aborted(signal),
      ]);
      result.status = status;
    } catch (error) {
      result.error = signal.aborted ? textOf(signal.reason) : textOf(error);
    } finally {
      stop();
    }
    const outcome = {
      at: started.toISOString(),
      ms: Math.max(0, clock().getTime() - started.getTime()),
      ...result,
    };
    results.push({ delivery, outcome, isCanceled: signal.reason === CANCELED });
    ended();
  };

  return {
    has: (deliveryId: string): boolean => running.has(deliveryId),
    count: (subscriptionId: string): number => attemptsOf(running, subscriptionId).length,
    start(delivery: Delivery, url: string, secret: string): void {
      const controller = new AbortController();
      const done = run(delivery, url, secret, controller);
      running.set(delivery.id, { delivery, cancel: () => controller.abort(CANCELED), done });
    },
    /** Completed attempts that are not yet recorded. */
    ended: (): readonly Attempt[] => results,
    /** Removes attempts that have been recorded. */
    forget(written: readonly Attempt[]): void {
      results = results.filter((it) => !written.includes(it));
      for (const { delivery } of written) running.delete(delivery.id);
    },
    /** Cancels the running attempts of a subscription, or all. */
    cancel(subscriptionId?: string): void {
      for (const { cancel } of attemptsOf(running, subscriptionId)) cancel();
    },
    settled: async (): Promise<void> => {
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Running attempts of a subscription, or all. */
const attemptsOf = (
  running: ReadonlyMap<string, RunningAttempt>,
  subscriptionId: string | undefined,
): RunningAttempt[] =>
  [...running.values()].filter(
    ({ delivery }) => subscriptionId === undefined || delivery.subscriptionId === subscriptionId,
  );

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The error code, e.g. `ECONNREFUSED`, or the message. */
function textOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && code.startsWith('E')) return code;
  return typeof message === 'string' && message !== '' ? message : String(error);
}
