import { isLoopback } from '../../base/loopback.js';
import { randomId } from '../ids.js';

/**
 * Defences of a local server against web pages in the same machine's browser (DNS rebinding, cross-site requests).
 * The sandbox sends no CORS headers at all.
 */

const refusal = (status: number, message: string, code: string): Response =>
  new Response(JSON.stringify({ message, code }), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': randomId() },
  });

/** A 403 for a request that a page of another origin made. */
export function refuseForeignOrigin(request: Request): Response | undefined {
  const origin = request.headers.get('origin');
  if (origin === null || origin === new URL(request.url).origin) return undefined;
  return refusal(403, 'Requests from web pages of another origin are refused.', 'foreign-origin');
}

/** A 421 for a `Host` that is not on the list; an entry without a port stands for every port. */
export function refuseForeignHost(
  host: string | undefined,
  allowed: readonly string[],
): Response | undefined {
  const name = host?.toLowerCase() ?? '';
  const bare = name.replace(/:\d+$/, '');
  if (allowed.some((it) => it === name || it === bare)) return undefined;
  return refusal(421, 'This host name is not one that the sandbox answers to.', 'foreign-host');
}

/** A 403 for control requests from other machines. */
export function refuseRemoteControl(path: string, address: string | undefined): Response | undefined {
  if (!/^\/+sandbox(\/|$)/i.test(path) || isLoopback(address)) return undefined;
  return refusal(403, 'The control API answers to this machine only.', 'remote-control');
}
