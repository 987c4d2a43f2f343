import type { StoredMsg } from '@nats-io/jetstream';
import { HEADER_PREFIX, signatureHeaders } from '../../contract/webhook.js';
import { pairsOf } from '../event-store/frame.js';
import { findOne, type StoredEventFilter } from '../event-store/reader.js';
import type { StoredEvent } from '../types.js';
import type { Broker } from './connect.js';
import { brokerError } from './errors.js';
import { readMessage } from './message.js';

/** Messages that are requested together. */
const WINDOW = 256;

/** Yields the events of a stream, newest first, and reads only as many as needed. */
export async function* streamEvents(
  broker: Broker,
  { limit = Number.POSITIVE_INFINITY, sinceMs = 0, collections, operations, ids }: StoredEventFilter = {},
): AsyncGenerator<StoredEvent> {
  const rules = { secrets: [], headers: signatureHeaders(HEADER_PREFIX) };
  const seen = new Set<string>();
  for await (const { header, data, time } of messagesNewestFirst(broker)) {
    if (seen.size === limit || time.getTime() < sinceMs) return;
    const message = readMessage({ headers: header, data }, rules);
    if (message.kind !== 'event' || seen.has(message.key)) continue;
    const { facts, head, body, key } = message;
    if (ids?.has(facts.id) === false) continue;
    if (collections?.length && !collections.includes(facts.collection)) continue;
    if (operations?.length && !operations.includes(facts.operation)) continue;
    seen.add(key);
    yield { ...facts, method: 'POST', path: head.path, headers: pairsOf(head.rawHeaders), body };
  }
}

/**
 * Finds an event by id, or by a unique prefix or suffix of it.
 * @throws ArchctlError `not-found`; `usage` if several events match.
 */
export async function findStreamEvent(broker: Broker, id: string): Promise<StoredEvent> {
  const found: StoredEvent[] = [];
  for await (const event of streamEvents(broker)) {
    if (event.id === id) return event;
    if ((event.id.startsWith(id) || event.id.endsWith(id)) && found.length < 2) found.push(event);
  }
  return findOne(found, id, ({ id: its }) => its);
}

async function* messagesNewestFirst({ jsm, address }: Broker): AsyncGenerator<StoredMsg> {
  const { stream } = address;
  try {
    const { state } = await jsm.streams.info(stream);
    for (let last = state.last_seq; last >= Math.max(1, state.first_seq); last -= WINDOW) {
      const first = Math.max(1, state.first_seq, last - WINDOW + 1);
      const numbers = Array.from({ length: last - first + 1 }, (_, at) => last - at);
      const messages = await Promise.all(numbers.map((seq) => jsm.streams.getMessage(stream, { seq })));
      // Null: removed from the stream.
      for (const message of messages) if (message) yield message;
    }
  } catch (error) {
    throw brokerError(error, address);
  }
}
