import { hasSucceeded } from '../forward/succeeded.js';
import { type Counts, type ExecutedRecord, type ForwardedRecord, TARGET_URL } from '../types.js';

/** Result of passing an event to a target or a program. */
export type ResultRecord = ForwardedRecord | ExecutedRecord;

type Failure = 'forwardFailed' | 'executeFailed' | 'dropped';

/** Failures that are remembered, so that a later success can replace them. */
const MAX_FAILURES = 100_000;

/**
 * Counts results by event and target. The last result counts: a broker delivers an event again after a failure, and a
 * repetition that succeeds is not a failure.
 */
export function resultCounter(counts: Counts): (record: ResultRecord, isDropped?: boolean) => void {
  const failures = new Map<string, Failure>();

  const forget = (key: string): void => {
    const earlier = failures.get(key);
    if (earlier === undefined) return;
    failures.delete(key);
    counts.undelivered--;
    if (earlier !== 'dropped') counts[earlier]--;
  };

  return (record, isDropped = false) => {
    const isForwarded = record.type === 'forwarded';
    const key = `${record.id} ${record.type} ${isForwarded ? (record[TARGET_URL] ?? record.target) : record.command}`;
    forget(key);
    if (record.type === 'executed' && record.cut) counts.executeCut++;
    if (hasSucceeded(record)) {
      counts[isForwarded ? 'forwarded' : 'executed']++;
      return;
    }
    const failure = isDropped ? 'dropped' : isForwarded ? 'forwardFailed' : 'executeFailed';
    failures.set(key, failure);
    counts.undelivered++;
    // Drops are counted when they are reported.
    if (failure !== 'dropped') counts[failure]++;
    const [oldest] = failures.keys();
    if (failures.size > MAX_FAILURES && oldest !== undefined) failures.delete(oldest);
  };
}
