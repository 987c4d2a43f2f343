import { setImmediate } from 'node:timers/promises';
import { type ArchctlError, interrupted, toArchctlError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import type { Client } from '../../client/client.js';
import { wasNotSent } from '../../client/send/network-errors.js';
import type { Job } from './jobs.js';

/**
 * Result of a job: `done` with the answer; `failed` for certain; `unknown` if no answer arrived; `unsent` if the run
 * was aborted.
 */
export type JobResult = { job: Job } & (
  | { state: 'done'; answer: JsonObject }
  | { state: 'failed' | 'unknown'; error: ArchctlError }
  | { state: 'unsent' }
);

export interface PerformOptions {
  client: Client;
  concurrency: number;
  /** Number of retries of idempotent requests. */
  retries: number;
  /** On Ctrl-C, requests in flight finish and no more are sent. */
  signal: AbortSignal;
  /** Called for each result, in order of completion. */
  onSettled: (settled: JobResult) => void;
}

const FIRST_DELAY_MS = 250;

/**
 * Sends all jobs, several in parallel, and yields results in job order. Throws errors that are not failures (a dry
 * run).
 */
export async function* performJobs(
  jobs: readonly Job[],
  options: PerformOptions,
): AsyncGenerator<readonly JobResult[]> {
  const { concurrency, signal, onSettled } = options;
  // Created when a job starts or is awaited, and deleted once its result was yielded: answers are not held until the end.
  const ends = new Map<number, Pending<JobResult>>();
  const endOf = (at: number): Pending<JobResult> => {
    const end = ends.get(at) ?? pending<JobResult>();
    ends.set(at, end);
    return end;
  };
  let next = 0;
  let isStopped = false;
  const worker = async (): Promise<void> => {
    while (next < jobs.length) {
      const at = next++;
      const job = jobs[at] as Job;
      const end = endOf(at);
      // Earlier jobs have already started, so this cannot deadlock. Those without an entry have ended.
      if (job.after.length > 0) await Promise.allSettled(job.after.map((other) => ends.get(other)?.promise));
      try {
        const settled: JobResult =
          isStopped || signal.aborted ? { job, state: 'unsent' } : await performJob(job, options);
        isStopped ||= abortsRun(settled);
        onSettled(settled);
        end.resolve(settled);
      } catch (thrown) {
        isStopped = true;
        end.reject(thrown);
      }
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, jobs.length) }, worker);
  for (let at = 0; at < jobs.length; ) {
    const batch = [await endOf(at).promise];
    // Handles other responses that arrived at the same time.
    await setImmediate();
    ends.delete(at);
    for (at += 1; ends.get(at)?.isSettled; at += 1) {
      batch.push(await endOf(at).promise);
      ends.delete(at);
    }
    yield batch;
  }
  await Promise.all(workers);
}

interface Pending<T> {
  promise: Promise<T>;
  isSettled: boolean;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
}

function pending<T>(): Pending<T> {
  let settle: Pick<Pending<T>, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => {});
  const end: Pending<T> = {
    promise,
    isSettled: false,
    reject: settle.reject,
    resolve: (value) => {
      end.isSettled = true;
      settle.resolve(value);
    },
  };
  return end;
}

/** Whether every other request would fail in the same way: an invalid key, an exhausted quota. */
export const abortsRun = (settled: JobResult): boolean =>
  'error' in settled && (settled.error.facts.status === 401 || settled.error.kind === 'limit');

async function performJob(job: Job, { client, retries, signal }: PerformOptions): Promise<JobResult> {
  const { operation, path, query, body, isRepeatable } = job;
  // Whether the request was sent before and its answer was lost, in this run or in the one that wrote the line.
  let wasSent = job.mayBeDeleted;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await client.perform(operation, { path, query, ...(body && { body }) });
      return { job, state: 'done', answer };
    } catch (thrown) {
      if (!(thrown instanceof Error)) throw thrown;
      const error = signal.aborted ? interrupted() : toArchctlError(thrown);
      // The record was already deleted, as requested.
      if (wasSent && operation.method === 'DELETE' && error.kind === 'not-found')
        return { job, state: 'done', answer: {} };
      // A refused retry does not show whether the first attempt succeeded.
      if (!isUnclear(error)) return { job, state: wasSent ? 'unknown' : 'failed', error };
      wasSent = true;
      if (!isRepeatable || attempt >= retries || signal.aborted) return { job, state: 'unknown', error };
      await client.clock.sleep(FIRST_DELAY_MS * 2 ** attempt, signal).catch(() => {});
    }
  }
}

/** Whether the service may have carried out the request in spite of the error. */
const isUnclear = (error: ArchctlError): boolean =>
  error.kind === 'interrupted' || (error.kind === 'unavailable' && !wasNotSent(error.facts.cause ?? error));
