import type { MsgHdrs } from '@nats-io/transport-node';
import { onAbort } from '../../base/abort.js';
import { ArchctlError, toArchctlError } from '../../base/errors.js';
import type { Machine } from '../types.js';
import type { StreamAddress } from './address.js';
import type { Broker } from './connect.js';
import { brokerError } from './errors.js';
import type { OutgoingMessage } from './message.js';

interface SendOptions {
  signal: AbortSignal;
  /** Called with the id of the last item that the stream has, after each attempt. */
  onPublished: (id: string) => void;
}

/** Sends items to a stream until it has them. */
export interface StreamSender<T> {
  /**
   * Sends items in order. Retries without limit; rejects only if aborted. Returns the items that the server would never
   * accept.
   */
  sendAll(frames: readonly T[], options: SendOptions): Promise<{ id: string; error: ArchctlError }[]>;
  /** The current problem, if sending fails. */
  fault(): ArchctlError | undefined;
  close(): Promise<void>;
}

export interface SenderOptions<T> {
  address: StreamAddress;
  idOf: (item: T) => string;
  /** Undefined for an item that is not published. */
  messageOf: (item: T, headers: MsgHdrs) => OutgoingMessage | undefined;
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

export function streamSender<T>(options: SenderOptions<T>): StreamSender<T> {
  const { address, idOf, messageOf, connect, machine } = options;
  let broker = options.broker;
  let delayMs = FIRST_RETRY_MS;
  let current: ArchctlError | undefined;

  const opened = async (): Promise<Broker> => {
    if (broker?.connection.isClosed()) broker = undefined;
    broker ??= await connect();
    return broker;
  };
  const report = (error: ArchctlError): void => {
    if (!current) options.onFault(error);
    current = error;
  };
  const fail = async (fault: unknown, signal: AbortSignal): Promise<void> => {
    report(toArchctlError(fault));
    await pause(machine, delayMs, signal);
    delayMs = Math.min(delayMs * 2, LAST_RETRY_MS);
  };
  const succeed = () => {
    delayMs = FIRST_RETRY_MS;
    if (current) options.onRecovered();
    current = undefined;
  };

  return {
    async sendAll(items, { signal, onPublished }) {
      const skipped: { id: string; error: ArchctlError }[] = [];
      let rest = items;
      while (rest.length > 0) {
        signal.throwIfAborted();
        try {
          const open = await opened();
          const connected = open.connected();
          if (connected) {
            report(new ArchctlError('unavailable', `${address.label}: the connection is lost.`));
            await withAbort(signal, (done) => {
              void connected.then(done);
              return undefined;
            });
            signal.throwIfAborted();
          }
          const sent = await Promise.all(
            rest.map((item) => sendOne(open, (headers) => messageOf(item, headers))),
          );
          const failed = sent.findIndex((error) => error !== undefined && !isPermanent(error));
          const done = rest.slice(0, failed < 0 ? rest.length : failed);
          for (const [at, item] of done.entries()) {
            const error = sent[at];
            if (error) skipped.push({ id: idOf(item), error });
          }
          const last = done.at(-1);
          if (last !== undefined && skipped.length === 0) onPublished(idOf(last));
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

/** Sends an item if it is to be published. Returns an error instead of rejecting. */
async function sendOne(
  broker: Broker,
  create: (headers: MsgHdrs) => OutgoingMessage | undefined,
): Promise<ArchctlError | undefined> {
  try {
    const message = create(broker.nats.headers());
    if (message) await publishMessage(broker, message);
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

const pause = ({ schedule }: Pick<Machine, 'schedule'>, ms: number, signal: AbortSignal): Promise<void> =>
  withAbort(signal, (done) => schedule(done, ms));

/** Resolves when `start` calls back or the signal aborts. `start` may return a function that cancels. */
function withAbort(
  signal: AbortSignal,
  start: (done: () => void) => (() => void) | undefined,
): Promise<void> {
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
