import { BOOLEAN, checkOptions, required, TEXT_MAP } from '../../base/check-options.js';
import { bodyOf, bodyOfBytes, type Transport, transport } from '../send/wire.js';
import { proxySettings } from './proxy-settings.js';

/** Options of `nodeTransport`. */
export interface NodeTransportOptions {
  /** Environment with the proxy variables, usually `process.env`. */
  proxyEnv: Readonly<Record<string, string | undefined>>;
  /**
   * For processes that send a thousand requests or more, or run for a long time: a tail, a bulk import, a server. Also
   * set it if other WebAssembly runs in the process: without it, a proxied transport keeps V8 from optimizing any
   * WebAssembly.
   */
  longLived?: boolean | undefined;
}

/**
 * Sends requests over the network. Short-lived direct connections use node:http(s), which starts in a third of the time
 * and two thirds of the memory; proxies and long-lived commands use undici. The choice is made, and its code loaded, at
 * the first request.
 */
export function nodeTransport(options: NodeTransportOptions): Transport {
  checkOptions('nodeTransport', options, { proxyEnv: required(TEXT_MAP), longLived: BOOLEAN });
  const open = async (): Promise<Transport> => {
    const proxies = proxySettings(options.proxyEnv);
    const viaProxy = proxies.httpProxy !== '' || proxies.httpsProxy !== '';
    if (!viaProxy && !options.longLived) {
      const [{ httpTransport }, http] = await Promise.all([
        import('./transport-http.js'),
        import('node:http'),
      ]);
      return httpTransport(http);
    }
    const { undiciTransport } = await import('./transport-undici.js');
    return undiciTransport({
      proxies: viaProxy ? proxies : undefined,
      longLived: options.longLived ?? false,
    });
  };
  let opened: Promise<Transport> | undefined;
  return transport(
    async (request) => {
      opened ??= open();
      return (await opened)(request);
    },
    async () => {
      const closing = opened;
      opened = undefined;
      // A transport that failed to open needs no closing; the request has reported the failure.
      await (await closing?.catch(() => undefined))?.close();
    },
  );
}

/** Sends requests to a `fetch` handler in this process, such as the sandbox in tests, without a port. */
export const fetchTransport = (fetch: (request: Request) => Response | Promise<Response>): Transport =>
  transport(async ({ url, method, headers, body, signal }) => {
    const response = await fetch(
      new Request(url, {
        method,
        headers: { ...headers },
        redirect: 'manual',
        ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
        ...(signal !== undefined && { signal }),
      }),
    );
    const { body: stream } = response;
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: stream === null ? bodyOfBytes(new Uint8Array()) : bodyOf(stream, () => stream.cancel()),
      url,
    };
  });
