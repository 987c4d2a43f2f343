import { type Plan, SCALE_AND_ABOVE } from '../../contract/limits.js';
import { isDelivered } from '../../contract/webhook.js';
import type { Schedule } from '../schedule.js';
import type { Store } from '../store/store.js';
import type { Subscription } from '../store/subscriptions.js';
import { type Attempt, attempts } from './attempts.js';
import type { SendWebhook } from './send.js';

export interface DeliverySettings {
  store: Store;
  schedule: Schedule;
  plan: Plan;
  /** System clock, independent of the sandbox's clock: receivers check timestamps against their own. */
  clock: () => Date;
  send: SendWebhook;
}

/** Attempts per event, including the first. This and the following values are chosen by the sandbox. */
const MAX_TRIES = 5;
/** Delay before the first retry in milliseconds; each following delay is four times as long. */
const FIRST_WAIT = 1_000;
const WAIT_FACTOR = 4;
/** Concurrent attempts per subscription, so that an unresponsive endpoint only delays its own events. */
const PARALLEL = 8;
/** Delay in milliseconds before the next turn after a failure of the store. */
const STORE_WAIT = 1_000;
/** Completed deliveries kept per subscription. */
const KEPT = 1_000;

export const DELIVERY_LIMITS = {
  /** Hours after which a pending event is dropped. */
  pendingHours: 24,
  /** Pending events of an endpoint whose last delivery failed. Without failures, there is no limit. */
  pendingEvents: 1_000,
  pendingBytes: 16 * 1024 * 1024,
  /** Consecutive failed deliveries before the subscription is disabled. */
  failures: 20,
};
const HOUR = 3_600_000;

/**
 * Delivers the events of the outbox. Each turn records completed attempts in one transaction and starts deliveries that
 * are due. Turns run outside of requests. An event leaves the outbox only after its outcome is on disk, so that a crash
 * repeats an attempt instead of losing an event.
 */
export function deliveryLoop({ store, schedule, plan, clock, send }: DeliverySettings) {
  const { outbox, subscriptions, watch } = store;
  const running = attempts({ schedule, clock, send, ended: () => soon() });
  let soonTimer: (() => void) | undefined;
  let wakeTimer: (() => void) | undefined;
  let closed = false;

  const soon = (): void => {
    if (closed || soonTimer) return;
    soonTimer = schedule(() => {
      soonTimer = undefined;
      turn();
    }, 0);
  };

  /** Runs a turn. If the store fails, retries later: completed attempts stay in memory and no new ones start. */
  const turn = (): void => {
    wakeTimer?.();
    wakeTimer = undefined;
    try {
      work();
    } catch (error) {
      watch.failed(error);
      if (!closed) wakeTimer = schedule(turn, STORE_WAIT);
    }
  };

  const work = (): void => {
    // Commits first, so that no event is sent for a change that a crash could undo.
    store.flush();
    record();
    const now = clock().getTime();
    dropExcess(now);
    let next = Number.POSITIVE_INFINITY;
    for (const subscription of subscriptions.enabled()) {
      startDue(store, running, subscription, now);
      next = Math.min(next, outbox.nextAfter(subscription.id, now) ?? next);
    }
    if (next < Number.POSITIVE_INFINITY) wakeTimer = schedule(turn, Math.max(1, next - now));
  };

  /** Records completed attempts. */
  const record = (): void => {
    const ended = running.ended();
    if (ended.length === 0) return;
    store.transaction(() => {
      for (const attempt of ended) recordOne(store, attempt, clock());
      for (const id of new Set(ended.map(({ delivery }) => delivery.subscriptionId))) outbox.prune(id, KEPT);
    });
    running.forget(ended);
    for (const { id, enabled } of subscriptions.list()) if (!enabled) running.cancel(id);
  };

  /** Drops pending events beyond the limits. Starts a transaction only if there may be something to drop. */
  const dropExcess = (now: number): void => {
    const { pendingHours, pendingEvents, pendingBytes } = DELIVERY_LIMITS;
    const queuedSince = now - pendingHours * HOUR;
    for (const { id, failures } of subscriptions.enabled()) {
      const oldest = outbox.oldestPending(id);
      if (oldest === undefined || (failures === 0 && oldest >= queuedSince)) continue;
      const [events, bytes] =
        failures === 0 ? [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] : [pendingEvents, pendingBytes];
      store.transaction(() => {
        const at = new Date(now).toISOString();
        if (outbox.dropBeyond(id, { queuedSince, events, bytes }, at) > 0) outbox.prune(id, KEPT);
      });
    }
  };

  /** Runs a task that the next start repeats if it fails now. */
  const tryTask = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      watch.failed(error);
    }
  };

  return {
    /** System time in Unix milliseconds. */
    now: (): number => clock().getTime(),
    /** Resumes deliveries of an earlier process, or drops them if the plan has no webhooks. */
    resume(): void {
      if (closed || outbox.pending() === 0) return;
      if (SCALE_AND_ABOVE.includes(plan)) soon();
      else tryTask(() => dropAll(store, clock()));
    },
    /** Schedules a turn if the last request queued events. Call it after each request. */
    wakeIfQueued(): void {
      if (outbox.takeAdded()) soon();
    },
    /** Cancels the running attempts of a subscription, or all. */
    cancelAttempts: (subscriptionId?: string): void => running.cancel(subscriptionId),
    /** Stops immediately. Pending events stay in the outbox for the next start. */
    async close(): Promise<void> {
      closed = true;
      soonTimer?.();
      wakeTimer?.();
      running.cancel();
      await running.settled();
      tryTask(record);
    },
  };
}

/** Starts deliveries of a subscription that are due, up to its concurrency limit. */
function startDue(
  { outbox, subscriptions }: Store,
  running: ReturnType<typeof attempts>,
  subscription: Subscription,
  now: number,
): void {
  const busy = running.count(subscription.id);
  const secret = busy < PARALLEL ? subscriptions.secret(subscription.id) : undefined;
  if (secret === undefined) return;
  const due = outbox.due(subscription.id, now, PARALLEL + busy).filter(({ id }) => !running.has(id));
  for (const delivery of due.slice(0, PARALLEL - busy)) running.start(delivery, subscription.url, secret);
}

/** Records an attempt and finishes its delivery or schedules a retry. */
function recordOne(store: Store, { delivery, outcome, isCanceled }: Attempt, at: Date): void {
  const { outbox, attempts } = store;
  // The subscription may have been removed or disabled in the meantime.
  const known = outbox.get(delivery.id);
  if (!known) return;
  attempts.add(delivery.id, outcome);
  if (known.status !== 'pending' || isCanceled) return;
  const count = known.tries + 1;
  if (isDelivered(outcome.status)) {
    outbox.finish(known, 'delivered', count, at.toISOString());
    countFailures(store, known.subscriptionId, () => 0, at);
  } else if (count >= MAX_TRIES) {
    outbox.finish(known, 'failed', count, at.toISOString());
    countFailures(store, known.subscriptionId, (before) => before + 1, at);
  } else outbox.retry(known, count, at.getTime() + FIRST_WAIT * WAIT_FACTOR ** known.tries);
}

/** Counts consecutive failed deliveries and disables the subscription at the limit. */
function countFailures(
  { subscriptions, outbox }: Store,
  id: string,
  next: (before: number) => number,
  at: Date,
): void {
  const before = subscriptions.get(id);
  if (!before) return;
  const failures = next(before.failures);
  if (failures === before.failures) return;
  if (failures < DELIVERY_LIMITS.failures) {
    subscriptions.update({ ...before, failures });
    return;
  }
  const updatedAt = at.toISOString();
  const disabledReason = `${failures} deliveries failed in a row`;
  subscriptions.update({ ...before, failures, enabled: false, disabledReason, updatedAt });
  outbox.drop(id, updatedAt);
}

function dropAll({ outbox, subscriptions, transaction }: Store, at: Date): void {
  transaction(() => {
    for (const { id } of subscriptions.list()) outbox.drop(id, at.toISOString());
  });
}

export type Deliveries = ReturnType<typeof deliveryLoop>;
