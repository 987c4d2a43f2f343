import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { usageError } from '../../base/errors.js';

/** Limits for a single client. */
export interface ReceiverLimits {
  bodyBytes: number;
  headerBytes: number;
  /** Timeout for the headers of a request. */
  headersMs: number;
  /** Timeout for the complete request. */
  requestMs: number;
  idleMs: number;
  connections: number;
}

export const LIMITS: ReceiverLimits = {
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headersMs: 10_000,
  requestMs: 20_000,
  idleMs: 30_000,
  connections: 256,
};

/** @throws ArchctlError `usage` for an invalid certificate or key. */
export function makeServer(limits: ReceiverLimits, tls: { cert: string; key: string } | undefined): Server {
  const options: ServerOptions = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.max(20, Math.min(1_000, Math.floor(limits.headersMs / 4))),
    noDelay: true,
  };
  const server = tls ? secureServer(options, tls) : createServer(options);
  server.maxConnections = limits.connections;
  return server;
}

function secureServer(options: ServerOptions, tls: { cert: string; key: string }): Server {
  try {
    return createSecureServer({ ...options, ...tls, handshakeTimeout: options.headersTimeout ?? 0 });
  } catch (error) {
    throw usageError(`The certificate and its key cannot be used: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/**
 * Listens and returns the port.
 * @throws ArchctlError `usage`, with a free port if this one is in use.
 */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  try {
    return await listening(server, host, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw usageError(`Port ${port} on ${host} is in use.`, {
        hint: `Use --port ${await freePort(host, port)}, which is free, or --port 0 for any free port.`,
        cause: error,
      });
    }
    if (code === 'EACCES')
      throw usageError(`This user may not listen on port ${port}.`, {
        hint: 'Use --port with 1024 or above.',
        cause: error,
      });
    throw usageError(`Cannot listen on ${host}, port ${port}: ${message}.`, { cause: error });
  }
}

type Listens = Pick<Server, 'once' | 'off' | 'listen' | 'address'>;

const listening = (server: Listens, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Finds a free port: one of the next few, otherwise any. */
async function freePort(host: string, used: number): Promise<number> {
  const next = Array.from({ length: 10 }, (_, at) => used + 1 + at).filter((it) => it < 65_536);
  for (const port of [...next, 0]) {
    const probe = createProbe();
    try {
      const free = await listening(probe as unknown as Listens, host, port);
      await new Promise((resolve) => probe.close(resolve));
      return free;
    } catch {
      // In use as well.
    }
  }
  return used;
}

/** `http://127.0.0.1:4242/`; the address of all interfaces is shown as loopback. */
export function urlOf(scheme: 'http' | 'https', host: string, port: number, path: string): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}${path}`;
}
