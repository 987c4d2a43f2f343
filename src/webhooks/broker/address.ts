import { usageError } from '../../base/errors.js';

/** Stream of a NATS server, as given in a URL. */
export interface StreamAddress {
  /** Without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /** `HOST:PORT` */
  server: string;
  stream: string;
  /** Whether the connection must be encrypted. Otherwise the server decides. */
  tls: boolean;
  /** The URL without defaults, for messages. */
  label: string;
}

const DEFAULT_PORT = '4222';
/** Characters that NATS allows in names of streams and consumers. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const HINT = 'Use the form nats://HOST[:PORT]/STREAM, or tls:// to require encryption.';

/**
 * Parses `nats://HOST[:PORT]/STREAM`. `source` names its argument or option in errors.
 * @throws ArchctlError `usage`; its message never contains a password.
 */
export function parseStreamAddress(text: string, source: string): StreamAddress {
  if (text.includes('@'))
    throw usageError(`${source}: the URL contains a user name, password or token.`, {
      hint: 'Command lines are visible to other users. Use --nats-user NAME with --nats-password-file FILE or NATS_PASSWORD, or --nats-creds FILE.',
    });
  const match = /^(nats|tls):\/\/([^/?#]+)\/([^/?#]+)$/.exec(text);
  const [, scheme, host, stream = ''] = match ?? [];
  const url = host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  if (!url) throw usageError(`${source}: "${text}" is not the URL of a stream.`, { hint: HINT });
  if (!NAME.test(stream))
    throw usageError(`${source}: "${stream}" is not a valid name of a stream.`, {
      hint: 'Names consist of letters, digits, "-" and "_".',
    });
  // URL drops the default port of HTTP.
  const port = /:(\d+)$/.exec(host ?? '')?.[1] ?? DEFAULT_PORT;
  const server = `${url.hostname}:${port}`;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const label = `${scheme}://${server}/${stream}`;
  return { host: name, port: Number(port), server, stream, tls: scheme === 'tls', label };
}

/** Converts text to a name that NATS accepts for a consumer. */
export const consumerName = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 64);
