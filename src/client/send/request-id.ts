/** Headers in which services and their front ends name a request, the most telling first. */
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

/** The id the service's support can find a request by. */
export function requestId(headers: Readonly<Record<string, string>>): string | undefined {
  for (const name of NAMES) {
    const value = headers[name];
    if (value) return value;
  }
  return undefined;
}
