import type { Faults } from '../faults.js';
import { HttpError, tooManyRequests } from './http-error.js';

/** The connection is closed without a response; callers of `fetch` see a network error. */
export class DroppedConnection extends TypeError {
  override readonly name = 'TypeError';
  readonly code = 'ECONNRESET';
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
  }
}

/** Injects faults by counting instead of at random: a rate of 0.25 hits every fourth request in every run. */
export function faultPlayer() {
  let count = 0;
  const hits = (rate: number) => Math.floor(count * rate) > Math.floor((count - 1) * rate);
  return {
    restart: (): void => {
      count = 0;
    },
    /** @throws DroppedConnection or HttpError if the next request is to fail. */
    play(faults: Faults): void {
      count += 1;
      if (hits(faults.dropRate)) throw new DroppedConnection();
      if (hits(faults.rateLimitRate)) throw tooManyRequests(faults.retryAfter);
      if (hits(faults.errorRate)) {
        throw new HttpError(faults.errorStatus, 'The sandbox simulates this error.', {
          code: 'sandbox/fault',
        });
      }
    },
  };
}

export type FaultPlayer = ReturnType<typeof faultPlayer>;
