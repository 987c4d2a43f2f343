import { usageError } from '../base/errors.js';
import { hostName, ownHosts } from './http/host-names.js';
import { httpListener } from './http/wire.js';
import { bind, closeServer } from './listen.js';
import { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';

export interface ServeOptions extends SandboxOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Address to listen on; 127.0.0.1 unless told. It listens on loopback in any case. */
  host?: string;
  /** Further `Host` values to answer to, with or without a port. */
  allowedHosts?: readonly string[];
}

/** A sandbox on a port. */
export interface RunningSandbox extends Sandbox {
  /** `http://127.0.0.1:PORT`, or another loopback address, whatever else it was bound to. */
  url: string;
  port: number;
  /** Stops listening, ends open connections and closes the sandbox. */
  stop(): Promise<void>;
}

/**
 * Opens a sandbox and serves it, on loopback unless told otherwise. It answers to `Host` headers that name this machine,
 * the address that was bound, the address a connection came in at, and to those that were allowed.
 * @throws ArchctlError `usage` where the port is taken, the data directory cannot be used, or a host is none.
 */
export async function serveSandbox(options: ServeOptions): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1', allowedHosts = [], ...rest } = options;
  // Node takes no address for every address.
  if (host.trim() === '') throw usageError('The address to listen on is empty.');
  const allowed = allowedHosts.map(allowedHost);
  // The port first: a port in use is found before anything is opened or filled.
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
  throw usageError(`"${text}" is no host that could be answered to.`, {
    hint: 'Name a host, with or without a port: box.example, or box.example:8080.',
  });
}
