/**
 * Whether a host is this machine, and nothing else: `localhost` and names below it (RFC 6761, 6.3), 127.0.0.0/8, `::1`,
 * and an IPv4 address of those written as IPv6. It may be typed, a `URL.hostname` (IPv6 in brackets) or a peer's address.
 * A name that only begins so, such as `localhost.example.com`, is another machine's.
 */
export function isLoopback(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = host.toLowerCase();
  return name === 'localhost' || LOCAL_NAME.test(name) || isAddress(name);
}

/**
 * Whether listening on what was typed is listening on this machine alone. Narrower than `isLoopback`: a name below
 * `localhost` is left out, for what a server is bound to is what a name server makes of it, and that may be any address.
 */
export function isLoopbackOnly(host: string): boolean {
  return host === 'localhost' || isAddress(host.toLowerCase());
}

const isAddress = (name: string): boolean => isIpv4(name) || isIpv6(/^\[(.*)\]$/.exec(name)?.[1] ?? name);

const LOCAL_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+localhost$/;

/** Four plain numbers: with a leading zero, or fewer of them, programs differ in what they read. */
const isIpv4 = (text: string): boolean => /^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(text);

function isIpv6(text: string): boolean {
  if (!/^[0-9a-f:.]+$/.test(text) || !text.includes(':') || !URL.canParse(`http://[${text}]/`)) return false;
  // URL writes every spelling of an address in the same way, 127.0.0.1 within it as 7f00:1.
  const same = new URL(`http://[${text}]/`).hostname;
  return same === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(same);
}
