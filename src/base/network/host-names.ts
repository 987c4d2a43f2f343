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

/** Local end of a connection. */
export interface LocalEnd {
  localAddress?: string | undefined;
  localPort?: number | undefined;
}

/**
 * Whether a request is for a host on the list or for the address that its connection arrived at; protects a local server
 * from DNS rebinding. An entry without a port matches every port. Checks both the `Host` header and the parsed URL,
 * because a request line in absolute form may name another host.
 */
export function isOwnHost(
  host: string,
  url: URL,
  allowed: readonly string[],
  { localAddress, localPort }: LocalEnd,
): boolean {
  const isAllowed = (name: string): boolean =>
    allowed.includes(name) || allowed.includes(name.replace(/:\d+$/, ''));
  const reached = localAddress === undefined ? undefined : hostName(plainAddress(localAddress), localPort);
  const isOurs = (text: string): boolean => {
    if (allowed.includes(text)) return true;
    const name = hostName(text, 80);
    return name !== undefined && (isAllowed(name) || name === reached);
  };
  return url.protocol === 'http:' && isOurs(host) && isOurs(url.host);
}
