/** Transports to a server on this machine, each by another route. */

import { type Transport, transport } from '../../src/client/send/wire.js';
import { nodeTransport } from '../../src/client/transport/transport.js';
import { openProxy } from './proxy.js';

export const ROUTES = ['node:http', 'undici', 'a proxy'] as const;
export type Route = (typeof ROUTES)[number];

/**
 * Opens a transport. Requests to this machine never use a proxy, so for the proxy the host gets another name,
 * which the proxy maps back.
 */
export async function openRoute(way: Route): Promise<Transport> {
  if (way !== 'a proxy') return nodeTransport({ proxyEnv: {}, longLived: way === 'undici' });
  const proxy = await openProxy();
  const inner = nodeTransport({
    proxyEnv: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` },
    longLived: true,
  });
  return transport(
    async (request) => {
      const url = new URL(request.url);
      url.hostname = 'service.test';
      return { ...(await inner({ ...request, url })), url: request.url };
    },
    async () => {
      await inner.close();
      await proxy.close();
    },
  );
}
