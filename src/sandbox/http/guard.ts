import { isOwnHost, type LocalEnd } from '../../base/network/host-names.js';
import { isLoopback } from '../../base/network/loopback.js';
import { randomId } from '../ids.js';
import type { SandboxRequest } from '../message.js';
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

/** Returns 421 for a request to a host that is neither on the list nor the address that the connection arrived at. */
export function refuseForeignHost(
  host: string,
  url: URL,
  allowed: readonly string[],
  reached: LocalEnd,
): SandboxResponse | undefined {
  if (isOwnHost(host, url, allowed, reached)) return undefined;
  return refusal(
    421,
    `The sandbox does not accept the host "${host}"; --allow-host adds it.`,
    'foreign-host',
  );
}

/** @throws HttpError 403 for a request from another machine; in-process requests are allowed. */
export function checkLocal({ peer }: SandboxRequest): void {
  if (peer === undefined || isLoopback(peer.address)) return;
  throw new HttpError(403, 'The control API accepts requests from this machine only.', {
    code: 'remote-control',
  });
}
