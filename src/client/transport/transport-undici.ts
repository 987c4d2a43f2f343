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

/** Said outright: without it, NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the check of certificates off. */
const VERIFIED = { rejectUnauthorized: true };

/** Requests over undici, directly or through the usual proxies. What stays on this machine never goes to a proxy. */
export async function undiciTransport(options: UndiciTransportOptions): Promise<Transport> {
  if (!options.longLived) await keepParserBaseline();
  // The client's own time limit rules; undici's would cut a slow export short.
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

/** Undici's own reading of the proxy variables; what it is given here keeps it from looking at the process's. */
async function proxyAgent(options: EnvHttpProxyAgent.Options): Promise<Dispatcher> {
  const [{ default: EnvHttpProxyAgent }, { default: base }, { default: connect }] = await Promise.all([
    import('undici/lib/dispatcher/env-http-proxy-agent.js'),
    import('undici/lib/dispatcher/dispatcher.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  // Its proxy agent calls `connect` as a method, which the package's entry point alone puts there.
  base.prototype.connect ??= connect;
  // The service behind the proxy, and the proxy itself, each have connection options of their own.
  return new EnvHttpProxyAgent({ ...options, requestTls: VERIFIED, proxyTls: VERIFIED });
}

/**
 * Undici parses HTTP in WebAssembly, which V8 optimises at once: about 75 ms and 35 MB, and no faster even after
 * 20,000 requests. The flag is the whole process's, so a transport that shares it for long goes without.
 */
async function keepParserBaseline(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
}
