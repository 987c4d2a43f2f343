import type { Agent, IncomingMessage, request as requestHttp } from 'node:http';
import { MAX_DISCARDED_BYTES, MAX_HEADER_BYTES } from '../send/limits.js';
import { coded } from '../send/network-errors.js';
import { bodyOf, type Transport, transport, type WireRequest, type WireResponse } from '../send/wire.js';

/**
 * Direct requests over node:http and node:https. Certificates are checked by Node (NODE_EXTRA_CA_CERTS), whatever the
 * environment says. Connections are kept for the next request; idle ones do not keep the process alive.
 * @param http node:http, loaded where something is sent: it takes longer than much that sends nothing.
 */
export function httpTransport(http: typeof import('node:http')): Transport {
  const plain = new http.Agent({ keepAlive: true });
  let secure: Promise<{ agent: Agent; request: typeof requestHttp }> | undefined;
  // node:https brings TLS along, which the sandbox on loopback does without.
  const openSecure = async () => {
    const https = await import('node:https');
    // Said outright: without it, NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the check off.
    const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: true });
    return { agent, request: https.request };
  };

  return transport(
    async (request) => {
      if (request.url.protocol !== 'https:') return exchange(http.request, plain, request);
      secure ??= openSecure();
      const { agent, request: requestHttps } = await secure;
      return exchange(requestHttps, agent, request);
    },
    async () => {
      plain.destroy();
      (await secure)?.agent.destroy();
    },
  );
}

const exchange = (send: typeof requestHttp, agent: Agent, request: WireRequest): Promise<WireResponse> =>
  new Promise((resolve, reject) => {
    const { url, method, body, signal } = request;
    const headers: Record<string, string | number> = { ...request.headers };
    // Node frames no body of a DELETE by itself, and the server would take it for the next request.
    if (body !== undefined) headers['content-length'] = Buffer.byteLength(body);
    const outgoing = send(url, {
      method,
      headers,
      agent,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    // By hand: Node's own option watches the end of the stream by a dozen listeners, which a short call feels.
    const stop = () => outgoing.destroy(coded('ABORT_ERR', 'The request was stopped.'));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    let answer: IncomingMessage | undefined;
    outgoing.on('error', (error) => {
      reject(error);
      // What is wrong within a body is told to the request only; its reader would hear of a closed connection.
      if (!answer?.complete) answer?.destroy(error);
    });
    outgoing.on('close', () => {
      signal?.removeEventListener('abort', stop);
      // Without an answer: a change to another protocol, which nobody asked for.
      reject(coded('ECONNRESET', 'The connection was closed.'));
    });
    outgoing.on('response', (incoming) => {
      answer = incoming;
      if (Number(incoming.statusCode) < 100) outgoing.destroy(coded('HPE_INVALID_STATUS', 'No HTTP status.'));
      else resolve(responseOf(incoming, url));
    });
    outgoing.end(body);
  });

function responseOf(incoming: IncomingMessage, url: URL): WireResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  // Without a listener, an error of a body nobody reads would end the process.
  incoming.on('error', () => {});
  return {
    status: incoming.statusCode ?? 0,
    headers,
    body: bodyOf(incoming, () => discard(incoming)),
    url,
  };
}

/** Reads on for the sake of the connection, unless there is more left than a new one costs. */
function discard(incoming: IncomingMessage): void {
  let left = MAX_DISCARDED_BYTES;
  incoming.on('data', (piece: Uint8Array) => {
    left -= piece.byteLength;
    if (left < 0) incoming.destroy();
  });
}
