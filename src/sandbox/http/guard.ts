import type { MiddlewareHandler } from 'hono';
import { isLoopback } from '../../base/loopback.js';
import { randomId } from '../ids.js';
import { hostName } from './host-names.js';

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

/**
 * A 421 for a request to a host that is not on the list; an entry without a port stands for every port. Both the `Host`
 * header and the address that was parsed are looked at: a request line that holds a whole address may name another.
 */
export function refuseForeignHost(
  host: string | undefined,
  url: URL,
  allowed: readonly string[],
): Response | undefined {
  const isOurs = (text: string): boolean => {
    const name = hostName(text, 80) ?? '';
    return allowed.includes(name) || allowed.includes(name.replace(/:\d+$/, ''));
  };
  if (url.protocol === 'http:' && isOurs(host ?? '') && isOurs(url.host)) return undefined;
  return refusal(421, 'This host name is not one that the sandbox answers to.', 'foreign-host');
}

/** The other end of a connection. Requests from within this process have none. */
export interface Peer {
  address: string | undefined;
}

/** What routes know beside the request. */
export interface Surroundings {
  Bindings: { peer?: Peer };
}

/** Stands before routes that answer to this machine alone; whatever spelling of a path led to them, it is asked. */
export const localOnly: MiddlewareHandler<Surroundings> = async ({ env }, next) => {
  if (env?.peer !== undefined && !isLoopback(env.peer.address)) {
    return refusal(403, 'The control API answers to this machine only.', 'remote-control');
  }
  return next();
};
