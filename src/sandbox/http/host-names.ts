import { isIPv6 } from 'node:net';

/**
 * Normalizes a host as URLs do (lower case, IPv6 in brackets, IDNA names in ASCII), with its port if there is one.
 * `port` is the default port. Undefined if the text is not a valid host.
 */
export function hostName(text: string, port?: number): string | undefined {
  const host = isIPv6(text) ? `[${text}]` : text;
  const found = /^[^\s/\\?#@*]+?(?::(\d+))?$/.exec(host);
  // A trailing colon is a typo or an invalid IPv6 address.
  if (!found || !URL.canParse(`http://${host}`) || host.endsWith(':')) return undefined;
  const given = found[1] ?? port;
  return `${new URL(`http://${host}`).hostname}${given === undefined ? '' : `:${Number(given)}`}`;
}

/** Strips the prefix of an IPv4 address on a dual-stack socket. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Whether an address is a wildcard, that is every address of the machine. */
const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';

/**
 * The loopback address that reaches a server on this machine bound to `bound`; undefined if loopback does not reach it.
 */
export function loopbackOf(bound: string): string | undefined {
  const address = plainAddress(bound);
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::' || address === '::1') return '[::1]';
  return address.startsWith('127.') ? address : undefined;
}

/**
 * Accepted `Host` values, with port, of a server bound to an address: local names, the address and the name that was
 * requested. A wildcard is left out, because it would bypass the list.
 */
export function ownHosts(port: number, bound: string, requested: string): string[] {
  const address = plainAddress(bound);
  const own = isWildcard(address) ? [] : [address, requested];
  return ['localhost', '127.0.0.1', '[::1]', ...own].flatMap((it) => hostName(it, port) ?? []);
}

/** The `Host` value of the local address that a connection arrived at. */
export const reachedHost = (address: string | undefined, port: number | undefined): string | undefined =>
  address === undefined ? undefined : hostName(plainAddress(address), port);
