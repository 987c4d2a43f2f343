import type { WebhookEvent } from '../../contract/webhook-event.js';
import type { Executor } from '../forward/execute.js';
import type { Forwarder } from '../forward/forward.js';
import type { EventFacts } from '../types.js';
import { recordJson, recordOf } from './event-facts.js';
import type { Exchange, RecordStream } from './record-stream.js';

/** Filter for events; all given conditions must hold. */
export interface EventFilter {
  collections?: readonly string[] | undefined;
  operations?: readonly string[] | undefined;
  match?: ((event: WebhookEvent) => boolean) | undefined;
}

/** Handling of accepted events, wherever they come from: filter, output, targets and programs. */
export interface ShowOptions {
  filter: EventFilter;
  forwardDuplicates: boolean;
  /** Also passes unverified events to targets and programs. */
  insecureForward: boolean;
  forward: Forwarder | undefined;
  exec: Executor | undefined;
  records: RecordStream;
  /** Whether further events are accepted. */
  isOpen: () => boolean;
  /** Called after each printed event. */
  onShown: () => void;
}

export interface ShownEvent {
  facts: EventFacts;
  /** The metadata as JSON. */
  factsJson: string;
  event: WebhookEvent;
  /** The body as text, if it is the JSON of exactly this event. */
  text: string | undefined;
  /** Whether the event is stored. */
  kept: boolean;
  rawHeaders: readonly string[];
  body: Uint8Array;
  /** The request that contained the event. */
  exchange?: Exchange | undefined;
}

/** Whether the event is printed; counts the others. */
export function isShown({ records, isOpen, filter }: ShowOptions, event: WebhookEvent): boolean {
  if (isOpen() && passes(filter, event)) return true;
  records.counts.unshown++;
  return false;
}

export function printEvent({ records }: ShowOptions, shown: ShownEvent): void {
  const { facts, factsJson, event, text, kept, exchange } = shown;
  const json = text && recordJson(factsJson, text, facts.receivedAt, kept);
  records.event(recordOf(facts, { event, kept, json }), exchange);
}

interface Outcome {
  /** Receives the status of the first target; 200 if no target matches. */
  onStatus?: ((status: number) => void) | undefined;
  /** Called once all targets and programs have finished: whether all succeeded. */
  onHandled?: ((ok: boolean) => void) | undefined;
}

/** Forwards an event to targets and starts programs for it, if its signature and the options allow this. */
export function dispatchEvent(
  { forward, exec, forwardDuplicates, insecureForward }: ShowOptions,
  { facts, rawHeaders, body }: Pick<ShownEvent, 'facts' | 'rawHeaders' | 'body'>,
  { onStatus, onHandled }: Outcome,
): void {
  const trusted = facts.verified || insecureForward;
  const isDispatched = trusted && (!facts.duplicate || forwardDuplicates);
  const results = onHandled && collect(onHandled);
  const job = { facts, method: 'POST', rawHeaders, body, onDone: results?.add };
  const targets = (isDispatched && forward?.offer(job, onStatus)) || 0;
  if (targets === 0) onStatus?.(200);
  if (isDispatched) exec?.offer(job);
  results?.expect(targets + (isDispatched && exec ? 1 : 0));
}

/** Calls back after the expected number of results, which may be set after the first results have arrived. */
function collect(onHandled: (ok: boolean) => void) {
  let expected: number | undefined;
  let count = 0;
  let allOk = true;
  const check = () => count === expected && onHandled(allOk);
  return {
    add(ok: boolean) {
      count++;
      allOk &&= ok;
      check();
    },
    expect(total: number) {
      expected = total;
      check();
    },
  };
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
