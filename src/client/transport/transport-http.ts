import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { bodyOf, type Transport, transport, type WireRequest, type WireResponse } from '../send/wire.js';

/**
 * Direct requests over node:http and node:https. Certificates are Node's own business (NODE_EXTRA_CA_CERTS).
 * Connections are kept for the next request; idle ones do not keep the process alive.
 */
export function httpTransport(): Transport {
  const plain = new Agent({ keepAlive: true });
  let secure: Promise<{ agent: Agent; request: typeof requestHttp }> | undefined;
  // node:https brings TLS along, which the sandbox on loopback does without.
  const openSecure = async () => {
    const https = await import('node:https');
    return { agent: new https.Agent({ keepAlive: true }), request: https.request };
  };

  return transport(
    async (request) => {
      if (request.url.protocol !== 'https:') return exchange(requestHttp, plain, request);
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
    const outgoing = send(url, { method, headers, agent, ...(signal !== undefined && { signal }) });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => resolve(responseOf(incoming, url)));
    outgoing.end(body);
  });

function responseOf(incoming: IncomingMessage, url: URL): WireResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  // Without a listener, an error of a body nobody reads would end the process.
  incoming.on('error', () => {});
  const discard = () => {
    incoming.resume();
  };
  return { status: incoming.statusCode ?? 0, headers, body: bodyOf(incoming, discard), url };
}
