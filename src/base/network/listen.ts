import { type AddressInfo, createServer, type Server } from 'node:net';
import { usageError } from '../errors.js';

type Listens = Pick<Server, 'once' | 'off' | 'listen' | 'address'>;

/**
 * Listens and returns the port.
 * @param option Command-line option that sets the port, for the hint.
 * @throws ArchctlError `usage`, with a free port if this one is in use.
 */
export async function listenOn(
  server: Listens,
  host: string,
  port: number,
  option = '--port',
): Promise<number> {
  try {
    return await listening(server, host, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw usageError(`Port ${port} on ${host} is in use.`, {
        hint: `Use ${option} ${await freePort(host, port)}, which is free, or ${option} 0 for any free port.`,
        cause: error,
      });
    }
    if (code === 'EACCES')
      throw usageError(`This user may not listen on port ${port}.`, {
        hint: `Use ${option} with 1024 or above.`,
        cause: error,
      });
    throw usageError(`Cannot listen on ${host}, port ${port}: ${message}.`, { cause: error });
  }
}

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
    const probe = createServer();
    try {
      const free = await listening(probe, host, port);
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
