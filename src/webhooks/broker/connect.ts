import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import { ArchctlError } from '../../base/errors.js';
import type { StreamAddress } from './address.js';
import { brokerError } from './errors.js';
import { certificateProblem, type TlsFiles, tlsOf } from './tls.js';

/** Credentials and certificates, already read from files and environment. */
export interface BrokerAuth extends TlsFiles {
  /** Content of a credentials file (JWT and seed). */
  creds?: string | undefined;
  /** NKey seed. */
  nkey?: string | undefined;
  token?: string | undefined;
  user?: string | undefined;
  password?: string | undefined;
}

/** Connection to a NATS server with JetStream. */
export interface Broker {
  address: StreamAddress;
  connection: NatsConnection;
  js: JetStreamClient;
  jsm: JetStreamManager;
  nats: typeof import('@nats-io/transport-node');
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_WAIT_MS = 250;

/**
 * Connects to a server. A lost connection is established again, without limit.
 * @throws ArchctlError `unavailable`, `auth`; `refused` without JetStream.
 */
export async function connectBroker(address: StreamAddress, auth: BrokerAuth): Promise<Broker> {
  const [nats, jetstream] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ]);
  const authenticator = authenticatorOf(nats, auth);
  const tls = tlsOf(address, auth);
  let connection: NatsConnection | undefined;
  try {
    connection = await nats.connect({
      servers: address.server,
      name: 'archctl',
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_WAIT_MS,
      // Otherwise each request creates errors for their stack traces.
      noAsyncTraces: true,
      authenticator,
      ...(tls && { tls }),
    });
    const js = jetstream.jetstream(connection);
    const jsm = await jetstream.jetstreamManager(connection);
    const open = connection;
    return { address, connection, js, jsm, nats, close: () => open.close() };
  } catch (error) {
    await connection?.close();
    const isLate = tls !== undefined && (error as Error).name === 'TimeoutError';
    throw (isLate && (await certificateProblem(address, tls))) || brokerError(error, address);
  }
}

/** @throws ArchctlError `auth` for an invalid file. */
function authenticatorOf(
  nats: Broker['nats'],
  { creds, nkey, token, user, password }: BrokerAuth,
): NonNullable<NodeConnectionOptions['authenticator']> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const checked = (
    authenticator: ReturnType<Broker['nats']['nkeyAuthenticator']>,
    what: string,
    file: string,
  ) => {
    try {
      authenticator('nonce');
      return authenticator;
    } catch {
      // The message of the client can contain characters of the seed.
      throw new ArchctlError('auth', `The ${what} is not valid.`, {
        hint: `Check the file of --nats-${file} or NATS_${file.toUpperCase()}.`,
      });
    }
  };
  // The client requires a line break after the last line.
  if (creds !== undefined)
    return checked(nats.credsAuthenticator(bytes(`${creds}\n`)), 'credentials file', 'creds');
  if (nkey !== undefined) return checked(nats.nkeyAuthenticator(bytes(nkey)), 'NKey seed', 'nkey');
  if (token !== undefined) return nats.tokenAuthenticator(token);
  if (user !== undefined) return nats.usernamePasswordAuthenticator(user, password);
  return [];
}
