import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ArchctlError, usageError } from '../base/errors.js';
import { hostName, loopbackOf, ownHosts } from '../base/network/host-names.js';
import { httpListener } from './http/wire.js';
import { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';

/** Servers bound to one port, not yet handling requests. */
interface Bound {
  servers: readonly Server[];
  port: number;
  /** The requested address, as the system reports it. */
  address: string;
  /** Address for clients on this machine: a loopback address, with IPv6 in brackets. */
  loopback: string;
}

/** Attempts to find a port that is free on two addresses. */
const TRIES = 5;

/**
 * Binds a port on an address and on loopback. Clients on this machine always use loopback, because keys are sent
 * unencrypted.
 *
 * @throws ArchctlError `usage` if the port is in use or the address does not exist.
 */
async function bind(port: number, host: string): Promise<Bound> {
  for (let attempt = 1; ; attempt += 1) {
    const server = newServer();
    const { address, port: bound } = await listen(server, port, host);
    const loopback = loopbackOf(address);
    if (loopback !== undefined) return { servers: [server], port: bound, address, loopback };
    const loopbackServer = newServer();
    try {
      await listen(loopbackServer, bound, '127.0.0.1');
      return { servers: [server, loopbackServer], port: bound, address, loopback: '127.0.0.1' };
    } catch (error) {
      await closeServer(server);
      if (port !== 0 || attempt === TRIES) throw error;
    }
  }
}

/** Stops listening and closes open connections. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const newServer = (): Server =>
  createServer({ requestTimeout: 60_000, headersTimeout: 15_000, keepAliveTimeout: 5_000 });

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      listenError(error, port, host).then(reject, reject);
    };
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve(server.address() as AddressInfo);
    });
  });
}

async function listenError(error: NodeJS.ErrnoException, port: number, host: string): Promise<ArchctlError> {
  if (error.code === 'EADDRINUSE') {
    const free = createServer();
    const other = await listen(free, 0, '127.0.0.1').catch(() => undefined);
    await closeServer(free);
    return usageError(`Port ${port} on ${host} is in use.`, {
      hint: other
        ? `Port ${other.port} is free. Use port 0 for any free port.`
        : 'Use port 0 for any free port.',
      cause: error,
    });
  }
  return usageError(`The sandbox cannot listen on ${host}:${port}: ${error.message}`, { cause: error });
}

export interface ServeOptions extends SandboxOptions {
  /** Default: 0, which selects a free port. */
  port?: number;
  /** Address to listen on (default: 127.0.0.1). The server always listens on loopback as well. */
  host?: string;
  /** Additional accepted `Host` values, with or without a port. */
  allowedHosts?: readonly string[];
}

/** A sandbox that listens on a port. */
export interface RunningSandbox extends Sandbox {
  /** `http://127.0.0.1:PORT`, or another loopback address, even if the server is bound to other addresses too. */
  url: string;
  port: number;
  /** Stops listening, closes open connections and closes the sandbox. */
  stop(): Promise<void>;
}

/**
 * Creates a sandbox and serves it, on loopback by default. Accepted `Host` headers name this machine, the bound
 * address, the local address of the connection, or an allowed host.
 * @throws ArchctlError `usage` if the port is in use, the data directory cannot be used, or a host is invalid.
 */
export async function serveSandbox(options: ServeOptions): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1', allowedHosts = [], ...rest } = options;
  // Node would treat an empty host as all addresses.
  if (host.trim() === '') throw usageError('The address to listen on is empty.');
  const allowed = allowedHosts.map(allowedHost);
  // Binds the port first, so that a port in use is reported before any data is opened or created.
  const bound = await bind(port, host);
  const close = () => Promise.all(bound.servers.map(closeServer));
  try {
    const { sandbox, handle } = await openSandbox(rest);
    const listener = httpListener(handle, [...ownHosts(bound.port, bound.address, host), ...allowed]);
    for (const server of bound.servers) server.on('request', listener);
    const stop = async () => {
      await close();
      await sandbox.close();
    };
    return { ...sandbox, url: `http://${bound.loopback}:${bound.port}`, port: bound.port, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

function allowedHost(text: string): string {
  const name = hostName(text);
  if (name !== undefined) return name;
  throw usageError(`"${text}" is not a valid host.`, {
    hint: 'Use a host with or without a port: box.example or box.example:8080.',
  });
}
