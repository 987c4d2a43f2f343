import { requireArguments } from '../base/require-arguments.js';
import type { Meter, Method } from './operation.js';

/** Plan names from docs/service.md#limits. */
export const PLANS = ['free', 'growth', 'scale', 'enterprise'] as const;
/** Plan of an organization. */
export type Plan = (typeof PLANS)[number];

/** Monthly request quota by plan and meter (docs/service.md#limits); 0 means not available, null means unlimited. */
export const MONTHLY_QUOTA: Readonly<Record<Plan, Readonly<Record<Meter, number | null>>>> = {
  free: { read: 0, write: 0, import: 0, export: 0 },
  growth: { read: 10_000, write: 1_000, import: 5, export: 5 },
  scale: { read: null, write: null, import: 500, export: 500 },
  enterprise: { read: null, write: null, import: null, export: null },
};

/**
 * Maximum number of landscapes of an organization, by plan (docs/service.md#choices-of-the-sandbox); null means
 * unlimited.
 */
export const LANDSCAPE_LIMIT: Readonly<Record<Plan, number | null>> = {
  free: 1,
  growth: 25,
  scale: null,
  enterprise: null,
};

/** Requests per minute (docs/service.md#requests-a-minute). */
export const RATE_LIMITS = { read: 2_400, write: 60, user: 10 } as const;
/** Class of requests that share a rate limit per minute. */
export type RateClass = keyof typeof RATE_LIMITS;

/** The per-minute limit that applies to a request: POST `/user/*` has its own. */
export function rateClass(method: Method, path: string): RateClass {
  if (method === 'GET' || method === 'HEAD') return 'read';
  return method === 'POST' && /(^|\/)user\//.test(path) ? 'user' : 'write';
}

/** Plans with organization logs and webhooks (docs/service.md#limits). */
export const SCALE_AND_ABOVE: readonly Plan[] = ['scale', 'enterprise'];

/** The quota period of a request: counters restart with each UTC month. */
export function utcMonth(date: Date): string {
  requireArguments('utcMonth', { date });
  // Avoids toISOString, for which V8 looks up the machine's time zone.
  return `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}`;
}
