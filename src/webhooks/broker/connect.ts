import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import type { StreamAddress } from './address.js';
import { brokerError } from './errors.js';

/** Credentials and certificates, already read from files and environment. */
export interface BrokerAuth {
  /** Content of a credentials file (JWT and seed). */
  creds?: string | undefined;
  /** NKey seed. */
  nkey?: string | undefined;
  token?: string | undefined;
  user?: string | undefined;
  password?: string | undefined;
  /** PEM. */
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

/** Connection to a NATS server with JetStream. */
export interface Broker {
  address: StreamAddress;
  connection: NatsConnection;
  js: JetStreamClient;
  jsm: JetStreamManager;
  nats: typeof import('@nats-io/transport-node');
  /** Undefined if the connection is established. Otherwise resolves when it is, or when it is closed. */
  connected(): Promise<void> | undefined;
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
  let connection: NatsConnection | undefined;
  try {
    connection = await nats.connect({
      servers: address.server,
      name: 'archctl',
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_WAIT_MS,
      authenticator: authenticatorsOf(nats, auth),
      ...tlsOf(address, auth),
    });
    const js = jetstream.jetstream(connection);
    const jsm = await jetstream.jetstreamManager(connection);
    const connected = followStatus(connection);
    const open = connection;
    return { address, connection, js, jsm, nats, connected, close: () => open.close() };
  } catch (error) {
    await connection?.close();
    throw brokerError(error, address);
  }
}

function authenticatorsOf(
  nats: Broker['nats'],
  { creds, nkey, token, user, password }: BrokerAuth,
): NonNullable<NodeConnectionOptions['authenticator']> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  if (creds !== undefined) return nats.credsAuthenticator(bytes(creds));
  if (nkey !== undefined) return nats.nkeyAuthenticator(bytes(nkey));
  if (token !== undefined) return nats.tokenAuthenticator(token);
  if (user !== undefined) return nats.usernamePasswordAuthenticator(user, password);
  return [];
}

function tlsOf({ tls }: StreamAddress, { ca, cert, key }: BrokerAuth): Pick<NodeConnectionOptions, 'tls'> {
  if (!tls && ca === undefined && cert === undefined) return {};
  return { tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) } };
}

/** Follows the state of a connection. */
function followStatus(connection: NatsConnection): Broker['connected'] {
  let reconnection: Promise<void> | undefined;
  let resolve = () => {};
  const release = () => {
    reconnection = undefined;
    resolve();
  };
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'reconnect') release();
      else if (type === 'disconnect')
        reconnection ??= new Promise((done) => {
          resolve = done;
        });
    }
  })();
  void connection.closed().then(release);
  return () => reconnection;
}
