import { ArchctlError } from '../base/errors.js';
import type { Operation, ResponseOf } from '../contract/operation.js';
import type { CallInput, Client, ClientOptions, ItemOf, LooseInput, PagesOptions } from './client-types.js';
import { pagesOf, recordsOf } from './pages.js';
import { checkCredentials, withAuth } from './send/auth.js';
import { type BaseUrl, parseBaseUrl } from './send/base-url.js';
import { withBuffer } from './send/buffer.js';
import { type Clock, systemClock } from './send/clock.js';
import { withDebug } from './send/debug.js';
import { errorFromResponse, redactedError } from './send/errors.js';
import { withInto } from './send/into.js';
import { MAX_FILE_BYTES, MAX_HELD_FILE_BYTES } from './send/limits.js';
import { withMeter } from './send/meter.js';
import { withRateLimit } from './send/rate-limit.js';
import { createRedactor, type Redactor } from './send/redact.js';
import { withRedirects } from './send/redirect.js';
import { fileRequest, rawRequest, requestFor } from './send/request.js';
import { type Answer, isSuccess, readResponse } from './send/response.js';
import { withRetry } from './send/retry.js';
import { withSignal } from './send/signal.js';
import { withTimeout } from './send/timeout.js';
import type { Send, WireRequest } from './send/wire.js';

export type { Client, ClientOptions } from './client-types.js';

/**
 * Creates a client for one service and one key.
 * @throws ArchctlError `usage` for an invalid base URL, and for credentials without id or secret
 * (docs/service.md#authentication).
 */
export function createClient(options: ClientOptions): Client {
  const { hooks = {}, clock = systemClock } = options;
  if (options.credentials) checkCredentials(options.credentials);
  const base = typeof options.baseUrl === 'string' ? parseBaseUrl(options.baseUrl) : options.baseUrl;
  const redactor = createRedactor(options.credentials ? [options.credentials.secret] : []);
  const pipeline = stack(options, base, clock, redactor);
  const agent = { 'user-agent': options.userAgent ?? 'archctl' };

  /** Runs `work` and redacts the key in any error it throws. */
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof ArchctlError ? redactedError(error, redactor.text) : error;
    }
  };
  const send: Send = async (request) => {
    const done = hooks.onSend?.();
    try {
      const response = await pipeline({
        ...request,
        headers: { ...agent, ...request.headers },
      });
      hooks.onResponse?.(response.headers);
      return response;
    } finally {
      done?.();
    }
  };
  const onMismatch: typeof hooks.onMismatch =
    hooks.onMismatch && ((where, problems) => hooks.onMismatch?.(where, problems.map(redactor.text)));
  /** Sends an operation. Returns its data, and the size of the response in bytes. */
  const ask = (operation: Operation, input: LooseInput, cursor?: string) =>
    guarded(async () => {
      const request = requestFor(operation, input, base, cursor);
      const response = await send(request);
      const text = await response.body.text();
      const data = readResponse(operation, request, { ...response, text }, clock.now(), onMismatch);
      return { data, bytes: Buffer.byteLength(text) };
    });
  const pages = (operation: Operation, input: LooseInput, options: PagesOptions = {}) =>
    pagesOf(
      async (cursor) => {
        const { data, bytes } = await ask(operation, input, cursor);
        return { fields: fieldsOf(data), bytes };
      },
      operation,
      options,
    );

  return {
    baseUrl: base,
    clock,
    call: async <O extends Operation>(operation: O, input: CallInput<O>) =>
      (await ask(operation, input)).data as ResponseOf<O>,
    pages: <O extends Operation>(operation: O, input: CallInput<O>, options?: PagesOptions) =>
      recordsOf(pages(operation, input, options)) as AsyncIterable<ItemOf<O>>,
    perform: async (operation, input) => fieldsOf((await ask(operation, input)).data),
    performPages: (operation, input, options) => recordsOf(pages(operation, input, options)),
    performWholePages: pages,
    prepare: (operation, input) => {
      const request = requestFor(operation, input, base);
      const headers = { ...agent, ...request.headers };
      const authorization = options.credentials && { authorization: 'ApiKey ' };
      return {
        method: request.method,
        url: redactor.url(request.url),
        headers: redactor.headers({ ...authorization, ...headers }),
        ...(typeof request.body === 'string' && { body: redactor.body(request.body) }),
      };
    },
    raw: async (input) => {
      const request = rawRequest(input, base);
      const response = await guarded(() => send(request));
      if (isSuccess(response)) return { ...response, error: undefined };
      const error = errorFromResponse(response, await response.body.text(), request, clock.now());
      return { ...response, error: redactedError(error, redactor.text) };
    },
    download: async (url, wanted = {}) => {
      const most = wanted.stream || wanted.into ? MAX_FILE_BYTES : MAX_HELD_FILE_BYTES;
      const request: WireRequest = {
        ...fileRequest(url, base),
        ...wanted,
        maxBytes: wanted.maxBytes ?? most,
      };
      return guarded(async () => {
        const response = await send(request);
        if (isSuccess(response)) return response;
        throw errorFromResponse(response, await response.body.text(), request, clock.now());
      });
    },
    upload: async (url, body, { contentType, signal }) => {
      const headers = { accept: '*/*', 'content-type': contentType };
      const request = {
        ...fileRequest(url, base),
        method: 'PUT',
        headers,
        body,
        signal,
        anonymous: true,
      } as const;
      return guarded(async () => {
        const response = await send(request);
        if (!isSuccess(response))
          throw errorFromResponse(response, await response.body.text(), request, clock.now());
        await response.body.discard();
      });
    },
    close: async () => {
      await options.transport.close?.();
    },
  };
}

/**
 * Middleware around the transport, innermost first: the innermost sees every request, the outermost one per call.
 * Pacing is outside the timeout, so that its waits do not count towards it.
 */
function stack(options: ClientOptions, base: BaseUrl, clock: Clock, redactor: Redactor): Send {
  const { hooks = {}, transport, credentials, timeoutMs, retries, random = Math.random } = options;
  let send: Send = withBuffer(transport);
  if (hooks.onDebug) send = withDebug(send, hooks.onDebug, redactor, clock);
  if (hooks.onRequest) send = withMeter(send, hooks.onRequest);
  send = withAuth(send, base.origin, credentials);
  send = withRedirects(send);
  send = withInto(withTimeout(send, clock, timeoutMs));
  if (options.paced !== false) send = withRateLimit(send, base.origin, clock, hooks.onPace);
  send = withRetry(send, { clock, random, retries, onRetry: hooks.onRetry });
  return withSignal(send, options.signal);
}

/** A plain-text response becomes the field `text`. */
const fieldsOf = (data: Answer): Record<string, unknown> =>
  typeof data === 'string' ? { text: data } : data;
