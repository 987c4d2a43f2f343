import { onAbort } from '../../base/abort.js';
import { ArchctlError, toArchctlError } from '../../base/errors.js';
import type { FrameHead } from '../event-store/frame.js';
import type { Machine } from '../types.js';
import type { StreamAddress } from './address.js';
import type { Broker } from './connect.js';
import { brokerError } from './errors.js';
import { messageOf, type OutgoingMessage } from './message.js';

/** A stored event, without its place in the store. */
export interface StoredFrame {
  head: FrameHead;
  body: Uint8Array;
}

interface SendOptions {
  signal: AbortSignal;
  /** Called with the last event that the stream has, after each attempt. */
  onPublished: (id: string) => void;
}

/** Sends events to a stream until it has them. */
export interface EventSender {
  /**
   * Sends events in order. Retries without limit; rejects only if aborted. Returns the events that the server would never
   * accept.
   */
  sendAll(
    frames: readonly StoredFrame[],
    options: SendOptions,
  ): Promise<{ id: string; error: ArchctlError }[]>;
  /** The current problem, if sending fails. */
  fault(): ArchctlError | undefined;
  close(): Promise<void>;
}

export interface SenderOptions {
  address: StreamAddress;
  pattern: string;
  /** Open connection, if there is one already. */
  broker: Broker | undefined;
  connect: () => Promise<Broker>;
  machine: Pick<Machine, 'schedule'>;
  /** Called once when sending begins to fail. */
  onFault: (error: ArchctlError) => void;
  onRecovered: () => void;
}

const PUBLISH_TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

export function eventSender(options: SenderOptions): EventSender {
  const { address, pattern, connect, machine } = options;
  let broker = options.broker;
  let delayMs = FIRST_RETRY_MS;
  let current: ArchctlError | undefined;

  const opened = async (): Promise<Broker> => {
    if (broker?.connection.isClosed()) broker = undefined;
    broker ??= await connect();
    return broker;
  };
  const fail = async (fault: unknown, signal: AbortSignal): Promise<void> => {
    const error = toArchctlError(fault);
    if (!current) options.onFault(error);
    current = error;
    await pause(machine, delayMs, signal);
    delayMs = Math.min(delayMs * 2, LAST_RETRY_MS);
  };
  const succeed = () => {
    delayMs = FIRST_RETRY_MS;
    if (current) options.onRecovered();
    current = undefined;
  };

  return {
    async sendAll(frames, { signal, onPublished }) {
      const skipped: { id: string; error: ArchctlError }[] = [];
      let rest = frames;
      while (rest.length > 0) {
        signal.throwIfAborted();
        try {
          const open = await opened();
          await untilConnected(open, signal);
          const sent = await Promise.all(rest.map((frame) => sendOne(open, frame, pattern)));
          const failed = sent.findIndex((error) => error !== undefined && !isPermanent(error));
          const done = rest.slice(0, failed < 0 ? rest.length : failed);
          for (const [at, { head }] of done.entries()) {
            const error = sent[at];
            if (error) skipped.push({ id: head.id, error });
          }
          const last = done.at(-1);
          if (last && skipped.length === 0) onPublished(last.head.id);
          rest = rest.slice(done.length);
          if (done.length > 0) succeed();
          if (failed >= 0) throw sent[failed];
        } catch (error) {
          signal.throwIfAborted();
          await fail(brokerError(error, address), signal);
        }
      }
      return skipped;
    },
    fault: () => current,
    close: async () => broker?.close(),
  };
}

/** Sends an event if it may be published. Returns an error instead of rejecting. */
async function sendOne(
  broker: Broker,
  { head, body }: StoredFrame,
  pattern: string,
): Promise<ArchctlError | undefined> {
  if (!head.verified || head.duplicate) return undefined;
  try {
    await publishMessage(broker, messageOf({ head, body }, pattern, broker.nats.headers()));
    return undefined;
  } catch (error) {
    const limit = broker.connection.info?.max_payload ?? 0;
    if ((error as Error).name === 'InvalidArgumentError' || isTooLarge(error))
      return new ArchctlError(
        'refused',
        `the server does not accept it (limit ${limit} bytes): ${(error as Error).message}.`,
      );
    return brokerError(error, broker.address);
  }
}

/** Publishes a message and waits until the stream has it. */
async function publishMessage(
  { js, address }: Broker,
  { subject, headers, id, body }: OutgoingMessage,
): Promise<void> {
  const expect = { streamName: address.stream };
  try {
    await js.publish(subject, body, { headers, msgID: id, expect, timeout: PUBLISH_TIMEOUT_MS });
  } catch (error) {
    if ((error as Error).name !== 'JetStreamNotEnabled') throw error;
    // No responder: the stream was changed or deleted, or the server is starting.
    throw new ArchctlError('refused', `${address.label}: no stream accepts the subject ${subject}.`, {
      cause: error,
    });
  }
}

/** Error 10054: the message is larger than the stream allows. */
const isTooLarge = (error: unknown): boolean => (error as { code?: unknown }).code === 10_054;

const isPermanent = ({ kind, facts }: ArchctlError): boolean =>
  kind === 'refused' && facts.cause === undefined;

/** Waits for a connection that is being established again. */
async function untilConnected(broker: Broker, signal: AbortSignal): Promise<void> {
  const connected = broker.connected();
  if (connected) await withAbort(signal, (done) => {
      void connected.then(done);
      return undefined;
    });
  signal.throwIfAborted();
}

const pause = ({ schedule }: Pick<Machine, 'schedule'>, ms: number, signal: AbortSignal): Promise<void> =>
  withAbort(signal, (done) => schedule(done, ms));

/** Resolves when `start` calls back or the signal aborts. `start` may return a function that cancels. */
function withAbort(signal: AbortSignal, start: (done: () => void) => (() => void) | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      unlink();
      cancel?.();
      resolve();
    };
    const unlink = onAbort(signal, finish);
    const cancel = start(finish);
  });
}
