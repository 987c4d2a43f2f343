import { ArchctlError } from '../../base/errors.js';
import { withoutCredentials } from './auth.js';
import { isPrivateEnough } from './base-url.js';
import { errorFromResponse } from './errors.js';
import type { Send, WireRequest, WireResponse } from './wire.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Follows up to five redirects. Reads are followed to any https address, and lose every credential for good once
 * scheme, host or port changes (CVE-2023-45289). Writes are followed only for 307 and 308 on the same origin: repeating
 * one as GET would look like a success and do nothing.
 * @throws ArchctlError `unexpected` for a redirect that is not followed, `unavailable` for too many.
 */
export const withRedirects =
  (send: Send): Send =>
  async (first) => {
    let request = first;
    for (let hops = 0; ; hops += 1) {
      const response = await send(request);
      const location = response.headers.location;
      if (!REDIRECTS.has(response.status) || location === undefined) return response;
      await response.body.discard();
      if (hops === MAX_REDIRECTS) {
        throw new ArchctlError(
          'unavailable',
          `${first.url.host} redirected more than ${MAX_REDIRECTS} times.`,
          {
            status: response.status,
            hint: 'Check the base URL.',
          },
        );
      }
      request = follow(request, response, location);
    }
  };

function follow(request: WireRequest, response: WireResponse, location: string): WireRequest {
  const refuse = (message: string): ArchctlError => {
    const { facts } = errorFromResponse(response, '', request);
    return new ArchctlError('unexpected', message, facts);
  };
  const url = URL.canParse(location, request.url.href) ? new URL(location, request.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refuse(`${request.url.host} redirected to an invalid URL.`);
  }
  // User info in a redirect would become a Basic credential chosen by the server.
  url.username = '';
  url.password = '';
  const sameOrigin = url.origin === request.url.origin;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && !(sameOrigin && (response.status === 307 || response.status === 308))) {
    throw refuse(
      `${request.url.host} redirected a ${request.method} to ${url.host} (${response.status}); it was not sent again.`,
    );
  }
  if (sameOrigin) return { ...request, url };
  if (!isPrivateEnough(url)) {
    throw refuse(`${request.url.host} redirected to plain http on ${url.host}, which is not allowed.`);
  }
  return {
    ...request,
    url,
    headers: withoutCredentials(request.headers),
    anonymous: true,
    meter: undefined,
  };
}
