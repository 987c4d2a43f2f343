import { isLoopback } from '../../base/loopback.js';
import { randomId } from '../ids.js';
import type { Asked } from '../message.js';
import { type Answer, json } from './answer.js';
import { hostName, reachedHost } from './host-names.js';
import { HttpError } from './http-error.js';

/**
 * Defences of a local server against web pages in the same machine's browser (DNS rebinding, cross-site requests).
 * The sandbox sends no CORS headers at all.
 */

/** An answer to what never came as far as the sandbox. */
export const refusal = (status: number, message: string, code: string): Answer =>
  json(status, { message, code }, { 'X-Request-Id': randomId() });

/** A 403 for a request that a page of another origin made. */
export function refuseForeignOrigin({ headers, url }: Asked): Answer | undefined {
  const origin = headers.get('origin');
  if (origin === null || origin === url.origin) return undefined;
  return refusal(403, 'Requests from web pages of another origin are refused.', 'foreign-origin');
}

/** The own end of a connection. */
interface Reached {
  localAddress?: string | undefined;
  localPort?: number | undefined;
}

/**
 * A 421 for a request to a host that is neither on the list nor the address that was reached; an entry without a port
 * stands for every port. Both the `Host` header and the address that was parsed are looked at: a request line that holds
 * a whole address may name another.
 */
export function refuseForeignHost(
  host: string,
  url: URL,
  allowed: readonly string[],
  { localAddress, localPort }: Reached,
): Answer | undefined {
  const isAllowed = (name: string): boolean =>
    allowed.includes(name) || allowed.includes(name.replace(/:\d+$/, ''));
  const isOurs = (text: string): boolean => {
    if (allowed.includes(text)) return true;
    const name = hostName(text, 80);
    return name !== undefined && (isAllowed(name) || name === reachedHost(localAddress, localPort));
  };
  if (url.protocol === 'http:' && isOurs(host) && isOurs(url.host)) return undefined;
  return refusal(421, 'This host name is not one that the sandbox answers to.', 'foreign-host');
}

/** @throws HttpError 403 for a request that another machine sent; requests from within this process are welcome. */
export function checkLocal({ peer }: Asked): void {
  if (peer === undefined || isLoopback(peer.address)) return;
  throw new HttpError(403, 'The control API answers to this machine only.', { code: 'remote-control' });
}
