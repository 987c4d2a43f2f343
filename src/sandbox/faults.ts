/** Statuses of a fault that is the service's own (docs/service.md#errors). */
export const ERROR_STATUSES = [500, 503] as const;
export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** Faults that the sandbox plays on purpose. Rates are shares from 0 to 1. */
export interface Faults {
  /** Added to every answer, in milliseconds. */
  latencyMs: number;
  /** Share of requests answered with `errorStatus`. */
  errorRate: number;
  /** Which of the service's own failures those are. */
  errorStatus: ErrorStatus;
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
  errorStatus: 500,
  rateLimitRate: 0,
  retryAfter: 1,
  dropRate: 0,
  failExports: false,
};
