/** HTTP statuses of simulated server errors (docs/service.md#errors). */
export const ERROR_STATUSES = [500, 503] as const;
export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** Simulated faults. Rates are fractions from 0 to 1. */
export interface Faults {
  /** Delay added to every response, in milliseconds. */
  latencyMs: number;
  /** Fraction of requests answered with `errorStatus`. */
  errorRate: number;
  /** HTTP status of simulated errors. */
  errorStatus: ErrorStatus;
  /** Fraction of requests answered with 429. */
  rateLimitRate: number;
  /** `Retry-After` of those responses, in seconds. */
  retryAfter: number;
  /** Fraction of connections closed without a response. */
  dropRate: number;
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
