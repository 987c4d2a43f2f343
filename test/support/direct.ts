/**
 * In-process transport to a sandbox. It skips `Request` and `Response`, which cost more than most responses.
 */

import { bodyOfBytes, type Send } from '../../src/client/send/wire.js';
import type { Answer, Answerer } from '../../src/sandbox/http/answer.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';

export interface DirectRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
}

/** Calls the handler directly. Long bodies are truncated as on every other transport. */
export function ask(answerer: Answerer, { method, url, headers, body = '' }: DirectRequest): Promise<Answer> {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const bytes = Buffer.from(body as string);
  return answerer({
    method,
    url,
    headers: { get: (name) => named.get(name.toLowerCase()) ?? null },
    peer: undefined,
    read: async (most) => (bytes.byteLength > most ? undefined : bytes),
  });
}

/** The same through the `fetch` of a sandbox. */
export async function askByFetch(
  sandbox: Sandbox,
  { url, body = '', ...request }: DirectRequest,
): Promise<Answer> {
  const sent = new Request(url, { ...request, ...(body !== '' && { body: body as string }) });
  const answer = await sandbox.fetch(sent);
  const headers = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
}

const lowered = (headers: Answer['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Sends the requests of a client. */
export const directTransport =
  (answerer: Answerer): Send =>
  async ({ url, method, headers, body, signal }) => {
    signal?.throwIfAborted();
    const answer = await ask(answerer, { method, url: new URL(url), headers, body });
    signal?.throwIfAborted();
    const sent = method === 'HEAD' ? '' : answer.body;
    return {
      status: answer.status,
      headers: lowered(answer.headers),
      body: bodyOfBytes(typeof sent === 'string' ? new TextEncoder().encode(sent) : sent),
      url,
    };
  };
