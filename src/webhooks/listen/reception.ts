import type { IncomingMessage, ServerResponse } from 'node:http';
import { landscapeOf, unknownFields, type WebhookEvent } from '../../contract/webhook.js';
import { eventIds } from '../kept/event-id.js';
import type { Keep } from '../kept/keep.js';
import type { Executor } from '../pass-on/execute.js';
import type { Forwarder } from '../pass-on/forward.js';
import { type EventFacts, type Machine, RECORD_JSON, type RejectReason } from '../types.js';
import { duplicates, GENERATION } from './duplicates.js';
import { answer } from './intake.js';
import { type Accepted, judge, type Rules } from './judge.js';
import type { Outlet } from './outlet.js';

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
  /** The facts as JSON, made once for disk and output. */
  factsJson: string;
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
    for (const { signature } of store.recent(since)) {
      if (signature !== null) seen.seen(signature);
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
  const acknowledge = ({ request, response, body, verdict, facts, factsJson }: Visit): void => {
    const { event, text } = verdict;
    if (!options.open() || !passes(event)) {
      outlet.counts.unshown++;
      answer(response, respond === 'forward' ? 200 : respond);
      return;
    }
    if (respond !== 'forward') answer(response, respond);
    const kept = keep !== undefined;
    const at = facts.receivedAt;
    const json =
      text &&
      `{"type":"event","version":1,"at":"${at}",${factsJson.slice(1, -1)},"kept":${kept},"event":${text}}`;
    outlet.event({ type: 'event', version: 1, at, ...facts, kept, event, [RECORD_JSON]: json });
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
    const { signature } = verdict;
    const duplicate = signature !== null && seen.seen(signature);
    const facts = factsOf(verdict, { id: newId(), now, duplicate, size: body.byteLength });
    const factsJson = JSON.stringify(facts);
    const visit: Visit = { request, response, body, verdict, facts, factsJson };
    if (!keep) {
      proceed(visit);
      return;
    }
    const sent = JSON.stringify({ method, path: url, rawHeaders: request.rawHeaders, signature });
    const head = `${factsJson.slice(0, -1)},${sent.slice(1)}`;
    keep.append({ id: facts.id, head, body }, (error) => {
      if (!error) {
        proceed(visit);
        return;
      }
      if (signature !== null && !duplicate) seen.forget(signature);
      refuse(visit, {
        status: 503,
        reason: 'not-kept',
        message: `The event could not be kept: ${error.message}.`,
      });
    });
  };
}

function factsOf(
  { event, verified, secretName, unverifiedReason, timestamp }: Accepted,
  { id, now, duplicate, size }: { id: string; now: number; duplicate: boolean; size: number },
): EventFacts {
  return {
    id,
    receivedAt: new Date(now).toISOString(),
    verified,
    secretName,
    unverifiedReason,
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
