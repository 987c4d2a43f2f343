import { setImmediate } from 'node:timers/promises';
import { pairsOf } from '../event-store/frame.js';
import { outcomeFile } from '../event-store/outcome-file.js';
import { openEventReader } from '../event-store/reader.js';
import type { Exchange } from '../listen/record-stream.js';
import { systemMachine } from '../machine.js';
import type { HeaderList, Machine, StoredEvent, WebhookRecord } from '../types.js';
import { deliveryLog } from './delivery-log.js';
import { inspectLogged, inspectStored, type Redaction } from './inspected-event.js';
import { storeRows } from './store-rows.js';
import {
  type InspectedChanges,
  type InspectedEvent,
  type InspectedOutcome,
  type InspectedPage,
  type InspectedRow,
  orderOf,
} from './types.js';

/** Request of an event that can be sent again. */
export interface ReplayableEvent {
  method: string;
  headers: HeaderList;
  body: Uint8Array;
  subscriptionId: string;
}

/** Deliveries for a page: stored events, and what a listener in this process observes. */
export interface Inspector {
  /** Takes a record of the listener in this process. */
  observe(record: WebhookRecord, exchange?: Exchange): void;
  /** The part of the list after an id; the first part without one. */
  page(after: string | undefined): Promise<InspectedPage>;
  /** Undefined if the delivery is no longer available. */
  event(id: string): InspectedEvent | undefined;
  /** The event to replay; undefined for a rejected delivery, or if it is no longer available. */
  replayable(id: string): ReplayableEvent | undefined;
  /** Ids of deliveries with a text in their facts or body, in any case. */
  search(text: string): Promise<string[]>;
  addOutcome(id: string, outcome: InspectedOutcome): void;
  /** Reports changes of the list while `isWatched`. Only one call at a time does so; others return at once. */
  follow(isWatched: () => boolean, onChanges: (changes: InspectedChanges) => void): Promise<void>;
}

export interface InspectorOptions {
  directory: string;
  redaction: Redaction;
  /** Waits between two looks at the event store. */
  sleep: (ms: number) => Promise<void>;
  machine?: Pick<Machine, 'now' | 'random'> | undefined;
  maxEvents?: number | undefined;
  /** Called if a result cannot be stored. */
  onUnsaved?: (() => void) | undefined;
}

/** Number of rows in a part of the list, and in a message about changes. */
const PAGE_ROWS = 1_000;
/** Interval between two looks at the event store while a page is open. */
const FOLLOW_MS = 250;
/** Number of bodies to search before other work continues. */
const SEARCH_STEP = 100;

export function createInspector(options: InspectorOptions): Inspector {
  const { directory, redaction, sleep, machine = systemMachine, maxEvents, onUnsaved } = options;
  const { text: redact } = redaction;
  const store = storeRows({ directory, redact, now: machine.now, maxEvents });
  const log = deliveryLog(machine, redact, outcomeFile(directory), onUnsaved);
  const reader = openEventReader({ directory, maxEvents });
  let isFollowing = false;

  const rows = (): InspectedRow[] => merged(log.rows(), store.rows());
  const refresh = (): Promise<void> => {
    log.refresh();
    return store.refresh();
  };
  const stored = (id: string): StoredEvent | undefined => reader.find(id);

  return {
    observe: log.add,
    addOutcome: log.addOutcome,
    async page(after) {
      if (after === undefined) await refresh();
      const all = rows();
      const bound = after === undefined ? undefined : orderOf({ id: after });
      const start = bound === undefined ? 0 : all.findIndex((row) => orderOf(row) < bound);
      const part = start < 0 ? [] : all.slice(start, start + PAGE_ROWS);
      const outcomes = part.flatMap(({ id }) => log.outcomesOf(id).map((outcome) => ({ id, outcome })));
      const isLast = start < 0 || start + PAGE_ROWS >= all.length;
      return {
        rows: part,
        outcomes,
        next: isLast ? null : (part.at(-1)?.id ?? null),
        damaged: store.damaged(),
      };
    },
    event(id) {
      const logged = log.get(id);
      if (logged) return inspectLogged(logged, redaction);
      const event = stored(id);
      return event && inspectStored(event, redaction);
    },
    replayable(id) {
      const logged = log.get(id);
      if (logged?.record.type === 'event' && logged.request) {
        const headers = pairsOf(logged.request.rawHeaders);
        return { ...logged.request, headers, subscriptionId: logged.record.subscriptionId };
      }
      return logged ? undefined : stored(id);
    },
    async search(text) {
      const wanted = text.toLowerCase();
      const contains = (row: InspectedRow | undefined, body: Uint8Array = new Uint8Array()): boolean =>
        [...Object.values(row ?? {}), Buffer.from(body).toString('utf8')].some((it) =>
          String(it).toLowerCase().includes(wanted),
        );
      const found = log
        .rows()
        .filter((row) => contains(row, log.get(row.id)?.request?.body))
        .map(({ id }) => id);
      const known = new Map(store.rows().map((row) => [row.id, row]));
      let count = 0;
      for (const { id, body } of reader.read()) {
        if (contains(known.get(id), body)) found.push(id);
        if (++count % SEARCH_STEP === 0) await setImmediate();
      }
      return found;
    },
    async follow(isWatched, onChanges) {
      if (isFollowing) return;
      isFollowing = true;
      try {
        await refresh();
        let known = rows();
        log.takeOutcomes();
        while (isWatched()) {
          await sleep(FOLLOW_MS);
          await refresh();
          const current = rows();
          for (const changes of changesBetween(known, current, log.takeOutcomes())) onChanges(changes);
          known = current;
        }
      } finally {
        isFollowing = false;
      }
    },
  };
}

/** Merges two lists that are sorted, newest first. */
function merged(some: readonly InspectedRow[], others: readonly InspectedRow[]): InspectedRow[] {
  if (some.length === 0) return [...others];
  return [...some, ...others].sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1));
}

function* changesBetween(
  before: readonly InspectedRow[],
  after: readonly InspectedRow[],
  outcomes: InspectedChanges['outcomes'],
): Generator<InspectedChanges> {
  const [old, current] = [new Set(before), new Set(after.map(({ id }) => id))];
  const rows = after.filter((row) => !old.has(row));
  const removed = before.map(({ id }) => id).filter((id) => !current.has(id));
  for (let at = 0; at === 0 || at < Math.max(rows.length, outcomes.length); at += PAGE_ROWS) {
    const part = {
      rows: rows.slice(at, at + PAGE_ROWS),
      removed: at === 0 ? removed : [],
      outcomes: outcomes.slice(at, at + PAGE_ROWS),
    };
    if (Object.values(part).some((it) => it.length > 0)) yield part;
  }
}
