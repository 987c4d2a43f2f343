import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
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
