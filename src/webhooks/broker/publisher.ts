import type { ArchctlError } from '../../base/errors.js';
import { writerOf } from '../event-store/event-id.js';
import { framesAfter } from '../event-store/oldest-first.js';
import { leftPositions, openPosition, type Position } from '../event-store/positions.js';
import type { Done, EventWriter } from '../event-store/writer.js';
import type { EventPublisher, PublishedEvent } from '../listen/handle-delivery.js';
import { messageOf } from './message.js';
import { type SenderOptions, type StreamSender, streamSender } from './sender.js';

export interface PublisherOptions {
  /** Directory of the event store. */
  directory: string;
  writer: Pick<EventWriter, 'newId'>;
  /** Stream and subject pattern: the next listener with the same target publishes what this one leaves. */
  target: string;
  /** Time of the response to senders: once an event is stored locally, or once the stream has it. */
  ack: 'local' | 'stream';
  /** Subject of published events. */
  pattern: string;
  connection: SenderOptions;
  /** Reports an event that can never be published. */
  onSkipped: (message: string) => void;
}

/** Events published together; their order in the stream is the order of arrival. */
const BATCH = 256;
/** Events that wait in memory; beyond that, they are read from the event store again. */
const MAX_WAITING = 1_000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Longest time that a sender waits for the stream. */
const CONFIRM_MS = 10_000;
/** Interval at which waiting senders are checked. */
const GIVE_UP_MS = 250;

/**
 * Publishes events of the event store, which is the buffer while the broker is away. A position on disk separates
 * published events from the others. Only verified events are published, and each delivery once.
 */
export function openPublisher(options: PublisherOptions): EventPublisher {
  const { directory, target, ack, pattern } = options;
  const sender = streamSender(options.connection);
  const own = openPosition(directory, writerOf(options.writer.newId()), target);
  const confirmations = confirmationQueue(sender.fault);
  const stop = new AbortController();
  let waiting: PublishedEvent[] = [];
  let bytes = 0;
  let overflowed = false;
  let isEnding = false;
  let isEnsured = false;
  let wake: (() => void) | undefined;

  /** Once per turn of the event loop: the events of a flush arrive together. */
  const ensurePosition = () => {
    if (isEnsured) return;
    own.ensure();
    isEnsured = true;
    setImmediate(() => {
      isEnsured = false;
    });
  };
  const publish = async (position: Position, events: readonly PublishedEvent[]): Promise<void> => {
    const advance = (id: string | undefined) => {
      if (id === undefined || id <= position.after) return;
      position.save(id);
      if (position === own) confirmations.confirm(id);
    };
    for (let rest = events; rest.length > 0; rest = rest.slice(BATCH)) {
      const batch = rest.slice(0, BATCH).filter(({ head }) => head.id > position.after);
      const ids: string[] = [];
      const messages = [];
      for (const event of batch) {
        if (!event.head.verified || event.head.duplicate) continue;
        ids.push(event.head.id);
        messages.push(messageOf(event, pattern));
      }
      let finished = 0;
      const onFinished = (results: readonly (ArchctlError | undefined)[]) => {
        for (const [at, error] of results.entries()) {
          const id = ids[finished + at] ?? '';
          if (!error) continue;
          options.onSkipped(`Event ${id} is not published: ${error.message}`);
          confirmations.fail(id, error);
        }
        finished += results.length;
        advance(ids[finished - 1]);
      };
      await sender.sendAll(messages, { signal: stop.signal, onFinished });
      advance(batch.at(-1)?.head.id);
    }
  };
  const publishStored = async (position: Position): Promise<void> => {
    for (const frames of framesAfter(directory, position.writer, position.after))
      await publish(position, frames);
  };
  const take = (): PublishedEvent[] => {
    const batch = waiting.splice(0, BATCH);
    for (const { body } of batch) bytes -= body.byteLength;
    return batch;
  };
  const run = async (): Promise<void> => {
    for (const left of leftPositions(directory, target)) {
      await publishStored(left);
      left.remove();
    }
    for (;;) {
      if (overflowed) {
        overflowed = false;
        await publishStored(own);
      } else if (waiting.length > 0) await publish(own, take());
      else if (isEnding) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    own.remove();
  };
  const running = run().catch((error: Error) => {
    if (!stop.signal.aborted) throw error;
  });

  return {
    offer(event, done) {
      const { head, body } = event;
      try {
        ensurePosition();
      } catch (error) {
        done(error as Error);
        return;
      }
      if (waiting.length < MAX_WAITING && bytes + body.byteLength < MAX_WAITING_BYTES) {
        waiting.push(event);
        bytes += body.byteLength;
      } else {
        overflowed = true;
        waiting = [];
        bytes = 0;
      }
      // An event may have been read from the event store, and published, before it is offered.
      if (ack === 'local' || head.id <= own.after) done(null);
      else confirmations.add(head.id, done);
      wake?.();
    },
    async close(graceMs) {
      isEnding = true;
      wake?.();
      const timer = setTimeout(() => stop.abort(), graceMs);
      await running;
      clearTimeout(timer);
      await sender.close();
    },
  };
}

/** Senders that wait until the stream has their event, in order of arrival. */
function confirmationQueue(fault: StreamSender['fault']) {
  const pending = new Map<string, { done: Done; deadline: number }>();
  const finish = (id: string, error: Error | null) => {
    const found = pending.get(id);
    pending.delete(id);
    found?.done(error);
  };
  const giveUp = () => {
    const reason = fault()?.message ?? `the stream did not confirm it within ${CONFIRM_MS / 1000} s`;
    for (const [id, { deadline }] of pending) {
      if (deadline > performance.now()) return;
      finish(id, new Error(`${reason.replace(/\.$/, '')}; it is published later`));
    }
  };
  setInterval(giveUp, GIVE_UP_MS).unref();
  return {
    add: (id: string, done: Done) => pending.set(id, { done, deadline: performance.now() + CONFIRM_MS }),
    /** Confirms all events up to an id. */
    confirm(id: string) {
      for (const waitingId of pending.keys()) {
        if (waitingId > id) return;
        finish(waitingId, null);
      }
    },
    fail: finish,
  };
}
