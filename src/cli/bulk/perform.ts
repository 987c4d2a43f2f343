import { setImmediate } from 'node:timers/promises';
import { type ArchctlError, interrupted, toArchctlError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import { neverLeft } from '../../client/send/network-errors.js';
import type { Job } from './jobs.js';

type Json = Record<string, unknown>;

/**
 * How a job ended: `done` with what the service answered; `failed` for sure; `unknown` where no answer tells whether it
 * was carried out; `unsent` where the rest was given up.
 */
export type Settled = { job: Job } & (
  | { state: 'done'; answer: Json }
  | { state: 'failed' | 'unknown'; error: ArchctlError }
  | { state: 'unsent' }
);

export interface Performing {
  client: Client;
  /** Requests at a time. */
  concurrency: number;
  /** Further attempts of what may be repeated. */
  retries: number;
  /** Ctrl-C: what is under way ends, and nothing more is sent. */
  signal: AbortSignal;
  /** Called as each ends, in the order they end. */
  onSettled: (settled: Settled) => void;
}

const FIRST_DELAY_MS = 250;

/**
 * Sends all jobs, a few at a time, and tells how each ended in their order, those that ended together in one piece.
 * Throws what is no failure (a dry run).
 */
export async function* perform(
  jobs: readonly Job[],
  performing: Performing,
): AsyncGenerator<readonly Settled[]> {
  const { concurrency, signal, onSettled } = performing;
  const ends = jobs.map(() => pending<Settled>());
  for (const { promise } of ends) promise.catch(() => {});
  let next = 0;
  let isStopped = false;
  const worker = async (): Promise<void> => {
    while (next < jobs.length) {
      const at = next++;
      const job = jobs[at] as Job;
      const end = ends[at] as (typeof ends)[number];
      // Those in front have begun already: nobody waits for one behind.
      await Promise.allSettled(job.after.map((other) => ends[other]?.promise));
      try {
        const settled: Settled =
          isStopped || signal.aborted ? { job, state: 'unsent' } : await settle(job, performing);
        isStopped ||= endsAll(settled);
        onSettled(settled);
        end.resolve(settled);
      } catch (thrown) {
        isStopped = true;
        end.reject(thrown);
      }
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, jobs.length) }, worker);
  yield* together(ends);
  await Promise.all(workers);
}

async function* together<T>(ends: readonly Pending<T>[]): AsyncGenerator<readonly T[]> {
  let at = 0;
  for (let end = ends[at]; end; end = ends[at]) {
    const batch = [await end.promise];
    // Answers that came in with it get their turn.
    await setImmediate();
    for (at += 1; ends[at]?.isThere; at += 1) batch.push(await (ends[at] as Pending<T>).promise);
    yield batch;
  }
}

interface Pending<T> {
  promise: Promise<T>;
  isThere: boolean;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
}

function pending<T>(): Pending<T> {
  let settle: Pick<Pending<T>, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const end: Pending<T> = {
    promise,
    isThere: false,
    reject: settle.reject,
    resolve: (value) => {
      end.isThere = true;
      settle.resolve(value);
    },
  };
  return end;
}

/** What every other request would end with as well: a key that is not accepted, a quota that is spent. */
export const endsAll = (settled: Settled): boolean =>
  'error' in settled && (settled.error.facts.status === 401 || settled.error.kind === 'limit');

async function settle(job: Job, { client, retries, signal }: Performing): Promise<Settled> {
  const { operation, path, query, body, isRepeatable } = job;
  // It was sent before, and the answer was lost: in this run, or in the one that left the line.
  let wasSent = job.mayBeGone;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await client.perform(operation, { path, query, ...(body && { body }) });
      return { job, state: 'done', answer };
    } catch (thrown) {
      if (!(thrown instanceof Error)) throw thrown;
      const error = signal.aborted ? interrupted() : toArchctlError(thrown);
      // It is gone, as was asked.
      if (wasSent && operation.method === 'DELETE' && error.kind === 'not-found')
        return { job, state: 'done', answer: {} };
      // That this attempt was refused says nothing of the one before it.
      if (!isUnclear(error)) return { job, state: wasSent ? 'unknown' : 'failed', error };
      wasSent = true;
      if (!isRepeatable || attempt >= retries || signal.aborted) return { job, state: 'unknown', error };
      await client.clock.sleep(FIRST_DELAY_MS * 2 ** attempt, signal).catch(() => {});
    }
  }
}

/** Whether the service may have carried it out all the same. */
const isUnclear = (error: ArchctlError): boolean =>
  error.kind === 'interrupted' || (error.kind === 'unavailable' && !neverLeft(error.facts.cause ?? error));
