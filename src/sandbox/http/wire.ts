import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SandboxRequest } from '../message.js';
import { refusal, refuseForeignHost } from './guard.js';
import type { RequestHandler, SandboxResponse } from './response.js';

/** Time to drain the rest of an unread body, in milliseconds, so that the client sees the response first. */
const LINGER = 500;

/** Adapter for node:http. Accepts `Host` headers on the list, and the address that the connection arrived at. */
export const httpListener =
  (handler: RequestHandler, hosts: readonly string[]): RequestListener =>
  (incoming, outgoing) => {
    answerTo(incoming, handler, hosts).then(
      (answer) => send(answer, incoming, outgoing),
      // Closes the connection without a response.
      () => incoming.socket.destroy(),
    );
  };

async function answerTo(
  incoming: IncomingMessage,
  handler: RequestHandler,
  hosts: readonly string[],
): Promise<SandboxResponse> {
  const host = headerOf(incoming, 'host') ?? '';
  const url = addressOf(incoming.url ?? '', host);
  if (url === undefined) return refusal(400, 'The request has no valid URL.', 'malformed-request');
  return refuseForeignHost(host, url, hosts, incoming.socket) ?? handler(toSandboxRequest(incoming, url));
}

/** Resolves the request target, which may be in absolute form; undefined if it is not a valid URL. */
function addressOf(target: string, host: string): URL | undefined {
  const text = target.startsWith('/') ? `http://${host}${target}` : target;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * Looks up a header in the raw list of alternating names and values: Node drops repeated values of some headers, but
 * two keys must be detected.
 */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string | null {
  let found: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? '';
    if (given.length !== name.length || given.toLowerCase() !== name) continue;
    const value = rawHeaders[at + 1] ?? '';
    found = found === null ? value : `${found}, ${value}`;
  }
  return found;
}

const toSandboxRequest = (incoming: IncomingMessage, url: URL): SandboxRequest => ({
  method: incoming.method ?? '',
  url,
  headers: { get: (name) => headerOf(incoming, name) },
  peer: { address: incoming.socket.remoteAddress },
  readBody: (maxBytes) => readBody(incoming, maxBytes),
});

/** Rejects if the connection closes before the end of the body. */
function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const broken = () => {
      if (!incoming.readableEnded) reject(new Error('The connection was closed before the end of the body.'));
    };
    if (incoming.destroyed) broken();
    incoming.on('data', (piece: Buffer) => {
      size += piece.byteLength;
      if (size <= maxBytes) pieces.push(piece);
      // The rest is read and discarded, because the client would not see the response otherwise.
      else resolve(undefined);
    });
    incoming.on('end', () => resolve(Buffer.concat(pieces)));
    incoming.on('error', broken);
    incoming.on('close', broken);
  });
}

function send(
  { status, headers, body }: SandboxResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
  if (!incoming.complete && !incoming.destroyed) linger(incoming);
}

/** Drains the rest of a body; closes a connection that takes too long. */
function linger(incoming: IncomingMessage): void {
  const timer = setTimeout(() => incoming.socket.destroySoon(), LINGER);
  const over = () => clearTimeout(timer);
  incoming.on('end', over).on('close', over).on('error', over).resume();
}
