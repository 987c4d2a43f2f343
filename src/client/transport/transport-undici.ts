import type { Dispatcher, EnvHttpProxyAgent } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { onAbort } from '../../base/abort.js';
import { isLoopback } from '../../base/network/loopback.js';
import { MAX_DISCARDED_BYTES, MAX_HEADER_BYTES } from '../send/limits.js';
import { coded } from '../send/network-errors.js';
import {
  bodyOf,
  type Transport,
  transport,
  type WireBody,
  type WireRequest,
  type WireResponse,
} from '../send/wire.js';
import type { ProxySettings } from './proxy-settings.js';

interface UndiciTransportOptions {
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

/** Number of unread bytes before backpressure is applied to the sender. */
const MAX_HELD = 64 * 1024;

/**
 * Sends one request over an undici dispatcher. Undici's own `request` creates a stream for each response, which takes
 * longer than the rest of a short request; here the body is an iterable of the received pieces.
 */
export const exchange = (dispatcher: Dispatcher, wire: WireRequest): Promise<WireResponse> =>
  new Promise((resolve, reject) => {
    const { url, method, headers, body, signal } = wire;
    const incoming = incomingBody();
    let controller: Dispatcher.DispatchController | undefined;
    const stop = () => controller?.abort(signal?.reason ?? coded('ABORT_ERR', 'The request was stopped.'));
    const forget = onAbort(signal, stop);
    const options = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...headers },
      body: body ?? null,
    };
    dispatcher.dispatch(options, {
      onRequestStart: (its) => {
        controller = its;
        if (signal?.aborted) stop();
      },
      onResponseStart: (its, status, received) => {
        // Informational response (1xx): the final one follows.
        if (status < 200) return;
        resolve({ status, headers: joined(received), body: incoming.readBy(its), url });
      },
      onResponseData: (its, piece) => {
        if (!incoming.take(piece)) its.pause();
      },
      onResponseEnd: () => {
        forget();
        incoming.end();
      },
      onResponseError: (_its, error) => {
        forget();
        reject(error);
        incoming.end(error);
      },
    });
  });

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) lower[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return lower;
}

/** Buffers the received pieces of a body until they are read. */
function incomingBody() {
  let held: Uint8Array[] = [];
  /** Pieces that the reader has taken and not returned yet. */
  let taken: Uint8Array[] = [];
  let size = 0;
  let isOver = false;
  let failure: Error | undefined;
  /** Bytes that may still arrive after the rest was discarded; undefined before that. */
  let unwanted: number | undefined;
  let wake = () => {};

  /** An async generator would take several times as long for a short body. */
  const reader = (controller: Dispatcher.DispatchController): AsyncIterator<Uint8Array> => ({
    async next() {
      for (;;) {
        const piece = taken.shift();
        if (piece) return { done: false, value: piece };
        taken = held;
        held = [];
        size = 0;
        if (controller.paused) controller.resume();
        if (taken.length > 0) continue;
        if (failure) throw failure;
        if (isOver) return { done: true, value: undefined };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async return() {
      // A reader that leaves early does not need the rest.
      if (!isOver) controller.abort(coded('ABORT_ERR', 'The rest of the response is not needed.'));
      return { done: true, value: undefined };
    },
  });
  return {
    /** Returns whether more may arrive before the next read. */
    take(piece: Uint8Array): boolean {
      if (unwanted === undefined) {
        held.push(piece);
        size += piece.byteLength;
      } else unwanted -= piece.byteLength;
      wake();
      return size < MAX_HELD;
    },
    end(error?: Error): void {
      isOver = true;
      failure = error;
      wake();
    },
    readBy: (controller: Dispatcher.DispatchController): WireBody =>
      bodyOf({ [Symbol.asyncIterator]: () => reader(controller) }, async () => {
        // Reads the rest so that the connection can be reused, unless the rest costs more than a new connection.
        held = [];
        size = 0;
        unwanted = MAX_DISCARDED_BYTES;
        if (controller.paused) controller.resume();
        while (!isOver && unwanted >= 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (!isOver) controller.abort(coded('ABORT_ERR', 'The rest of the response is not needed.'));
      }),
  };
}
