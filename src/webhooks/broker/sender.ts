import { setTimeout } from 'node:timers/promises';
import type { ArchctlError } from '../../base/errors.js';
import type { StreamAddress } from './address.js';
import type { Broker } from './connect.js';
import { brokerError } from './errors.js';
import { batchPublisher, type OutgoingMessage, type PublishBatch } from './publish-batch.js';

interface SendOptions {
  signal: AbortSignal;
  /**
   * Called after each attempt for the messages that are finished: undefined if the stream has it, or the reason why the
   * server would never accept it.
   */
  onFinished: (results: readonly (ArchctlError | undefined)[]) => void;
}

/** Sends messages to a stream until it has them. */
export interface StreamSender {
  /** Sends messages in order. Retries without limit; rejects only if aborted. */
  sendAll(messages: readonly OutgoingMessage[], options: SendOptions): Promise<void>;
  /** The current problem, if sending fails. */
  fault(): ArchctlError | undefined;
  close(): Promise<void>;
}

export interface SenderOptions {
  address: StreamAddress;
  /** Open connection, if there is one already. */
  broker: Broker | undefined;
  connect: () => Promise<Broker>;
  /** Called once when sending begins to fail. */
  onFault: (error: ArchctlError) => void;
  onRecovered: () => void;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 1_000;

export function streamSender({
  address,
  connect,
  onFault,
  onRecovered,
  ...given
}: SenderOptions): StreamSender {
  let { broker } = given;
  let publish = broker && batchPublisher(broker);
  let delayMs = FIRST_RETRY_MS;
  let current: ArchctlError | undefined;

  const open = async (): Promise<PublishBatch> => {
    if (broker && publish && !broker.connection.isClosed()) return publish;
    broker = await connect();
    publish = batchPublisher(broker);
    return publish;
  };
  const fail = async (error: ArchctlError, signal: AbortSignal): Promise<void> => {
    if (!current) onFault(error);
    current = error;
    await setTimeout(delayMs, undefined, { signal });
    delayMs = Math.min(delayMs * 2, LAST_RETRY_MS);
  };
  const succeed = () => {
    delayMs = FIRST_RETRY_MS;
    if (current) onRecovered();
    current = undefined;
  };

  return {
    async sendAll(messages, { signal, onFinished }) {
      for (let rest = messages; rest.length > 0; ) {
        signal.throwIfAborted();
        let problem: unknown;
        try {
          const faults = await (await open())(rest);
          const failed = faults.findIndex((fault) => fault?.isPermanent === false);
          problem = faults[failed]?.error;
          const finished = failed < 0 ? faults : faults.slice(0, failed);
          rest = rest.slice(finished.length);
          if (finished.length > 0) {
            succeed();
            onFinished(finished.map((fault) => fault?.error));
          }
        } catch (error) {
          problem = error;
        }
        if (problem) await fail(brokerError(problem, address), signal);
      }
    },
    fault: () => current,
    close: async () => broker?.close(),
  };
}
