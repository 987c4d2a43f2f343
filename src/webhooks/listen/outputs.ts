import { type ExecuteOptions, type Executor, executor } from '../forward/execute.js';
import { type Forwarder, type ForwardTarget, forwarder } from '../forward/forward.js';
import { sender } from '../forward/send.js';
import type { CloseReason, Machine } from '../types.js';
import { type Observe, type RecordStream, recordStream } from './record-stream.js';

export interface OutputOptions {
  forwardTo?: readonly ForwardTarget[] | undefined;
  exec?: ExecuteOptions | undefined;
  observe?: Observe | undefined;
}

/** Records, targets and programs of a source of events. */
export interface Outputs {
  records: RecordStream;
  forward: Forwarder | undefined;
  exec: Executor | undefined;
  /** Lets targets and programs finish for at most `graceMs`. */
  drain(graceMs: number): Promise<void>;
  /** Emits the last record. */
  end(reason: CloseReason, message: string | undefined): void;
}

/** Opens the outputs; `onLeave` is called when the consumer stops reading records early. */
export function openOutputs(
  { forwardTo = [], exec, observe }: OutputOptions,
  machine: Machine,
  onLeave: () => void,
): Outputs {
  const records = recordStream(machine, onLeave, observe);
  const { emit, drop } = records;
  const forwardSender = sender(machine);
  const forward =
    forwardTo.length > 0
      ? forwarder({ targets: forwardTo, sender: forwardSender, machine, emit, drop })
      : undefined;
  const runs = exec && executor({ ...exec, machine, emit, drop });
  return {
    records,
    forward,
    exec: runs,
    async drain(graceMs) {
      await Promise.all([forward?.drain(graceMs), runs?.drain(graceMs)]);
      forwardSender.close();
    },
    end(reason, message) {
      records.end({
        type: 'closing',
        version: 1,
        at: records.now(),
        reason,
        ...(message !== undefined && { message }),
        counts: { ...records.counts },
      });
    },
  };
}

/**
 * Time that connections, targets and programs have to finish: after a stop by the user, and if the source ends by
 * itself.
 */
export const STOP_GRACE_MS = 2_000;
const END_GRACE_MS = 35_000;

export const graceOf = (reason: CloseReason): number => (reason === 'stopped' ? STOP_GRACE_MS : END_GRACE_MS);

/** Longest delay that timers support. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Closes a source at its timeout or when its signal aborts; the returned function cancels both. */
export function closeOnTimeoutOrAbort(
  { schedule }: Pick<Machine, 'schedule'>,
  { timeoutMs, signal }: { timeoutMs?: number | undefined; signal?: AbortSignal | undefined },
  close: (reason: CloseReason) => Promise<void>,
): () => void {
  const stop = () => void close('stopped');
  signal?.addEventListener('abort', stop, { once: true });
  const cancel =
    timeoutMs === undefined
      ? undefined
      : schedule(() => void close('timeout'), Math.min(timeoutMs, MAX_TIMER_MS));
  return () => {
    cancel?.();
    signal?.removeEventListener('abort', stop);
  };
}
