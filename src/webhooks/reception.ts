import type { IncomingMessage, ServerResponse } from 'node:http';
import { landscapeOf, unknownFields, type WebhookEvent } from '../contract/webhook.js';
import { type Delivered, duplicates, GENERATION } from './duplicates.js';
import { eventIds } from './event-id.js';
import type { Executor } from './execute.js';
import type { Forwarder } from './forward.js';
import { answer } from './intake.js';
import { type Accepted, judge, type Rules } from './judge.js';
import type { Keep } from './keep.js';
import type { Outlet } from './outlet.js';
import type { EventFacts, Machine, RejectReason } from './types.js';

export interface EventFilter {
  collections?: readonly string[] | undefined;
  operations?: readonly string[] | undefined;
  match?: ((event: WebhookEvent) => boolean) | undefined;
}

export interface ReceptionOptions {
  rules: Rules;
  respond: number | 'forward';
  forwardDuplicates: boolean;
  /** Unverified events go on to targets and programs too. */
  insecureForward: boolean;
  filter: EventFilter;
  keep: Keep | undefined;
  forward: Forwarder | undefined;
  exec: Executor | undefined;
  outlet: Outlet;
  machine: Pick<Machine, 'now' | 'random'>;
  /** Whether one more event is wanted. */
  open: () => boolean;
  /** After each event that was shown. */
  shown: () => void;
}

interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  verdict: Accepted;
  facts: EventFacts;
}

/** The way of a request that arrived: judged, kept on disk, acknowledged, and only then shown and passed on. */
export function reception(options: ReceptionOptions) {
  const { rules, keep, outlet, machine, respond, forward, exec } = options;
  const newId = keep?.newId ?? eventIds(machine);
  const seen = duplicates();
  if (keep) remember(keep);

  function remember(store: Keep): void {
    // Older ones can no longer come again: their timestamp would be stale.
    const since = machine.now() - 2_000 * (rules.toleranceSeconds ?? 300);
    let count = 0;
    for (const { signature, timestamp, subscriptionId } of store.recent(since)) {
      if (signature !== null && timestamp !== null) seen.seen({ signature, timestamp, subscriptionId });
      if (++count === GENERATION) return;
    }
  }

  const refuse = (
    { request, response, body }: Pick<Visit, 'request' | 'response' | 'body'>,
    { status, reason, message }: { status: number; reason: RejectReason; message: string },
  ): void => {
    // What failed on this machine is nobody else's business, nor is why a signature was refused.
    const told = reason === 'not-kept' ? 'The event could not be kept.' : message;
    answer(response, status, status === 401 || status === 403 ? undefined : told);
    outlet.emit({
      type: 'rejected',
      version: 1,
      at: outlet.now(),
      reason,
      message,
      status,
      remoteAddress: request.socket.remoteAddress ?? null,
      size: body.byteLength,
    });
  };

  const passes = (event: WebhookEvent): boolean => {
    const { collections, operations, match } = options.filter;
    if (collections?.length && !collections.includes(event.collection)) return false;
    if (operations?.length && !operations.includes(event.operation)) return false;
    try {
      return match?.(event) ?? true;
    } catch {
      return false;
    }
  };

  /** The event is on disk: it is acknowledged whatever happens from here on. */
  const acknowledge = ({ request, response, body, verdict, facts }: Visit): void => {
    const { event } = verdict;
    if (!options.open() || !passes(event)) {
      outlet.counts.unshown++;
      answer(response, respond === 'forward' ? 200 : respond);
      return;
    }
    if (respond !== 'forward') answer(response, respond);
    const kept = keep !== undefined;
    outlet.event({ type: 'event', version: 1, at: facts.receivedAt, ...facts, kept, event });
    const trusted = facts.verified || options.insecureForward;
    const goesOn = trusted && (!facts.duplicate || options.forwardDuplicates);
    const job = { facts, method: 'POST', rawHeaders: request.rawHeaders, body };
    const answered = respond === 'forward' ? (status: number) => answer(response, status) : undefined;
    const offered = goesOn && forward?.offer(job, answered);
    if (!offered) answered?.(200);
    if (goesOn) exec?.offer(job);
    options.shown();
  };

  const proceed = (visit: Visit): void => {
    if (outlet.hasRoom()) acknowledge(visit);
    else void outlet.room().then(() => acknowledge(visit));
  };

  return (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const now = machine.now();
    const { method = '', url = '', headers } = request;
    const verdict = judge({ method, url, headers, body }, rules, now / 1_000);
    if (!verdict.ok) {
      refuse({ request, response, body }, verdict);
      return;
    }
    const delivered = deliveredOf(verdict);
    const duplicate = delivered !== undefined && seen.seen(delivered);
    const facts = factsOf(verdict, { id: newId(), now, duplicate, size: body.byteLength });
    const visit: Visit = { request, response, body, verdict, facts };
    if (!keep) {
      proceed(visit);
      return;
    }
    const { rawHeaders } = request;
    const { signature } = verdict;
    keep.append({ ...facts, method, path: url, rawHeaders, signature, body }, (error) => {
      if (!error) {
        proceed(visit);
        return;
      }
      if (delivered && !duplicate) seen.forget(delivered);
      refuse(visit, {
        status: 503,
        reason: 'not-kept',
        message: `The event could not be kept: ${error.message}.`,
      });
    });
  };
}

const deliveredOf = ({ event, timestamp, signature }: Accepted): Delivered | undefined =>
  timestamp === null || signature === null
    ? undefined
    : { subscriptionId: event.subscriptionId, timestamp, signature };

function factsOf(
  { event, verified, secretName, unverifiedReason, timestamp }: Accepted,
  { id, now, duplicate, size }: { id: string; now: number; duplicate: boolean; size: number },
): EventFacts {
  return {
    id,
    receivedAt: new Date(now).toISOString(),
    verified,
    secretName,
    ...(unverifiedReason && { unverifiedReason }),
    duplicate,
    unknown: unknownFields(event),
    collection: event.collection,
    operation: event.operation,
    resourceId: event.resourceId,
    organizationId: event.organizationId,
    subscriptionId: event.subscriptionId,
    landscapeId: landscapeOf(event),
    timestamp,
    size,
  };
}
