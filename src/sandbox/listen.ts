import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ArchctlError, usageError } from '../base/errors.js';
import { loopbackOf } from './http/host-names.js';

/** Servers bound to one port, not yet handling requests. */
export interface Bound {
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
export async function bind(port: number, host: string): Promise<Bound> {
  for (let left = TRIES; ; left -= 1) {
    const server = newServer();
    const { address, port: bound } = await listen(server, port, host);
    const loopback = loopbackOf(address);
    if (loopback !== undefined) return { servers: [server], port: bound, address, loopback };
    const beside = newServer();
    try {
      await listen(beside, bound, '127.0.0.1');
      return { servers: [server, beside], port: bound, address, loopback: '127.0.0.1' };
    } catch (error) {
      await closeServer(server);
      if (port !== 0 || left === 1) throw error;
    }
  }
}

/** Stops listening and closes open connections. */
export function closeServer(server: Server): Promise<void> {
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
