import { eventIds } from '../event-store/event-id.js';
import type { OutcomeFile } from '../event-store/outcome-file.js';
import { hasSucceeded } from '../forward/succeeded.js';
import type { Exchange } from '../listen/record-stream.js';
import type { ResultRecord } from '../listen/result-counter.js';
import {
  type EventRecord,
  type Machine,
  type RejectedRecord,
  TARGET_URL,
  type WebhookRecord,
} from '../types.js';
import { type RedactText, rowOfEvent, rowOfRejected } from './row.js';
import type { InspectedOutcome, InspectedRow, OutcomeOf } from './types.js';

/** A delivery that is kept in memory: it was rejected, or the listener stores nothing. */
export interface LoggedDelivery {
  id: string;
  /** Created when a page first shows it, because reading the body takes longer than receiving it. */
  row: () => InspectedRow;
  record: EventRecord | RejectedRecord;
  /** Absent for a request that was not received completely. */
  request: { method: string; path: string; rawHeaders: readonly string[]; body: Buffer } | undefined;
}

/** Everything about deliveries that is not an event of the store. Only results for stored events outlive the process. */
export interface DeliveryLog {
  /** Newest first. */
  rows(): readonly InspectedRow[];
  get(id: string): LoggedDelivery | undefined;
  outcomesOf(id: string): readonly InspectedOutcome[];
  add(record: WebhookRecord, exchange?: Exchange): void;
  addOutcome(id: string, outcome: InspectedOutcome): void;
  /** Reads the outcomes that were saved since the last call, also by other processes. */
  refresh(): void;
  /** Outcomes since the last call. */
  takeOutcomes(): OutcomeOf[];
}

const MAX_DELIVERIES = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Number of events whose outcomes are kept. */
const MAX_OUTCOMES = 10_000;
/** Longest text of an outcome, in characters. */
const MAX_TEXT = 4_096;

export function deliveryLog(
  machine: Pick<Machine, 'now' | 'random'>,
  redact: RedactText,
  file: OutcomeFile,
  onUnsaved: () => void = () => {},
): DeliveryLog {
  const deliveries = new Map<string, LoggedDelivery>();
  const outcomes = new Map<string, InspectedOutcome[]>();
  let news: OutcomeOf[] = [];
  let bytes = 0;
  /** Whether the listener stores the events. */
  let isStoring = true;
  const newId = eventIds(machine);

  const keep = (
    id: string,
    record: LoggedDelivery['record'],
    exchange: Exchange | undefined,
    createRow: (body: Buffer | undefined) => InspectedRow,
  ): void => {
    const request = exchange && requestOf(exchange);
    let row: InspectedRow | undefined;
    const delivery: LoggedDelivery = {
      ...{ id, record, request },
      row: () => {
        row ??= createRow(request?.body);
        return row;
      },
    };
    deliveries.set(id, delivery);
    bytes += sizeOf(delivery);
    for (const [id, oldest] of deliveries) {
      if (deliveries.size <= MAX_DELIVERIES && bytes <= MAX_BYTES) return;
      deliveries.delete(id);
      bytes -= sizeOf(oldest);
    }
  };
  const redacted = ({ id, outcome }: OutcomeOf): OutcomeOf => {
    const { url, ...rest } = outcome;
    const [target, text] = [redact(rest.target), redact(rest.text).slice(0, MAX_TEXT)];
    // An address that contains a secret is not stored.
    const isStored = url !== undefined && url !== target && redact(url) === url;
    return { id, outcome: { ...rest, target, text, ...(isStored && { url }) } };
  };
  const addOutcome = (id: string, outcome: InspectedOutcome): void => {
    const entry = redacted({ id, outcome });
    const isStored = isStoring && !deliveries.has(id);
    if (isStored && file.append(entry)) return;
    if (isStored) onUnsaved();
    show(entry);
  };
  const show = ({ id, outcome: { url: _url, ...outcome } }: OutcomeOf): void => {
    outcomes.set(id, [...(outcomes.get(id) ?? []), outcome]);
    news.push({ id, outcome });
    if (news.length > MAX_OUTCOMES) news = news.slice(-MAX_OUTCOMES / 2);
    const [oldest] = outcomes.keys();
    if (outcomes.size > MAX_OUTCOMES && oldest !== undefined) outcomes.delete(oldest);
  };
  return {
    rows: () => [...deliveries.values()].map(({ row }) => row()).reverse(),
    get: (id) => deliveries.get(id),
    outcomesOf: (id) => outcomes.get(id) ?? [],
    addOutcome,
    refresh() {
      // A secret may have been saved later than the outcome.
      for (const entry of file.takeNew()) show(redacted(entry));
    },
    takeOutcomes() {
      const taken = news;
      news = [];
      return taken;
    },
    add(record, exchange) {
      if (record.type === 'event') isStoring = record.kept;
      if (record.type === 'forwarded' || record.type === 'executed') addOutcome(record.id, outcomeOf(record));
      else if (record.type === 'rejected') {
        const id = newId().replace('evt_', 'rejected_');
        keep(id, record, exchange, (body) => rowOfRejected(record, id, body, redact));
      } else if (record.type === 'event' && !record.kept) {
        keep(record.id, record, exchange, (body = Buffer.alloc(0)) => rowOfEvent(record, body, redact));
      }
    },
  };
}

/** Copies the body: it may be a small part of a large buffer. */
const requestOf = ({ request, body }: Exchange): NonNullable<LoggedDelivery['request']> => ({
  method: request.method ?? '',
  path: request.url ?? '',
  rawHeaders: request.rawHeaders,
  body: Buffer.from(body),
});

/** Size in memory, including an estimate for everything but the body. */
const sizeOf = ({ request }: LoggedDelivery): number => 1_024 + (request?.body.byteLength ?? 0);

function outcomeOf(record: ResultRecord): InspectedOutcome {
  const { at, ms, error = '' } = record;
  const succeeded = hasSucceeded(record);
  if (record.type === 'executed') {
    const { command, exitCode, output } = record;
    const text = [error, output].filter((it) => it !== '').join('\n');
    return { kind: 'program', at, target: command, result: exitCode, succeeded, ms, text };
  }
  const { target, status, [TARGET_URL]: url = target } = record;
  return { kind: 'forward', at, target, url, result: status, succeeded, ms, text: error };
}
