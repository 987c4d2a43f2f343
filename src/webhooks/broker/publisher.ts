import type { ArchctlError } from '../../base/errors.js';
import { writerOf } from '../event-store/event-id.js';
import type { FrameHead, NewFrame } from '../event-store/frame.js';
import { framesAfter } from '../event-store/oldest-first.js';
import { leftPositions, openPosition, type Position } from '../event-store/positions.js';
import type { Done, EventWriter } from '../event-store/writer.js';
import type { EventPublisher } from '../listen/handle-delivery.js';
import type { Machine } from '../types.js';
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
  connection: Omit<SenderOptions<never>, 'idOf' | 'messageOf'>;
  machine: Pick<Machine, 'schedule'>;
  /** Reports an event that can never be published. */
  onSkipped: (message: string) => void;
}

interface StoredFrame {
  head: FrameHead;
  body: Uint8Array;
}

/** Events published together; their order in the stream is the order of arrival. */
const BATCH = 256;
/** Events that wait in memory; beyond that, they are read from the event store again. */
const MAX_WAITING = 1_000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Longest time that a sender waits for the stream. */
const CONFIRM_MS = 10_000;

/**
 * Publishes events of the event store, which is the buffer while the broker is away. A position on disk separates
 * published events from the others. Only verified events are published, and each delivery once.
 */
export function openPublisher(options: PublisherOptions): EventPublisher {
  const { directory, target, ack, pattern } = options;
  const sender = streamSender<StoredFrame>({
    ...options.connection,
    idOf: ({ head }) => head.id,
    messageOf: (frame, headers) =>
      frame.head.verified && !frame.head.duplicate ? messageOf(frame, pattern, headers) : undefined,
  });
  const own = openPosition(directory, writerOf(options.writer.newId()), target);
  const confirmations = confirmationQueue(options.machine, sender.fault);
  const stop = new AbortController();
  let waiting: NewFrame[] = [];
  let bytes = 0;
  let overflowed = false;
  let isEnding = false;
  let wake: (() => void) | undefined;

  const publish = async (position: Position, frames: readonly StoredFrame[]): Promise<void> => {
    const onPublished = (id: string) => {
      position.save(id);
      if (position === own) confirmations.confirm(id);
    };
    const isNew = ({ head }: StoredFrame) => head.id > position.after;
    for (let rest = frames.filter(isNew); rest.length > 0; rest = rest.slice(BATCH)) {
      const batch = rest.slice(0, BATCH);
      const skipped = await sender.sendAll(batch, { signal: stop.signal, onPublished });
      for (const { id, error } of skipped) {
        options.onSkipped(`Event ${id} is not published: ${error.message}`);
        confirmations.fail(id, error);
      }
      const last = batch.at(-1);
      if (last && position.after < last.head.id) onPublished(last.head.id);
    }
  };
  const publishStored = async (position: Position): Promise<void> => {
    for (const frames of framesAfter(directory, position.writer, position.after))
      await publish(position, frames);
  };
  const take = (count: number): StoredFrame[] =>
    waiting.splice(0, count).map(({ head, body }) => {
      bytes -= body.byteLength;
      return { head: JSON.parse(head) as FrameHead, body };
    });
  const run = async (): Promise<void> => {
    for (const left of leftPositions(directory, target)) {
      await publishStored(left);
      left.remove();
    }
    for (;;) {
      if (overflowed) {
        overflowed = false;
        await publishStored(own);
      } else if (waiting.length > 0) await publish(own, take(BATCH));
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
    offer(frame, done) {
      try {
        own.ensure();
      } catch (error) {
        done(error as Error);
        return;
      }
      if (waiting.length < MAX_WAITING && bytes + frame.body.byteLength < MAX_WAITING_BYTES) {
        waiting.push(frame);
        bytes += frame.body.byteLength;
      } else {
        overflowed = true;
        waiting = [];
        bytes = 0;
      }
      // An event may have been read from the event store, and published, before it is offered.
      if (ack === 'local' || frame.id <= own.after) done(null);
      else confirmations.add(frame.id, done);
      wake?.();
    },
    async close(graceMs) {
      isEnding = true;
      wake?.();
      const cancel = options.machine.schedule(() => stop.abort(), graceMs);
      await running;
      cancel();
      await sender.close();
    },
  };
}

/** Senders that wait until the stream has their event. */
function confirmationQueue({ schedule }: Pick<Machine, 'schedule'>, fault: StreamSender<unknown>['fault']) {
  const pending = new Map<string, { done: Done; cancel: () => void }>();
  const finish = (id: string, error: Error | null) => {
    const found = pending.get(id);
    pending.delete(id);
    found?.cancel();
    found?.done(error);
  };
  return {
    add(id: string, done: Done) {
      const giveUp = () => {
        const reason = fault()?.message ?? `the stream did not confirm it within ${CONFIRM_MS / 1000} s`;
        finish(id, new Error(`${reason.replace(/\.$/, '')}; it is published later`));
      };
      pending.set(id, { done, cancel: schedule(giveUp, CONFIRM_MS) });
    },
    /** Confirms all events up to an id; they were added in this order. */
    confirm(id: string) {
      for (const waitingId of pending.keys()) {
        if (waitingId > id) return;
        finish(waitingId, null);
      }
    },
    fail: (id: string, error: ArchctlError) => finish(id, error),
  };
}
