import type { Counts, EventRecord, Machine, WebhookRecord } from '../types.js';
import { recordQueue } from './record-queue.js';

/** Output of a receiver's records, with the counts for `closing`. */
export interface RecordStream {
  batches: AsyncIterable<readonly WebhookRecord[]>;
  counts: Counts;
  emit(record: Exclude<WebhookRecord, EventRecord>): void;
  event(record: EventRecord): void;
  hasRoom(): boolean;
  /** Waits briefly for a slow reader. */
  room(): Promise<void>;
  /** Emits the last record and ends the stream. */
  end(last: WebhookRecord): void;
  now(): string;
}

/** Creates a stream of records; `left` is called if the reader stops before the end. */
export function recordStream(machine: Pick<Machine, 'now' | 'schedule'>, left: () => void): RecordStream {
  const counts = noCounts();
  const now = () => new Date(machine.now()).toISOString();
  let pending = 0;
  let lost = 0;

  const reportLost = (): void => {
    if (pending === 0) return;
    const dropped = { type: 'dropped', version: 1, at: now(), target: 'output', count: pending } as const;
    pending = 0;
    queue.force({ ...dropped, total: lost, reason: 'queue-full' });
  };
  const taken = (): void => {
    if (pending > 0 && queue.hasRoom()) reportLost();
  };
  const queue = recordQueue(machine.schedule, taken, left);

  const push = (record: WebhookRecord, bytes?: number): void => {
    if (queue.push(record, bytes)) return;
    pending++;
    lost++;
    counts.dropped++;
  };

  return {
    batches: queue.batches,
    counts,
    now,
    hasRoom: queue.hasRoom,
    room: queue.room,
    event(record) {
      countEvent(counts, record);
      push(record, record.size);
    },
    emit(record) {
      count(counts, record);
      if (record.type === 'ready') queue.force(record);
      else push(record);
    },
    end(last) {
      reportLost();
      queue.force(last);
      queue.end();
    },
  };
}

const noCounts = (): Counts => ({
  events: 0,
  unshown: 0,
  duplicates: 0,
  unverified: 0,
  rejected: 0,
  forwarded: 0,
  forwardFailed: 0,
  executed: 0,
  executeFailed: 0,
  executeCut: 0,
  dropped: 0,
  pruned: 0,
  connectionsRefused: 0,
});

function countEvent(counts: Counts, { duplicate, verified }: EventRecord): void {
  counts.events++;
  if (duplicate) counts.duplicates++;
  if (!verified) counts.unverified++;
}

function count(counts: Counts, record: Exclude<WebhookRecord, EventRecord>): void {
  if (record.type === 'rejected') counts.rejected++;
  else if (record.type === 'forwarded') counts[record.status === null ? 'forwardFailed' : 'forwarded']++;
  else if (record.type === 'executed') {
    counts[record.exitCode === 0 ? 'executed' : 'executeFailed']++;
    if (record.cut) counts.executeCut++;
  } else if (record.type === 'dropped') counts.dropped += record.count;
}
