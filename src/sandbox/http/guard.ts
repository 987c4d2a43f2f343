import { isLoopback } from '../../base/loopback.js';
import { randomId } from '../ids.js';
import type { SandboxRequest } from '../message.js';
import { hostName, reachedHost } from './host-names.js';
import { HttpError } from './http-error.js';
import { json, type SandboxResponse } from './response.js';

/**
 * Protects a local server from web pages in a browser on the same machine (DNS rebinding, cross-site requests). The
 * sandbox never sends CORS headers.
 */

/** Response to a request that is rejected before routing. */
export const refusal = (status: number, message: string, code: string): SandboxResponse =>
  json(status, { message, code }, { 'X-Request-Id': randomId() });

/** Returns 403 for a cross-origin request from a web page. */
export function refuseForeignOrigin({ headers, url }: SandboxRequest): SandboxResponse | undefined {
  const origin = headers.get('origin');
  if (origin === null || origin === url.origin) return undefined;
  return refusal(403, 'Cross-origin requests from web pages are rejected.', 'foreign-origin');
}

/** Local end of a connection. */
interface Reached {
  localAddress?: string | undefined;
  localPort?: number | undefined;
}

/**
 * Returns 421 for a request to a host that is neither on the list nor the address that the connection arrived at. An
 * entry without a port matches every port. Checks both the `Host` header and the parsed URL, because a request line in
 * absolute form may name another host.
 */
export function refuseForeignHost(
  host: string,
  url: URL,
  allowed: readonly string[],
  { localAddress, localPort }: Reached,
): SandboxResponse | undefined {
  const isAllowed = (name: string): boolean =>
    allowed.includes(name) || allowed.includes(name.replace(/:\d+$/, ''));
  const isOurs = (text: string): boolean => {
    if (allowed.includes(text)) return true;
    const name = hostName(text, 80);
    return name !== undefined && (isAllowed(name) || name === reachedHost(localAddress, localPort));
  };
  if (url.protocol === 'http:' && isOurs(host) && isOurs(url.host)) return undefined;
  return refusal(421, 'The sandbox does not accept this host name.', 'foreign-host');
}

/** @throws HttpError 403 for a request from another machine; in-process requests are allowed. */
export function checkLocal({ peer }: SandboxRequest): void {
  if (peer === undefined || isLoopback(peer.address)) return;
  throw new HttpError(403, 'The control API accepts requests from this machine only.', {
    code: 'remote-control',
  });
}
