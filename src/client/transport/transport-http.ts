import type { Agent, IncomingMessage, request as requestHttp } from 'node:http';
import { MAX_DISCARDED_BYTES, MAX_HEADER_BYTES } from '../send/limits.js';
import { coded } from '../send/network-errors.js';
import { bodyOf, type Transport, transport, type WireRequest, type WireResponse } from '../send/wire.js';

/**
 * Direct requests over node:http and node:https. Certificates are always verified by Node (NODE_EXTRA_CA_CERTS),
 * regardless of environment variables. Connections are kept alive for reuse; idle ones do not keep the process running.
 * @param http node:http, loaded only for sending, because loading takes longer than most commands that send nothing.
 */
export function httpTransport(http: typeof import('node:http')): Transport {
  const plain = new http.Agent({ keepAlive: true });
  let secure: Promise<{ agent: Agent; request: typeof requestHttp }> | undefined;
  // node:https loads TLS, which the sandbox on loopback does not need.
  const openSecure = async () => {
    const https = await import('node:https');
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable verification.
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
    // Node does not frame the body of a DELETE itself, and the server would parse it as the next request.
    if (body !== undefined) headers['content-length'] = Buffer.byteLength(body);
    const outgoing = send(url, {
      method,
      headers,
      agent,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    // Aborted manually: Node's own option adds a dozen listeners to the stream, which slows down short calls.
    const stop = () => outgoing.destroy(coded('ABORT_ERR', 'The request was stopped.'));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    let answer: IncomingMessage | undefined;
    outgoing.on('error', (error) => {
      reject(error);
      // Node reports errors within a body to the request only; the reader of the body would see a closed connection.
      if (!answer?.complete) answer?.destroy(error);
    });
    outgoing.on('close', () => {
      signal?.removeEventListener('abort', stop);
      // Closed without a response: an unrequested protocol upgrade.
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
  // Without a listener, an error of an unread body would crash the process.
  incoming.on('error', () => {});
  return {
    status: incoming.statusCode ?? 0,
    headers,
    body: bodyOf(incoming, () => discard(incoming)),
    url,
  };
}

/** Reads the rest so that the connection can be reused, unless the rest costs more than a new connection. */
function discard(incoming: IncomingMessage): void {
  let left = MAX_DISCARDED_BYTES;
  incoming.on('data', (piece: Uint8Array) => {
    left -= piece.byteLength;
    if (left < 0) incoming.destroy();
  });
}
