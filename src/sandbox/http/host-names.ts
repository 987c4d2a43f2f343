import { isIPv6 } from 'node:net';

/**
 * A host as URLs spell it (lower case, IPv6 in brackets, names of other scripts in ASCII), with its port where it has
 * one; undefined where the text is no host. `port` is added where the text has none.
 */
export function hostName(text: string, port?: number): string | undefined {
  const host = isIPv6(text) ? `[${text}]` : text;
  const found = /^[^\s/\\?#@*]+?(?::(\d+))?$/.exec(host);
  // Without a port behind it a colon is a slip, or an IPv6 address that is none.
  if (!found || !URL.canParse(`http://${host}`) || host.endsWith(':')) return undefined;
  const told = found[1] ?? port;
  return `${new URL(`http://${host}`).hostname}${told === undefined ? '' : `:${Number(told)}`}`;
}

/** The address without the prefix that IPv4 has on a socket that takes both. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Whether an address stands for every address of the machine. */
const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** How to reach a server on this machine that was bound to an address; undefined where loopback does not reach it. */
export function loopbackOf(bound: string): string | undefined {
  const address = plainAddress(bound);
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::' || address === '::1') return '[::1]';
  return address.startsWith('127.') ? address : undefined;
}

/**
 * The `Host` values, each with its port, that a server bound to an address answers to: names of this machine, the
 * address, and the name it was asked to bind to. A wildcard is no address, and a way around the list.
 */
export function ownHosts(port: number, bound: string, asked: string): string[] {
  const address = plainAddress(bound);
  const own = isWildcard(address) ? [] : [address, asked];
  return ['localhost', '127.0.0.1', '[::1]', ...own].flatMap((it) => hostName(it, port) ?? []);
}

/** The `Host` value for the address of this machine that a connection came in at. */
export const reachedHost = (address: string | undefined, port: number | undefined): string | undefined =>
  address === undefined ? undefined : hostName(plainAddress(address), port);
