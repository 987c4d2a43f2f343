/** Longest wait the client accepts from the service, in seconds. The client fails with a message if it is longer. */
export const MAX_RETRY_AFTER = 60;

/**
 * Parses a `Retry-After` header into seconds: a number, or an HTTP date relative to `now` (ms). Undefined if the header
 * is absent or invalid; never negative.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) {
    const seconds = Number(text);
    return Number.isFinite(seconds) ? seconds : undefined;
  }
  // Every HTTP date format starts with a weekday; Date.parse alone would read "-1" or "2" as a year or month.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined;
  // The old asctime format has no time zone and means GMT.
  const at = Date.parse(/ (GMT|UTC)$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

/** Formats a wait: "45 s", "12 min", "3 h", "5 days". */
export function describeWait(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.ceil(seconds / 3600)} h`;
  return `${Math.ceil(seconds / 86_400)} days`;
}

/** Headers in which services and proxies return a request id, most specific first. */
const NAMES = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'x-cloud-trace-context',
  'x-vercel-id',
  'cf-ray',
] as const;

/** Request id for the service's support team. */
export function requestId(headers: Readonly<Record<string, string>>): string | undefined {
  for (const name of NAMES) {
    const value = headers[name];
    if (value) return value;
  }
  return undefined;
}
