import { usageError } from '../../base/errors.js';
import { isLoopback } from '../../base/loopback.js';
import { withScheme } from '../../base/typed-address.js';

/** The service a client talks to. */
export interface BaseUrl {
  /** Scheme, host and port: the only place the key is sent to. */
  origin: string;
  /** What operation paths are appended to; ends in `/v1/` (docs/service.md#conventions). */
  root: URL;
}

/** Whether a credential may travel to this address: https, or plain http that stays on this machine. */
export const isPrivateEnough = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));

/** The refusal of an address that would carry credentials or file links in the clear. */
export const insecureError = (url: URL) =>
  usageError(`Plain http is refused for ${url.host}: what is sent could be read on the way.`, {
    hint: 'Use https. Plain http is accepted for localhost, 127.0.0.0/8 and [::1] only.',
  });

/**
 * The address of the service as typed: with or without a trailing `/` or `/v1`, and without a scheme where it is this machine's.
 * @throws ArchctlError `usage` for another scheme, user info, a query or fragment, and http beyond this machine.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const address = withScheme(text);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw usageError('The base URL is not an http(s) address.', {
      hint: 'It looks like https://api.example.com/v1.',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError('The base URL must not carry a user name or password.', {
      hint: 'Keys are given with `archctl auth login`.',
    });
  }
  // `href` and not `search`: a bare "?" or "#" has an empty `search`, and would swallow every path appended to it.
  if (/[?#]/.test(url.href)) throw usageError('The base URL must not carry a query or a fragment.');
  if (!isPrivateEnough(url)) throw insecureError(url);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return { origin: url.origin, root: new URL(`${path}/v1/`, url.origin) };
}
