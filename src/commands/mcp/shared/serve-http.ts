import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { usageError } from '../../../base/errors.js';
import { type LocalServer, openLocalServer, Refused, readBody } from '../../../base/network/local-server.js';

/** Serves the protocol over HTTP to programs of this machine. */

const HOST = '127.0.0.1';
const PATH = '/mcp';
const LIMITS = { maxConnections: 256, requestTimeout: 60_000 };
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
/** Shortest accepted token. */
const MIN_TOKEN = 16;

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
export async function serveHttp(options: HttpOptions): Promise<LocalServer & { url: string }> {
  const { port, token, maxBodyBytes, handle } = options;
  const server = await openLocalServer(
    { host: HOST, port, ...LIMITS, headers: HEADERS },
    async (incoming, response, url) => {
      check(incoming, url, token);
      const body = await readBody(incoming, maxBodyBytes);
      const abort = new AbortController();
      response.once('close', () => abort.abort());
      const { method = 'GET' } = incoming;
      const request = new Request(url, {
        method,
        headers: headersOf(incoming),
        signal: abort.signal,
        ...(method !== 'GET' && method !== 'HEAD' && { body: new Uint8Array(body) }),
      });
      await send(response, await handle(request));
    },
  );
  return { ...server, url: `http://${HOST}:${server.port}${PATH}` };
}

/** @throws Refused for a request of a web page, without the token, or for another path. */
function check({ headers }: IncomingMessage, url: URL, token: string): void {
  if (headers.origin !== undefined && headers.origin !== url.origin)
    throw new Refused(403, 'Cross-origin requests of web pages are rejected.');
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!isSame(given, token))
    throw new Refused(401, 'The token is missing or wrong.', { 'WWW-Authenticate': 'Bearer' });
  if (url.pathname !== PATH) throw new Refused(404, `Only ${PATH} is served.`);
}

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );

async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...HEADERS });
  if (answer.body) await pipeline(answer.body, response);
  else response.end();
}
