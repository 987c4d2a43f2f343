/**
 * Whether a host is certainly this machine: `localhost` and its subdomains (RFC 6761, 6.3), 127.0.0.0/8, `::1`, or such
 * an IPv4 address in IPv6 notation. Accepts typed hosts, `URL.hostname` (IPv6 in brackets) and peer addresses.
 * `localhost.example.com` is another machine.
 */
export function isLoopback(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = host.toLowerCase();
  return name === 'localhost' || LOCAL_NAME.test(name) || isAddress(name);
}

/**
 * Whether listening on this host reaches only this machine. Stricter than `isLoopback`: excludes subdomains of
 * `localhost`, because a name server may resolve them to any address.
 */
export function isLoopbackOnly(host: string): boolean {
  return host === 'localhost' || isAddress(host.toLowerCase());
}

const isAddress = (name: string): boolean => isIpv4(name) || isIpv6(/^\[(.*)\]$/.exec(name)?.[1] ?? name);

const LOCAL_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+localhost$/;

/** Exactly four decimal numbers: programs disagree on leading zeros and missing parts. */
const isIpv4 = (text: string): boolean => /^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(text);

function isIpv6(text: string): boolean {
  if (!/^[0-9a-f:.]+$/.test(text) || !text.includes(':') || !URL.canParse(`http://[${text}]/`)) return false;
  // URL normalizes every spelling of an IPv6 address; 127.0.0.1 becomes 7f00:1.
  const same = new URL(`http://[${text}]/`).hostname;
  return same === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(same);
}
