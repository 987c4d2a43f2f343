import { onAbort } from '../../base/abort.js';
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
  readBody: (maxBytes, signal) => readStream(request.body, maxBytes, signal),
});

async function readStream(
  body: Request['body'],
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Buffer | undefined> {
  if (body === null) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  const unlink = onAbort(signal, cancel);
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength;
      if (size > maxBytes) {
        cancel();
        return undefined;
      }
      pieces.push(read.value);
    }
    return Buffer.concat(pieces);
  } finally {
    unlink();
  }
}

function responseOf({ status, headers, body }: SandboxResponse, method: string): Response {
  const sent = typeof body === 'string' ? body : new Uint8Array(body);
  return new Response(method === 'HEAD' ? null : sent, { status, headers });
}
