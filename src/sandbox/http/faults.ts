import { HttpError, tooManyRequests } from './http-error.js';

/** Faults that the sandbox plays on purpose. Rates are shares from 0 to 1. */
export interface Faults {
  /** Added to every answer, in milliseconds. */
  latencyMs: number;
  /** Share of requests answered 503. */
  errorRate: number;
  /** Share of requests answered 429. */
  rateLimitRate: number;
  /** `Retry-After` of those, in seconds. */
  retryAfter: number;
  /** Share of connections closed without an answer. */
  dropRate: number;
  /** Whether every export ends in an error. */
  failExports: boolean;
}

export const NO_FAULTS: Faults = {
  latencyMs: 0,
  errorRate: 0,
  rateLimitRate: 0,
  retryAfter: 1,
  dropRate: 0,
  failExports: false,
};

/** The connection is to be closed without an answer; callers of `fetch` see it as a network error. */
export class DroppedConnection extends TypeError {
  override readonly name = 'TypeError';
  readonly code = 'ECONNRESET';
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
  }
}

/** Plays faults by counting, not by chance: a rate of 0.25 hits every fourth request, on every run alike. */
export function faultPlayer() {
  let count = 0;
  const hits = (rate: number) => Math.floor(count * rate) > Math.floor((count - 1) * rate);
  return {
    restart: (): void => {
      count = 0;
    },
    /**
     * @throws DroppedConnection or HttpError where the next request is to fail.
     */
    play(faults: Faults): void {
      count += 1;
      if (hits(faults.dropRate)) throw new DroppedConnection();
      if (hits(faults.rateLimitRate)) throw tooManyRequests(faults.retryAfter);
      if (hits(faults.errorRate)) {
        throw new HttpError(503, 'A fault that the sandbox was told to play.', { code: 'sandbox/fault' });
      }
    },
  };
}

export type FaultPlayer = ReturnType<typeof faultPlayer>;
