import { onAbort } from '../base/abort.js';
import type { Schedule } from './schedule.js';

/** The sandbox is closed or closing; callers of `fetch` see a network error. */
export class SandboxClosed extends TypeError {
  override readonly name = 'TypeError';
  readonly code = 'ECONNREFUSED';
  constructor() {
    super('The sandbox is closed.');
  }
}

/** Lifetime of a sandbox: the requests in progress, and its end. */
export interface Lifetime {
  /** Aborts with `SandboxClosed` when the sandbox begins to close. */
  signal: AbortSignal;
  /** Performs a request. Rejects with `SandboxClosed` once the sandbox is closing. */
  run<T>(request: () => Promise<T>): Promise<T>;
  /** Like the promise, but rejects with `SandboxClosed` when the sandbox closes. For waits that may never end. */
  untilClosed<T>(promise: Promise<T>): Promise<T>;
  /**
   * Rejects further requests and those that wait, for the rest of a body for example, and resolves when the others have
   * finished.
   */
  end(): Promise<void>;
}

export function lifetime(): Lifetime {
  const controller = new AbortController();
  const { signal } = controller;
  const running = new Set<Promise<unknown>>();
  const throwIfClosed = (): void => {
    if (signal.aborted) throw new SandboxClosed();
  };
  return {
    signal,
    async run(request) {
      throwIfClosed();
      const result = request();
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    untilClosed: (promise) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(new SandboxClosed());
        const unlink = onAbort(signal, () => reject(new SandboxClosed()));
        promise.then(resolve, reject).finally(unlink);
      }),
    async end() {
      controller.abort(new SandboxClosed());
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** Waits for some time. Rejects with `SandboxClosed` when the sandbox closes. */
export function wait(schedule: Schedule, milliseconds: number, { untilClosed }: Lifetime): Promise<void> {
  let cancel = () => {};
  const elapsed = new Promise<void>((resolve) => {
    cancel = schedule(resolve, milliseconds);
  });
  return untilClosed(elapsed).finally(cancel);
}
