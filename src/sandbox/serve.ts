import { usageError } from '../base/errors.js';
import { hostName, ownHosts } from './http/host-names.js';
import { httpListener } from './http/wire.js';
import { bind, closeServer } from './listen.js';
import { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';

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
    const { sandbox, answer } = await openSandbox(rest);
    const listener = httpListener(answer, [...ownHosts(bound.port, bound.address, host), ...allowed]);
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
