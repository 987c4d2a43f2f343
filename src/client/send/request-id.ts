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
