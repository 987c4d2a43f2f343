import type { IncomingMessage, ServerResponse } from 'node:http';
import { TOLERANCE_SECONDS } from '../../contract/webhook.js';
import { eventIds } from '../event-store/event-id.js';
import type { FrameHead } from '../event-store/frame.js';
import type { Done, EventWriter } from '../event-store/writer.js';
import type { EventFacts, Machine } from '../types.js';
import { answer } from './answer.js';
import { type Duplicates, duplicates, GENERATION } from './duplicates.js';
import { factsOf, headJson, timeWriter } from './event-facts.js';
import type { Exchange, RecordStream } from './record-stream.js';
import { dispatchEvent, isShown, printEvent, type ShowOptions } from './show-event.js';
import { type Accepted, type Rejected, type VerifyRules, verifyRequest } from './verify-request.js';

export interface DeliveryOptions extends ShowOptions {
  rules: VerifyRules;
  respond: number | 'forward';
  /** Event store, if enabled. */
  writer: EventWriter | undefined;
  /** Publishes stored events to a broker. */
  publisher: EventPublisher | undefined;
  machine: Pick<Machine, 'now' | 'random'>;
}

export interface PublishedEvent {
  head: FrameHead;
  body: Uint8Array;
}

/** Publishes received events to a broker. */
export interface EventPublisher {
  /** Queues an event that is on disk. Calls back when the delivery can be acknowledged, or with an error. */
  offer(event: PublishedEvent, done: Done): void;
  /** Publishes remaining events for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
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
  const { method = '', url = '', rawHeaders } = request;
  const sent = { method, path: url, rawHeaders, signature };
  const finish: Done = (error) => {
    if (!error) {
      acknowledgeWithRoom(options, delivery);
      return;
    }
    if (signature !== null && !facts.duplicate) seen.forget(signature);
    const message = `The event could not be stored: ${error.message}.`;
    refuse(options.records, delivery, { status: 503, reason: 'not-kept', message });
  };
  writer.append({ id: facts.id, head: headJson(factsJson, sent), body }, (error) => {
    if (error || !options.publisher) finish(error);
    else options.publisher.offer({ head: { ...facts, ...sent }, body }, finish);
  });
}

function acknowledgeWithRoom(options: DeliveryOptions, delivery: AcceptedDelivery): void {
  const { records } = options;
  if (records.hasRoom()) acknowledge(options, delivery);
  else void records.room().then(() => acknowledge(options, delivery));
}

/** Acknowledges an event that is on disk, whatever happens afterwards. */
function acknowledge(options: DeliveryOptions, delivery: AcceptedDelivery): void {
  const { respond } = options;
  const { request, response, body, verdict, facts, factsJson } = delivery;
  const { event, text } = verdict;
  if (!isShown(options, event)) {
    answer(response, respond === 'forward' ? 200 : respond);
    return;
  }
  if (respond !== 'forward') answer(response, respond);
  const kept = options.writer !== undefined;
  const { rawHeaders } = request;
  printEvent(options, { facts, factsJson, event, text, kept, rawHeaders, body, exchange: delivery });
  const onStatus = respond === 'forward' ? (status: number) => answer(response, status) : undefined;
  dispatchEvent(options, { facts, rawHeaders, body }, { onStatus });
  options.onShown();
}
