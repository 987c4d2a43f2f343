import { type Plan, SCALE_AND_ABOVE } from '../../contract/limits.js';
import type { Schedule } from '../schedule.js';
import type { Store } from '../store/store.js';
import type { Subscription } from '../store/subscriptions.js';
import { type Attempt, attempts } from './attempts.js';
import type { SendWebhook } from './send.js';

export interface DeliverySettings {
  store: Store;
  schedule: Schedule;
  plan: Plan;
  /** The machine's time, whatever the control API made of the sandbox's: receivers go by their own clocks. */
  clock: () => Date;
  send: SendWebhook;
}

/** Tries of one event, the first included. The sandbox's own choice, like everything below. */
const MAX_TRIES = 5;
/** Milliseconds to the next try after the first that failed; each later wait is four times as long. */
const FIRST_WAIT = 1_000;
const WAIT_FACTOR = 4;
/** Tries at a time for each subscription: an endpoint that hangs holds up nobody but itself. */
const PARALLEL = 8;
/** Milliseconds to the next turn where the store failed. */
const STORE_WAIT = 1_000;
/** Deliveries that ended and are still listed, for each subscription. */
const KEPT = 1_000;

/** Bounds of what waits for one subscription. */
export const DELIVERY_LIMITS = {
  /** Hours after which a pending event is dropped. */
  pendingHours: 24,
  /** Pending events of an endpoint whose last delivery failed: an endpoint that answers gets all. */
  pendingEvents: 1_000,
  pendingBytes: 16 * 1024 * 1024,
  /** Deliveries that fail in a row before the subscription is disabled. */
  failures: 20,
};
const HOUR = 3_600_000;

/**
 * Delivers what is in the outbox. It works in turns: each writes down what came of the tries that ended, in one
 * transaction, and begins what is due. Turns are never part of a request. An event leaves the outbox only once its
 * outcome is on disk, so a crash repeats a try rather than losing an event.
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

  /** What the store cannot do now is done in a later turn: tries that ended wait for it, and nothing is begun. */
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
    // Nothing is sent of what a crash could still undo.
    store.flush();
    record();
    const now = clock().getTime();
    bound(now);
    let next = Number.POSITIVE_INFINITY;
    for (const subscription of subscriptions.enabled()) {
      begin(store, running, subscription, now);
      next = Math.min(next, outbox.nextAfter(subscription.id, now) ?? next);
    }
    if (next < Number.POSITIVE_INFINITY) wakeTimer = schedule(turn, Math.max(1, next - now));
  };

  /** Writes down what came of the tries that ended. */
  const record = (): void => {
    const ended = running.ended();
    if (ended.length === 0) return;
    store.transaction(() => {
      for (const attempt of ended) recordOne(store, attempt, clock());
      for (const id of new Set(ended.map(({ delivery }) => delivery.subscriptionId))) outbox.prune(id, KEPT);
    });
    running.forget(ended);
    for (const { id, enabled } of subscriptions.list()) if (!enabled) running.cut(id);
  };

  /** Drops what is beyond the limits. A transaction is begun only where something may have to go. */
  const bound = (now: number): void => {
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

  /** Does what may as well be left undone: the next start finds it again. */
  const attempt = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      watch.failed(error);
    }
  };

  return {
    /** The machine's time, in Unix milliseconds. */
    now: (): number => clock().getTime(),
    /** Begins with what an earlier process left; on a plan without webhooks that is dropped. */
    resume(): void {
      if (outbox.pending() === 0) return;
      if (SCALE_AND_ABOVE.includes(plan)) soon();
      else attempt(() => dropAll(store, clock()));
    },
    /** To be called after each request: what it queued goes out soon. */
    notice(): void {
      if (outbox.takeFresh()) soon();
    },
    /** Cuts running tries short: those of a subscription, or all. */
    abandon: (subscriptionId?: string): void => running.cut(subscriptionId),
    /** Stops at once; what is pending stays in the outbox for the next start. */
    async close(): Promise<void> {
      closed = true;
      soonTimer?.();
      wakeTimer?.();
      running.cut();
      await running.settled();
      attempt(record);
    },
  };
}

/** Begins what is due of a subscription, as far as it may have more at a time. */
function begin(
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

/** What came of one try: an end, or another try later. */
function recordOne(store: Store, { delivery, outcome, cut }: Attempt, at: Date): void {
  const { outbox, tries } = store;
  // Its subscription may have been removed meanwhile, or disabled.
  const known = outbox.get(delivery.id);
  if (!known) return;
  tries.add(delivery.id, outcome);
  if (known.status !== 'pending' || cut) return;
  const count = known.tries + 1;
  const { status } = outcome;
  if (status !== null && status >= 200 && status < 300) {
    outbox.finish(known, 'delivered', count, at.toISOString());
    countFailures(store, known.subscriptionId, () => 0, at);
  } else if (count >= MAX_TRIES) {
    outbox.finish(known, 'failed', count, at.toISOString());
    countFailures(store, known.subscriptionId, (before) => before + 1, at);
  } else outbox.retry(known, count, at.getTime() + FIRST_WAIT * WAIT_FACTOR ** known.tries);
}

/** Counts deliveries that failed in a row, and disables the subscription of an endpoint that is gone. */
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
