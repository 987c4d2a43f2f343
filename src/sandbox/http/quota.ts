import { MONTHLY_QUOTA, RATE_LIMITS, rateClass, utcMonth } from '../../contract/limits.js';
import type { Method, Operation } from '../../contract/operation.js';
import { forbidden } from '../refusal.js';
import type { Services } from '../services.js';
import { HttpError, tooManyRequests } from './http-error.js';

const MINUTE = 60_000;

/** Whether the plan includes the API; the free plan does not (docs/service.md#limits). */
export const hasApi = ({ plan }: Services): boolean => plan !== 'free';

/** @throws Refusal `forbidden` if the plan does not include the API. */
export function checkPlan(services: Services): void {
  if (!hasApi(services)) throw forbidden('The Free plan does not include the API.', 'plan/api-not-available');
}

/**
 * Counts a request on its monthly meter (docs/service.md#limits). Rejected requests do not count.
 *
 * @throws HttpError 429 if the month's quota is used up.
 */
export function spendQuota({ plan, store, now }: Services, operation: Operation): void {
  const at = now();
  const month = utcMonth(at);
  const quota = MONTHLY_QUOTA[plan][operation.meter];
  if (quota !== null && store.meters.count(month, operation.meter) >= quota) {
    const reset = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
    throw new HttpError(
      429,
      `The monthly quota of ${quota} ${operation.meter} requests of the ${plan} plan is used up; it resets on ${new Date(reset).toISOString().slice(0, 10)} (UTC).`,
      {
        code: `quota/${operation.meter}`,
        headers: { 'Retry-After': String(Math.max(1, Math.ceil((reset - at.getTime()) / 1000))) },
      },
    );
  }
  store.meters.add(month, operation.meter);
}

/**
 * Fixed-window rate limiter per key (docs/service.md#requests-a-minute). A window starts with a key's first request.
 */
export function rateLimiter() {
  const windows = new Map<string, { start: number; count: number }>();
  return (services: Services, keyId: string, method: Method, path: string): void => {
    if (services.limits === 'off') return;
    const kind = rateClass(method, path);
    const now = services.now().getTime();
    const name = `${keyId} ${kind}`;
    const known = windows.get(name);
    // Setting the clock back also starts a new window.
    const open = known !== undefined && now >= known.start && now < known.start + MINUTE;
    const window = open ? known : { start: now, count: 0 };
    windows.set(name, window);
    if (window.count >= RATE_LIMITS[kind]) {
      throw tooManyRequests(Math.max(1, Math.ceil((window.start + MINUTE - now) / 1000)));
    }
    window.count += 1;
  };
}

export type RateLimiter = ReturnType<typeof rateLimiter>;
