import type { IncomingMessage, ServerResponse } from 'node:http';
import { TOLERANCE_SECONDS, type WebhookEvent } from '../../contract/webhook.js';
import { eventIds } from '../event-store/event-id.js';
import type { EventWriter } from '../event-store/writer.js';
import type { Executor } from '../forward/execute.js';
import type { Forwarder } from '../forward/forward.js';
import type { EventFacts, Machine } from '../types.js';
import { answer } from './answer.js';
import { type Duplicates, duplicates, GENERATION } from './duplicates.js';
import { factsOf, headJson, recordJson, recordOf, timeWriter } from './event-facts.js';
import type { Exchange, RecordStream } from './record-stream.js';
import { type Accepted, type Rejected, type VerifyRules, verifyRequest } from './verify-request.js';

/** Filter for events; all given conditions must hold. */
export interface EventFilter {
  collections?: readonly string[] | undefined;
  operations?: readonly string[] | undefined;
  match?: ((event: WebhookEvent) => boolean) | undefined;
}

export interface DeliveryOptions {
  rules: VerifyRules;
  respond: number | 'forward';
  forwardDuplicates: boolean;
  /** Also passes unverified events to targets and programs. */
  insecureForward: boolean;
  filter: EventFilter;
  /** Event store, if enabled. */
  writer: EventWriter | undefined;
  forward: Forwarder | undefined;
  exec: Executor | undefined;
  records: RecordStream;
  machine: Pick<Machine, 'now' | 'random'>;
  /** Whether further events are accepted. */
  isOpen: () => boolean;
  /** Called after each printed event. */
  onShown: () => void;
}

interface AnsweredExchange extends Exchange {
  response: ServerResponse;
}

interface AcceptedDelivery extends AnsweredExchange {
  verdict: Accepted;
  facts: EventFacts;
  /** The metadata as JSON, serialized once for disk and output. */
  factsJson: string;
}

type Refused = Omit<Rejected, 'ok'>;

/** Handles a received delivery: verifies it, stores it, acknowledges it, and only then prints and forwards it. */
export function deliveryHandler(options: DeliveryOptions) {
  const { rules, writer, machine } = options;
  const newId = writer?.newId ?? eventIds(machine);
  const seen = duplicates();
  const timeOf = timeWriter();
  // Older deliveries cannot be repeated: their timestamp would be stale.
  const since = machine.now() - 2_000 * (rules.toleranceSeconds ?? TOLERANCE_SECONDS);
  if (writer) loadRecent(seen, writer, since);

  return (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const now = machine.now();
    const { method = '', url = '', headers } = request;
    const verdict = verifyRequest({ method, url, headers, body }, rules, now / 1_000);
    if (!verdict.ok) {
      refuse(options.records, { request, response, body }, verdict);
      return;
    }
    const { signature } = verdict;
    const duplicate = signature !== null && seen.seen(signature);
    const facts = factsOf(verdict, {
      id: newId(),
      receivedAt: timeOf(now),
      duplicate,
      size: body.byteLength,
    });
    const factsJson = JSON.stringify(facts);
    const delivery: AcceptedDelivery = { request, response, body, verdict, facts, factsJson };
    if (writer) storeFirst(options, writer, seen, delivery);
    else acknowledgeWithRoom(options, delivery);
  };
}

function loadRecent(seen: Duplicates, writer: EventWriter, sinceMs: number): void {
  let count = 0;
  for (const { signature } of writer.recent(sinceMs)) {
    if (signature !== null) seen.seen(signature);
    if (++count === GENERATION) return;
  }
}

function refuse(
  records: RecordStream,
  exchange: AnsweredExchange,
  { status, reason, message }: Refused,
): void {
  const { request, response, body } = exchange;
  // The response does not reveal local failures or the reason for a rejected signature.
  const shownMessage = reason === 'not-kept' ? 'The event could not be stored.' : message;
  answer(response, status, status === 401 || status === 403 ? undefined : shownMessage);
  const remoteAddress = request.socket.remoteAddress ?? null;
  const size = body.byteLength;
  const at = records.now();
  records.emit({ type: 'rejected', version: 1, at, reason, message, status, remoteAddress, size }, exchange);
}

function storeFirst(
  options: DeliveryOptions,
  writer: EventWriter,
  seen: Duplicates,
  delivery: AcceptedDelivery,
): void {
  const { request, body, verdict, facts, factsJson } = delivery;
  const { signature } = verdict;
  const head = headJson(factsJson, request, signature);
  writer.append({ id: facts.id, head, body }, (error) => {
    if (!error) {
      acknowledgeWithRoom(options, delivery);
      return;
    }
    if (signature !== null && !facts.duplicate) seen.forget(signature);
    const message = `The event could not be stored: ${error.message}.`;
    refuse(options.records, delivery, { status: 503, reason: 'not-kept', message });
  });
}

function acknowledgeWithRoom(options: DeliveryOptions, delivery: AcceptedDelivery): void {
  const { records } = options;
  if (records.hasRoom()) acknowledge(options, delivery);
  else void records.room().then(() => acknowledge(options, delivery));
}

/** Acknowledges an event that is on disk, whatever happens afterwards. */
function acknowledge(options: DeliveryOptions, delivery: AcceptedDelivery): void {
  const { respond, records } = options;
  const { response, verdict, facts, factsJson } = delivery;
  const { event, text } = verdict;
  if (!options.isOpen() || !passes(options.filter, event)) {
    records.counts.unshown++;
    answer(response, respond === 'forward' ? 200 : respond);
    return;
  }
  if (respond !== 'forward') answer(response, respond);
  const kept = options.writer !== undefined;
  const json = text && recordJson(factsJson, text, facts.receivedAt, kept);
  records.event(recordOf(facts, { event, kept, json }), delivery);
  forwardDelivery(options, delivery);
  options.onShown();
}

/** Passes an event to targets and programs if allowed; with `forward`, the first target's status is the response. */
function forwardDelivery(
  options: DeliveryOptions,
  { request, response, body, facts }: AcceptedDelivery,
): void {
  const { respond, forward, exec } = options;
  const trusted = facts.verified || options.insecureForward;
  const isForwarded = trusted && (!facts.duplicate || options.forwardDuplicates);
  const job = { facts, method: 'POST', rawHeaders: request.rawHeaders, body };
  const answered = respond === 'forward' ? (status: number) => answer(response, status) : undefined;
  const offered = isForwarded && forward?.offer(job, answered);
  if (!offered) answered?.(200);
  if (isForwarded) exec?.offer(job);
}

/** Whether an event passes the filter. A `match` that throws rejects the event. */
function passes({ collections, operations, match }: EventFilter, event: WebhookEvent): boolean {
  if (collections?.length && !collections.includes(event.collection)) return false;
  if (operations?.length && !operations.includes(event.operation)) return false;
  try {
    return match?.(event) ?? true;
  } catch {
    return false;
  }
}
