import type { Dispatcher, EnvHttpProxyAgent } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { isLoopback } from '../../base/loopback.js';
import { MAX_HEADER_BYTES } from '../send/limits.js';
import { type Transport, transport } from '../send/wire.js';
import type { ProxySettings } from './proxy-settings.js';
import { exchange } from './undici-exchange.js';

export interface UndiciTransportOptions {
  /** Undefined for direct connections. */
  proxies: ProxySettings | undefined;
  longLived: boolean;
}

/** Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable certificate verification. */
const VERIFIED = { rejectUnauthorized: true };

/** Requests over undici, directly or through the usual proxies. Loopback requests never use a proxy. */
export async function undiciTransport(options: UndiciTransportOptions): Promise<Transport> {
  if (!options.longLived) await keepParserBaseline();
  // Undici's own timeouts are off, because they would cut a slow export short; the client's timeout applies.
  const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES, connect: VERIFIED };
  const direct = new Agent(limits);
  const proxied = options.proxies && (await proxyAgent({ ...limits, ...options.proxies }));
  const dispatcherFor = (url: URL): Dispatcher =>
    proxied === undefined || isLoopback(url.hostname) ? direct : proxied;
  return transport(
    (wire) => exchange(dispatcherFor(wire.url), wire),
    async () => {
      await Promise.all([direct.destroy(), proxied?.destroy()]);
    },
  );
}

/** Undici's own parsing of the proxy variables; explicit values keep it from reading the process environment. */
async function proxyAgent(options: EnvHttpProxyAgent.Options): Promise<Dispatcher> {
  const [{ default: EnvHttpProxyAgent }, { default: base }, { default: connect }] = await Promise.all([
    import('undici/lib/dispatcher/env-http-proxy-agent.js'),
    import('undici/lib/dispatcher/dispatcher.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  // Undici's proxy agent calls `connect` as a method, which only the package's entry point adds.
  base.prototype.connect ??= connect;
  // The service behind the proxy and the proxy itself have separate connection options.
  return new EnvHttpProxyAgent({ ...options, requestTls: VERIFIED, proxyTls: VERIFIED });
}

/**
 * Keeps undici's HTTP parser, which is WebAssembly, in V8's baseline compiler: optimizing it costs about 75 ms and 35
 * MB, and is not faster even after 20,000 requests. The flag applies to the whole process, so long-lived transports do
 * not set it.
 */
async function keepParserBaseline(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
}
