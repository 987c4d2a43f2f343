import type { IncomingMessage, ServerResponse } from 'node:http';
import { urlOf } from '../base/network/listen.js';
import { openLocalServer, Refused } from '../base/network/local-server.js';
import { eventStreams, type PageEvent } from './event-streams.js';
import { checkOrigin, pathOf, readJson, tokenIn } from './request.js';
import { pageSessions } from './session.js';
import { readAssets, SECURITY_HEADERS, shellHtml } from './shell.js';

/** A request of a page that has the cookie. */
export interface PageRequest {
  method: string;
  /** Decoded path without its leading slash. */
  path: string;
  query: URLSearchParams;
  /** Reads the body as JSON. Rejects for other and too large bodies; the error is the response. */
  json(): Promise<unknown>;
}

/** Response to a page: JSON, or a file with its media type. */
export type PageAnswer = { status?: number; json: unknown } | { type: string; body: string | Uint8Array };

export interface PageServerOptions {
  /** Folder of the built page, `dist/page`. */
  assetDirectory: string;
  /** Completes the text of a script or style sheet in that folder. */
  completeAsset?: ((name: string, text: string) => string) | undefined;
  /** Script of the page: a file name in that folder. */
  program: string;
  /** Style sheets of the page (default: `page.css`). */
  styles?: readonly string[] | undefined;
  /** Address to listen on (default: 127.0.0.1). */
  host?: string | undefined;
  /** Port (default: any free one). */
  port?: number | undefined;
  /** Command-line option that sets the port, for messages (default: `--port`). */
  portOption?: string | undefined;
  /** Answers a request; undefined for an unknown path. Errors are reported to the page with status 500. */
  answer(request: PageRequest): PageAnswer | undefined | Promise<PageAnswer | undefined>;
  /** First events of a stream, when a page connects or reconnects. */
  firstEvents?: (() => readonly PageEvent[]) | undefined;
}

export interface PageServer {
  /** Address with the token, to print. */
  url: string;
  port: number;
  /** Address with a token for a single use, to start a browser with. */
  newSingleUseUrl(): string;
  isWatched(): boolean;
  publish(event: PageEvent): void;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

const LIMITS = { maxConnections: 128, requestTimeout: 20_000 };

/**
 * Serves a page to browsers of this machine. Requests must be for this server's host, must not come from other origins,
 * and need the cookie of the session, except for the empty document and the program of the page.
 * @throws ArchctlError `usage` if the port is in use or the address does not exist.
 */
export async function openPageServer(options: PageServerOptions): Promise<PageServer> {
  const { host = '127.0.0.1', answer, firstEvents = () => [] } = options;
  const assets = readAssets(options.assetDirectory, options.completeAsset);
  const shell = {
    type: 'text/html; charset=utf-8',
    body: shellHtml(options.program, 'live', options.styles),
  };
  const streams = eventStreams();
  const respond = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const { method = '', headers } = request;
    checkOrigin(request, url);
    const path = pathOf(url);
    const isRead = method === 'GET' || method === 'HEAD';
    const publicFile = path === '' ? shell : assets.get(path);
    if (isRead && publicFile) return send(request, response, 200, publicFile);
    const json = () => readJson(request);
    if (method === 'POST' && path === 'session') {
      const cookie = sessions.exchange(tokenIn(await json()));
      if (cookie === undefined) throw new Refused(401, 'The link is no longer valid.');
      return send(request, response, 200, { json: {} }, { 'Set-Cookie': cookie });
    }
    if (!sessions.grantOf(headers.cookie)) throw new Refused(401, 'Open the link that archctl printed.');
    if (method === 'GET' && path === 'events') return streams.open(response, SECURITY_HEADERS, firstEvents());
    const found = await answer({ method, path, query: url.searchParams, json });
    if (!found) throw new Refused(404, `${method} ${url.pathname} was not found.`);
    send(request, response, 'status' in found ? (found.status ?? 200) : 200, found);
  };
  const where = { host, port: options.port ?? 0, portOption: options.portOption };
  const { port, close } = await openLocalServer({ ...where, ...LIMITS, headers: SECURITY_HEADERS }, respond);
  const sessions = pageSessions<true>(`archctl-page-${port}`, '/');
  const token = sessions.newToken(true);
  const origin = urlOf('http', host, port, '/');
  return {
    url: `${origin}#token=${token}`,
    port,
    newSingleUseUrl: () => `${origin}#token=${sessions.newSingleUseToken(true)}`,
    isWatched: streams.isWatched,
    publish: (event) => streams.publish(event),
    close: () => {
      streams.close();
      return close();
    },
  };
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  answer: PageAnswer,
  more: Readonly<Record<string, string>> = {},
): void {
  const { type, body } =
    'json' in answer ? { type: 'application/json', body: JSON.stringify(answer.json) } : answer;
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    ...more,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(method === 'HEAD' ? undefined : body);
}
