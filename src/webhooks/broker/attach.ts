import type { JsMsg } from '@nats-io/jetstream';
import { HEADER_PREFIX, signatureHeaders } from '../../contract/webhook.js';
import {
  closeOnTimeoutOrAbort,
  graceOf,
  type OutputOptions,
  type Outputs,
  openOutputs,
} from '../listen/outputs.js';
import type { Receiver } from '../listen/receiver.js';
import {
  dispatchEvent,
  type EventFilter,
  isShown,
  printEvent,
  type ShowOptions,
} from '../listen/show-event.js';
import { systemMachine } from '../machine.js';
import type { Secret } from '../signature.js';
import type { CloseReason, WebhookRecord } from '../types.js';
import type { Broker } from './connect.js';
import { type ConsumerOptions, consume } from './consumer.js';
import { type Journal, PROGRESS } from './journal.js';
import { readMessage } from './message.js';

export interface AttachOptions extends OutputOptions {
  broker: Broker;
  consumer: Omit<ConsumerOptions, 'start'>;
  journal: Journal;
  /** Verifies each event again if not empty. */
  secrets: readonly Secret[];
  headerPrefix?: string | undefined;
  filter: EventFilter;
  insecureForward?: boolean | undefined;
  count?: number | undefined;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A delivered event that is not acknowledged yet. */
interface Pending {
  /** Id of the event. */
  id: string;
  /** Identity of the delivery. */
  key: string;
  message: JsMsg;
  isPrinted: boolean;
  /** Undefined until all targets and programs have finished. */
  isHandled: boolean | undefined;
}

/** Deliveries of an event that a target or program fails to handle. */
const MAX_DELIVERIES = 5;
const RETRY_DELAY_MS = 1_000;

type Parts = ReturnType<typeof partsOf>;

/** Prints, forwards and executes the events of a stream as a receiver does. Acknowledges an event after that succeeded. */
export async function openAttachment(options: AttachOptions): Promise<Pick<Receiver, 'batches' | 'close'>> {
  const { broker, consumer } = options;
  let closing: Promise<void> | undefined;
  const close = (reason: CloseReason, message?: string): Promise<void> => {
    closing ??= shutDown(parts, reason, message);
    return closing;
  };
  const parts = partsOf(options, close);
  const { records } = parts.outputs;
  const { host, port, stream, label } = broker.address;
  records.emit({
    ...{ type: 'ready', version: 1, at: records.now(), url: label },
    ...{ host, port, path: `/${stream}`, verifies: true },
    forwardTo: (options.forwardTo ?? []).map((target) => target.label),
  });
  const onLost = (message: string) => void close('broker-lost', message);
  const onMessage = (message: JsMsg) => {
    parts.backlog.push(message);
    handleBacklog(parts);
  };
  const messages = await consume(broker, consumer, onMessage, onLost);
  const heartbeat = setInterval(() => {
    for (const message of heldBy(parts)) message.working();
  }, consumer.ackWaitMs / 3);
  const cancel = closeOnTimeoutOrAbort(systemMachine, options, close);
  parts.stop = () => {
    clearInterval(heartbeat);
    cancel();
    messages.stop();
  };
  void broker.connection.closed().then(() => onLost(`${label}: the connection was closed.`));
  if (options.signal?.aborted) void close('stopped');
  return { batches: printed(parts), close: () => close('stopped') };
}

function partsOf(options: AttachOptions, close: (reason: CloseReason) => Promise<void>) {
  const { broker, journal, secrets, count } = options;
  const outputs: Outputs = openOutputs(options, systemMachine, () => void close('stopped'));
  const { records, forward, exec } = outputs;
  const show: ShowOptions = {
    ...{ filter: options.filter, records, forward, exec },
    // An event that was possibly printed before is marked as a duplicate, but not yet handled.
    forwardDuplicates: true,
    insecureForward: options.insecureForward ?? false,
    isOpen: () => count === undefined || records.counts.events < count,
    onShown: () => {
      if (records.counts.events === count) void close('count');
    },
  };
  const { signature, timestamp } = signatureHeaders(options.headerPrefix ?? HEADER_PREFIX);
  const headers = { signature: signature.toLowerCase(), timestamp: timestamp.toLowerCase() };
  return {
    ...{ broker, journal, outputs, show, rules: { secrets, headers } },
    pending: new Map<string, Pending>(),
    /** Events whose record is in the output, by id. */
    shown: new Map<string, Pending>(),
    /** Messages that wait until the reader of the records continues. */
    backlog: [] as JsMsg[],
    stop: () => {},
    isClosing: false,
  };
}

/** Messages that are not acknowledged yet. */
const heldBy = ({ pending, backlog }: Parts): JsMsg[] => [
  ...Array.from(pending.values(), ({ message }) => message),
  ...backlog,
];

function handleBacklog(parts: Parts): void {
  const { backlog, outputs } = parts;
  while (outputs.records.hasRoom()) {
    const message = backlog.shift();
    if (!message) return;
    handle(parts, message);
  }
}

function handle(parts: Parts, message: JsMsg): void {
  const { show, rules, journal, pending } = parts;
  if (parts.isClosing || !show.isOpen()) {
    message.nak();
    return;
  }
  const read = readMessage(message, rules);
  if (read.kind === 'other') {
    message.ack();
    return;
  }
  if (read.kind === 'invalid') {
    message.term(read.reason);
    reject(parts, message, read);
    return;
  }
  const key = read.key;
  const known = pending.get(key);
  if (known) {
    // Delivered again while it is handled, for example after the server was restarted.
    known.message = message;
    return;
  }
  const progress = journal.progressOf(key);
  if (progress === PROGRESS.handled || (progress === undefined && !isShown(show, read.event))) {
    message.ack();
    return;
  }
  const isPrinted = progress === PROGRESS.printed;
  if (!isPrinted && parts.shown.has(read.facts.id)) {
    // Two messages with the same id, which archctl does not send.
    message.nak(RETRY_DELAY_MS);
    return;
  }
  const entry: Pending = { id: read.facts.id, key, message, isPrinted, isHandled: undefined };
  pending.set(key, entry);
  const { event, text, head, body } = read;
  const facts = progress === PROGRESS.printing ? { ...read.facts, duplicate: true } : read.facts;
  const { rawHeaders } = head;
  if (!isPrinted) {
    parts.shown.set(facts.id, entry);
    printEvent(show, { facts, factsJson: JSON.stringify(facts), event, text, kept: true, rawHeaders, body });
  }
  const onHandled = (ok: boolean) => {
    entry.isHandled = ok;
    settle(parts, entry);
  };
  dispatchEvent(show, { facts, rawHeaders, body }, { onHandled });
  if (!isPrinted) show.onShown();
}

function reject(
  { outputs: { records } }: Parts,
  { data }: JsMsg,
  { reason, message }: Pick<Extract<WebhookRecord, { type: 'rejected' }>, 'reason' | 'message'>,
): void {
  const [at, size] = [records.now(), data.byteLength];
  records.emit({
    type: 'rejected',
    version: 1,
    at,
    status: null,
    remoteAddress: null,
    reason,
    message,
    size,
  });
}

/** Acknowledges an event that was printed and handled. One that a target or program failed to handle is retried. */
function settle(parts: Parts, entry: Pending): void {
  const { key, message, isPrinted, isHandled } = entry;
  if (!isPrinted || isHandled === undefined || parts.pending.get(key) !== entry) return;
  parts.pending.delete(key);
  const { deliveryCount } = message.info;
  if (isHandled || (deliveryCount >= MAX_DELIVERIES && !parts.isClosing)) {
    parts.journal.mark(key, PROGRESS.handled);
    if (isHandled) message.ack();
    else {
      message.term('not handled');
      const text = `Event ${key} failed ${deliveryCount} times and is not delivered again.`;
      reject(parts, message, { reason: 'not-handled', message: text });
    }
  } else message.nak(parts.isClosing ? undefined : RETRY_DELAY_MS * deliveryCount);
}

/**
 * Yields the records, events one by one. Each is recorded in the journal before and after it is printed. Therefore at most
 * one event is in doubt if the process is killed.
 */
async function* printed(parts: Parts): AsyncGenerator<readonly WebhookRecord[]> {
  const { journal, outputs, shown } = parts;
  try {
    for await (const batch of outputs.records.batches) {
      handleBacklog(parts);
      for (const record of batch) {
        if (record.type === 'closing') await release(parts);
        const entry = record.type === 'event' ? shown.get(record.id) : undefined;
        if (!entry) {
          yield [record];
          continue;
        }
        shown.delete(entry.id);
        const progress = journal.progressOf(entry.key);
        if (progress === PROGRESS.printed || progress === PROGRESS.handled) {
          // Another member of the group, which received it while this process was blocked.
          outputs.records.counts.events--;
        } else {
          journal.mark(entry.key, PROGRESS.printing);
          yield [record];
          journal.mark(entry.key, entry.isHandled ? PROGRESS.handled : PROGRESS.printed);
        }
        entry.isPrinted = true;
        settle(parts, entry);
      }
    }
  } finally {
    await release(parts);
  }
}

async function shutDown(parts: Parts, reason: CloseReason, message: string | undefined): Promise<void> {
  parts.isClosing = true;
  parts.stop();
  await parts.outputs.drain(graceOf(reason));
  parts.outputs.end(reason, message);
}

const FLUSH_MS = 1_000;

/** Returns events that were not handled to the stream, and closes the connection. */
async function release(parts: Parts): Promise<void> {
  const { connection } = parts.broker;
  if (connection.isClosed()) return;
  for (const message of heldBy(parts)) message.nak();
  parts.pending.clear();
  const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref());
  await Promise.race([connection.flush().catch(() => {}), late]);
  await connection.close();
}
