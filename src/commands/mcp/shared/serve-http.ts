import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { usageError } from '../../../base/errors.js';
import { ownHosts } from '../../../base/host-names.js';
import { refuseForeignHost, refuseForeignOrigin } from '../../../sandbox/http/guard.js';

/** Serves the protocol over HTTP to programs of this machine. */

const HOST = '127.0.0.1';
const PATH = '/mcp';
const LIMITS = { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 60_000 };
const MAX_CONNECTIONS = 256;
/** Shortest accepted token. */
const MIN_TOKEN = 16;

export interface HttpServer {
  url: string;
  close(): Promise<void>;
}

export interface HttpOptions {
  /** 0 for any free port. */
  port: number;
  token: string;
  maxBodyBytes: number;
  handle(request: Request): Promise<Response>;
}

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Errors: `usage` for a token that could be guessed. */
export function checkedToken(given: string, source: string): string {
  const token = given.trim();
  if (token.length >= MIN_TOKEN && /^[\x21-\x7e]+$/.test(token)) return token;
  throw usageError(
    `The token of ${source} needs at least ${MIN_TOKEN} printable characters without spaces.`,
    {
      hint: 'Create one with: openssl rand -hex 32',
    },
  );
}

/** Errors: `usage` if the port is in use. */
export async function serveHttp(options: HttpOptions): Promise<HttpServer> {
  const server = createServer(LIMITS);
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        usageError(`The server cannot listen on ${HOST}:${options.port}: ${error.message}.`, {
          hint: 'Use another port, or leave out --port for any free one.',
          cause: error,
        }),
      ),
    );
    server.listen(options.port, HOST, resolve);
  });
  const { address, port } = server.address() as AddressInfo;
  const hosts = ownHosts(port, address, HOST);
  server.on('request', (request, response) => {
    answer(request, response, options, hosts).catch(() => response.destroy());
  });
  return {
    url: `http://${HOST}:${port}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { token, maxBodyBytes, handle }: HttpOptions,
  hosts: readonly string[],
): Promise<void> {
  const refusal = refused(incoming, token, hosts);
  if (refusal) return send(response, refusal);
  const body = await readBody(incoming, maxBodyBytes);
  if (body === undefined) return send(response, problem(413, 'The body of the request is too large.'));
  const abort = new AbortController();
  response.once('close', () => abort.abort());
  const method = incoming.method ?? 'GET';
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers: headersOf(incoming),
    signal: abort.signal,
    ...(method !== 'GET' && method !== 'HEAD' && { body: new Uint8Array(body) }),
  });
  await send(response, await handle(request));
}

/** The response to a request of another machine, of a web page or without the token. */
function refused(incoming: IncomingMessage, token: string, hosts: readonly string[]): Response | undefined {
  const { host = '', authorization = '' } = incoming.headers;
  const target = incoming.url ?? '';
  const address = `http://${host}${target}`;
  if (!target.startsWith('/') || !URL.canParse(address)) return problem(400, 'The request has no valid URL.');
  const url = new URL(address);
  if (refuseForeignHost(host, url, hosts, incoming.socket))
    return problem(421, 'This host name is not accepted.');
  const headers = headersOf(incoming);
  const peer = { address: incoming.socket.remoteAddress ?? '' };
  const foreign = refuseForeignOrigin({
    method: incoming.method ?? '',
    url,
    headers,
    peer,
    read: async () => undefined,
  });
  if (foreign) return problem(403, 'Cross-origin requests of web pages are rejected.');
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (!isSame(given, token))
    return problem(401, 'The token is missing or wrong.', { 'WWW-Authenticate': 'Bearer' });
  return url.pathname === PATH ? undefined : problem(404, `Only ${PATH} is served.`);
}

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const problem = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ message }, { status, headers: { ...headers, Connection: 'close' } });

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );

/** The body; undefined if it is too large. The rest is discarded, because the client could not read the response otherwise. */
async function readBody(incoming: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size <= most) pieces.push(piece);
  }
  return size > most ? undefined : Buffer.concat(pieces);
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  if (answer.body) await pipeline(answer.body, response);
  else response.end();
}
