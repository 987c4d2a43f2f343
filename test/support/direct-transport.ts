/**
 * In-process transport to a sandbox. It skips `Request` and `Response`, which cost more than most responses.
 */

import { bodyOfBytes, type Send } from '../../src/client/send/wire.js';
import type { RequestHandler, SandboxResponse } from '../../src/sandbox/http/response.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';

export interface DirectRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
}

/** Sends a request to a handler. As over HTTP, `read` returns nothing for a body above its limit. */
export function sendDirect(
  handler: RequestHandler,
  { method, url, headers, body = '' }: DirectRequest,
): Promise<SandboxResponse> {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const bytes = Buffer.from(body as string);
  return handler({
    method,
    url,
    headers: { get: (name) => named.get(name.toLowerCase()) ?? null },
    peer: undefined,
    readBody: async (most) => (bytes.byteLength > most ? undefined : bytes),
  });
}

/** Sends a request through the `fetch` of a sandbox. */
export async function sendByFetch(
  sandbox: Sandbox,
  { url, body = '', ...request }: DirectRequest,
): Promise<SandboxResponse> {
  const sent = new Request(url, { ...request, ...(body !== '' && { body: body as string }) });
  const answer = await sandbox.fetch(sent);
  const headers = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
}

const lowered = (headers: SandboxResponse['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Transport of a client that sends to a handler. */
export const directTransport =
  (handler: RequestHandler): Send =>
  async ({ url, method, headers, body, signal }) => {
    signal?.throwIfAborted();
    const answer = await sendDirect(handler, { method, url: new URL(url), headers, body });
    signal?.throwIfAborted();
    const sent = method === 'HEAD' ? '' : answer.body;
    return {
      status: answer.status,
      headers: lowered(answer.headers),
      body: bodyOfBytes(typeof sent === 'string' ? new TextEncoder().encode(sent) : sent),
      url,
    };
  };
