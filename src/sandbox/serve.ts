import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type ArchctlError, usageError } from '../base/errors.js';
import { DroppedConnection } from './http/faults.js';
import { refuseForeignHost, refuseRemoteControl } from './http/guard.js';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';

export interface ServeOptions extends SandboxOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Address to listen on; 127.0.0.1 unless told. */
  host?: string;
  /** Further `Host` values to answer to, with or without a port. */
  allowedHosts?: string[];
}

/** A sandbox on a port. */
export interface RunningSandbox extends Sandbox {
  /** `http://127.0.0.1:PORT`, or the address it was bound to. */
  url: string;
  port: number;
  /** Stops listening, ends open connections and closes the sandbox. */
  stop(): Promise<void>;
}

/**
 * Opens a sandbox and serves it on loopback.
 * @throws ArchctlError `usage` where the port is taken or the data directory cannot be used.
 */
export async function serveSandbox(options: ServeOptions): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1', allowedHosts = [], ...rest } = options;
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000, keepAliveTimeout: 5_000 });
  // The port first: a port in use is found before anything is opened or filled.
  const bound = await listen(server, port, host);
  try {
    const sandbox = await createSandbox(rest);
    const name = host.includes(':') ? `[${host}]` : host;
    const hosts = [...localHosts(bound, name), ...allowedHosts.map((it) => it.toLowerCase())];
    server.on('request', listener(sandbox, hosts));
    const stop = async () => {
      await closeServer(server);
      await sandbox.close();
    };
    return { ...sandbox, url: `http://${name}:${bound}`, port: bound, stop };
  } catch (error) {
    await closeServer(server);
    throw error;
  }
}

/** Names of this machine, and the one address it was bound to. A wildcard is no address, and a way around the list. */
function localHosts(port: number, bound: string): string[] {
  const names = ['localhost', '127.0.0.1', '[::1]', bound.toLowerCase()];
  const own = names.filter((it) => it !== '0.0.0.0' && it !== '[::]');
  return own.flatMap((it) => (port === 80 ? [it, `${it}:80`] : [`${it}:${port}`]));
}

function listener(sandbox: Sandbox, hosts: readonly string[]) {
  const answer = async (request: Request, incoming: IncomingMessage): Promise<Response> => {
    const refused =
      refuseForeignHost(incoming.headers.host, hosts) ??
      refuseRemoteControl(incoming.url ?? '', incoming.socket.remoteAddress);
    if (refused) return refused;
    try {
      return await sandbox.fetch(request);
    } catch (error) {
      if (!(error instanceof DroppedConnection)) throw error;
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  };
  return getRequestListener((request, { incoming }) => answer(request, incoming as IncomingMessage), {
    overrideGlobalObjects: false,
  });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      listenError(error, port, host).then(reject, reject);
    };
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function listenError(error: NodeJS.ErrnoException, port: number, host: string): Promise<ArchctlError> {
  if (error.code === 'EADDRINUSE') {
    const free = createServer();
    const other = await listen(free, 0, '127.0.0.1').catch(() => 0);
    await closeServer(free);
    return usageError(`Port ${port} on ${host} is in use.`, {
      hint: other > 0 ? `Port ${other} is free; 0 takes any.` : 'Port 0 takes any that is free.',
      cause: error,
    });
  }
  return usageError(`The sandbox cannot listen on ${host}:${port}: ${error.message}`, { cause: error });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
