import { randomUUID } from 'node:crypto';
import type { ConsumerInfo, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { Broker } from './connect.js';
import { brokerError } from './errors.js';

/** First event of a new consumer. */
export type Start = 'now' | 'beginning' | { time: string };

export interface ConsumerOptions {
  /** Durable name. Consumers with the same name share the events. */
  name: string;
  /** Only applies to a new consumer. */
  start: Start;
  /** Number of events that may be delivered without being acknowledged. */
  maxPending: number;
  /** Time after which an event that was not acknowledged is delivered again. */
  ackWaitMs: number;
}

const NANOSECONDS = 1_000_000;
/** The server deletes a consumer that was unused for this time. */
const INACTIVE_MS = 30 * 24 * 3_600_000;
/** Interval of heartbeats. Without them, for example after a restart of the server, events are requested again. */
const HEARTBEAT_MS = 1_000;
/** Number of events that are requested ahead. */
const PREFETCH = 100;

/** Opens a durable consumer, or creates it. */
export async function openConsumer(
  { jsm, address }: Broker,
  { name, start, maxPending, ackWaitMs }: ConsumerOptions,
): Promise<{ info: ConsumerInfo; isNew: boolean }> {
  const { stream } = address;
  try {
    try {
      return { info: await jsm.consumers.info(stream, name), isNew: false };
    } catch (error) {
      if ((error as Error).name !== 'ConsumerNotFoundError') throw error;
    }
    const info = await jsm.consumers.add(stream, {
      durable_name: name,
      // Identifies the consumer: its time of creation changes when the server is restarted.
      description: `archctl ${randomUUID()}`,
      ack_policy: 'explicit',
      ack_wait: ackWaitMs * NANOSECONDS,
      max_ack_pending: maxPending,
      inactive_threshold: INACTIVE_MS * NANOSECONDS,
      ...(typeof start === 'object'
        ? { deliver_policy: 'by_start_time', opt_start_time: start.time }
        : { deliver_policy: start === 'now' ? 'new' : 'all' }),
    });
    return { info, isNew: true };
  } catch (error) {
    throw brokerError(error, address);
  }
}

/** Passes messages to `onMessage` until stopped. `onLost` is called if the consumer or the stream was deleted. */
export async function consume(
  { js, address }: Broker,
  { name, maxPending }: Pick<ConsumerOptions, 'name' | 'maxPending'>,
  onMessage: (message: JsMsg) => void,
  onLost: (message: string) => void,
): Promise<ConsumerMessages> {
  try {
    const consumer = await js.consumers.get(address.stream, name);
    const messages = await consumer.consume({
      callback: onMessage,
      max_messages: Math.min(PREFETCH, maxPending),
      idle_heartbeat: HEARTBEAT_MS,
    });
    void (async () => {
      for await (const { type } of messages.status()) {
        if (type === 'stream_not_found') onLost(`${address.label}: the stream was deleted.`);
        if (type === 'consumer_not_found' || type === 'consumer_deleted')
          onLost(`${address.label}: the consumer was deleted.`);
      }
    })();
    return messages;
  } catch (error) {
    throw brokerError(error, address);
  }
}
