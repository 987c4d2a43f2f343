import type { Peer, SandboxRequest } from '../message.js';
import type { RequestHandler, SandboxResponse } from './response.js';

/** Adapter for `fetch`-style callers: takes a `Request`, returns a `Response`. */
export const webFetch =
  (handler: RequestHandler) =>
  async (request: Request, peer?: Peer): Promise<Response> => {
    const answer = await handler(toSandboxRequest(request, peer));
    return responseOf(answer, request.method);
  };

const toSandboxRequest = (request: Request, peer: Peer | undefined): SandboxRequest => ({
  method: request.method,
  url: new URL(request.url),
  headers: request.headers,
  peer,
  readBody: (maxBytes) => readStream(request.body, maxBytes),
});

async function readStream(body: Request['body'], maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function responseOf({ status, headers, body }: SandboxResponse, method: string): Response {
  const sent = typeof body === 'string' ? body : new Uint8Array(body);
  return new Response(method === 'HEAD' ? null : sent, { status, headers });
}
