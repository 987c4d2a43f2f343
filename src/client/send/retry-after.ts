/** Longest wait the client accepts from the service, in seconds; beyond it, it says so and gives up. */
export const MAX_RETRY_AFTER = 60;

/**
 * Seconds to wait as a `Retry-After` header has them: a number, or an HTTP date relative to `now` (ms). Undefined
 * where the header is absent or is neither; never negative.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) {
    const seconds = Number(text);
    return Number.isFinite(seconds) ? seconds : undefined;
  }
  // Every form of HTTP date starts with a weekday; Date.parse alone would take "-1" or "2" for a year or month.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined;
  // The old asctime form names no zone, and means GMT.
  const at = Date.parse(/ (GMT|UTC)$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

/** A wait for people: "45 s", "12 min", "3 h", "5 days". */
export function describeWait(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.ceil(seconds / 3600)} h`;
  return `${Math.ceil(seconds / 86_400)} days`;
}
