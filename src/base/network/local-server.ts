import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isOwnHost, ownHosts } from './host-names.js';
import { listenOn } from './listen.js';

/** A request that is answered with an error status, a message as JSON, and these headers. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export interface LocalServerOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Command-line option that sets the port, for messages (default: `--port`). */
  portOption?: string | undefined;
  maxConnections: number;
  /** Maximum time in milliseconds until a request has arrived. */
  requestTimeout: number;
  /** Headers of errors. */
  headers: Readonly<Record<string, string>>;
}

export interface LocalServer {
  port: number;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Listens for HTTP requests of programs on this machine. Requests for other hosts are rejected with status 421 (DNS
 * rebinding). `respond` answers a request; its errors are answered with their message, with status 500 unless `Refused`.
 * @throws ArchctlError `usage` if the port is in use or the address does not exist.
 */
export async function openLocalServer(
  { host, port: wanted, portOption, maxConnections, requestTimeout, headers }: LocalServerOptions,
  respond: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<unknown>,
): Promise<LocalServer> {
  const server = createServer({ maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout });
  server.maxConnections = maxConnections;
  const port = await listenOn(server, host, wanted, portOption);
  const hosts = ownHosts(port, (server.address() as AddressInfo).address, host);
  const checkAndRespond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = addressOf(request);
    if (!isOwnHost(request.headers.host ?? '', url, hosts, request.socket))
      throw new Refused(421, 'This host name is not accepted.');
    await respond(request, response, url);
  };
  server.on('request', (request, response) => {
    checkAndRespond(request, response).catch((error: Error) => {
      if (response.headersSent || request.socket.destroyed) return response.destroy();
      const [status, more] = error instanceof Refused ? [error.status, error.headers] : [500, {}];
      // A body that was not read would be taken for the next request.
      const rest = request.complete ? {} : { Connection: 'close' };
      const type = { 'Content-Type': 'application/json' };
      response.writeHead(status, { ...headers, ...more, ...rest, ...type });
      response.end(JSON.stringify({ message: error.message }));
    });
  });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf({ url = '', headers: { host = '' } }: IncomingMessage): URL {
  const address = `http://${host}${url}`;
  // Only proxies receive URLs with a host.
  if (url.startsWith('/') && URL.canParse(address)) return new URL(address);
  throw new Refused(400, 'The request has no valid URL.');
}

/**
 * The body of a request. A larger one is read and discarded, because the client would not see the response otherwise.
 * @throws Refused 413
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) throw new Refused(413, 'The body of the request is too large.');
  return Buffer.concat(chunks);
}
