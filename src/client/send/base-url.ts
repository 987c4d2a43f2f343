import { usageError } from '../../base/errors.js';
import { isLoopback } from '../../base/network/loopback.js';
import { withScheme } from '../../base/network/typed-address.js';

/** Base URL of the service. */
export interface BaseUrl {
  /** Scheme, host and port: the only origin that receives the key. */
  origin: string;
  /** Prefix of all operation paths; ends in `/v1/` (docs/service.md#conventions). */
  root: URL;
}

/** Whether credentials may be sent to this URL: https, or plain http on the loopback interface. */
export const isPrivateEnough = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));

/** Error for a URL that would send credentials or file links unencrypted. */
export const insecureError = (url: URL) =>
  usageError(`Plain http is not allowed for ${url.host}: the connection would not be encrypted.`, {
    hint: 'Use https. Plain http is accepted for localhost, 127.0.0.0/8 and [::1] only.',
  });

/**
 * Parses the base URL: a trailing `/` or `/v1` is optional, and so is the scheme for a loopback address.
 * @throws ArchctlError `usage` for another scheme, user info, a query or fragment, and http to another machine.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const address = withScheme(text);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw usageError('The base URL is not a valid http(s) URL.', {
      hint: 'Use the form https://api.example.com/v1.',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError('The base URL must not contain a user name or password.', {
      hint: 'Remove them. The key is configured separately.',
    });
  }
  // Checks `href` instead of `search`: a bare "?" or "#" has an empty `search`, but would swallow every path appended
  // to it.
  if (/[?#]/.test(url.href)) throw usageError('The base URL must not contain a query or a fragment.');
  if (!isPrivateEnough(url)) throw insecureError(url);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return { origin: url.origin, root: new URL(`${path}/v1/`, url.origin) };
}
