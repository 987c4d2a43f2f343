import type { Msg } from '@nats-io/transport-node';
import { ArchctlError } from '../../base/errors.js';
import type { Broker } from './connect.js';
import { brokerError } from './errors.js';

export interface OutgoingMessage {
  subject: string;
  /** Alternating names and values. */
  headers: readonly string[];
  /** The server drops a message with the id of a recent one. */
  id: string;
  body: Uint8Array;
}

/** Reason why the stream does not have a message. */
export interface Fault {
  error: ArchctlError;
  /** Whether the server would never accept the message. */
  isPermanent: boolean;
}

/** Publishes messages in order, and waits until the stream has them. Returns a fault for each that it does not have. */
export type PublishBatch = (messages: readonly OutgoingMessage[]) => Promise<(Fault | undefined)[]>;

/** Header by which the server recognizes a repeated message. */
export const ID_HEADER = 'Nats-Msg-Id';
const STREAM_HEADER = 'Nats-Expected-Stream';
const TIMEOUT_MS = 5_000;
const NO_RESPONDERS = 503;
const MESSAGE_TOO_LARGE = 10_054;

/**
 * Returns a function that publishes one batch at a time. All messages of a connection share an inbox, and those of a batch
 * a timer: the client's own `publish` creates a timer, promises and errors for each message, for three times the CPU time.
 */
export function batchPublisher({ connection, nats, address }: Broker): PublishBatch {
  const inbox = nats.createInbox();
  let isSubscribed = false;
  let isConnected = true;
  let number = 0;
  let current: readonly OutgoingMessage[] = [];
  /** End the wait for a message of the current batch, and for all. */
  let settle = (_at: number, _fault?: Fault): void => {};
  let failAll = (_error: unknown): void => {};

  const onAnswer = (error: Error | null, message: Msg): void => {
    if (error) {
      isSubscribed = false;
      failAll(error);
      return;
    }
    const [batch, at] = message.subject.slice(inbox.length + 1).split('-');
    // An answer to an earlier batch arrived too late.
    if (Number(batch) === number) settle(Number(at), faultIn(message, current[Number(at)]?.subject));
  };
  const faultIn = (message: Msg, subject: string | undefined): Fault | undefined => {
    // No responder: the stream was changed or deleted, or the server is starting.
    if (message.headers?.code === NO_RESPONDERS)
      return faultOf(
        new ArchctlError('refused', `${address.label}: no stream accepts the subject ${subject}.`),
      );
    const { stream, error } = message.json<Acknowledgement>();
    // The answer to a rejected message names the stream, too.
    if (stream && !error) return undefined;
    const { err_code: code = 0, description = 'no acknowledgement' } = error ?? {};
    return faultOf({ message: description, code }, code === MESSAGE_TOO_LARGE);
  };
  const faultOf = (error: unknown, isTooLarge = false): Fault => {
    const isPermanent = isTooLarge || (error as Error).name === 'InvalidArgumentError';
    if (!isPermanent) return { error: brokerError(error, address), isPermanent };
    const limit = connection.info?.max_payload ?? 0;
    const message = `the server does not accept it (limit ${limit} bytes): ${(error as Error).message}.`;
    return { error: new ArchctlError('refused', message), isPermanent };
  };
  const lost = () => new ArchctlError('unavailable', `${address.label}: the connection is lost.`);

  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'reconnect') isConnected = true;
      else if (status.type === 'disconnect') {
        isConnected = false;
        failAll(lost());
      } else if (status.type === 'error') failAll(status.error);
    }
    failAll(lost());
  })();

  return (messages) =>
    new Promise((resolve) => {
      const faults: (Fault | undefined)[] = Array(messages.length).fill(undefined);
      const waiting = new Set(faults.keys());
      const timer = setTimeout(() => failAll({ name: 'TimeoutError' }), TIMEOUT_MS);
      number++;
      current = messages;
      settle = (at, fault) => {
        if (!waiting.delete(at)) return;
        faults[at] = fault;
        if (waiting.size > 0) return;
        clearTimeout(timer);
        resolve(faults);
      };
      failAll = (error) => {
        for (const at of waiting) settle(at, faultOf(error));
      };
      // Otherwise the client would keep the messages and send them later, possibly after newer ones.
      if (!isConnected) {
        failAll(lost());
        return;
      }
      if (!isSubscribed) connection.subscribe(`${inbox}.*`, { callback: onAnswer });
      isSubscribed = true;
      for (const [at, { subject, headers, id, body }] of messages.entries())
        try {
          const all = nats.headers();
          for (let it = 0; it + 1 < headers.length; it += 2)
            all.append(headers[it] ?? '', headers[it + 1] ?? '');
          all.append(ID_HEADER, id);
          all.append(STREAM_HEADER, address.stream);
          connection.publish(subject, body, { headers: all, reply: `${inbox}.${number}-${at}` });
        } catch (error) {
          settle(at, faultOf(error));
        }
    });
}

/** Answer of a stream to a published message. */
interface Acknowledgement {
  stream?: string;
  error?: { err_code?: number; description?: string };
}
