import {
  BOOLEAN,
  CALLBACK,
  checkOptions,
  LIMIT,
  type OptionTypes,
  required,
  SIGNAL,
  TEXT,
} from '../base/check-options.js';
import { type ArchctlError, toArchctlError, usageError } from '../base/errors.js';
import { isObject } from '../base/is-object.js';
import type { ListOperation, Operation, ResponseOf } from '../contract/operation.js';
import type {
  CallArguments,
  CallInput,
  Client,
  ClientOptions,
  DownloadOptions,
  ItemOf,
  LooseInput,
  PagesOptions,
  PreparedRequest,
  ResponseFacts,
  UploadOptions,
} from './client-types.js';
import { pagesOf, recordsOf } from './pages.js';
import { checkCredentials, withAuth } from './send/auth.js';
import { type BaseUrl, parseBaseUrl } from './send/base-url.js';
import { withBuffer } from './send/buffer.js';
import { type Clock, systemClock } from './send/clock.js';
import { withDebug } from './send/debug.js';
import { errorFromResponse, errorOfCall, withDetails } from './send/errors.js';
import { withEvents } from './send/events.js';
import { withInto } from './send/into.js';
import { MAX_FILE_BYTES, MAX_HELD_FILE_BYTES } from './send/limits.js';
import { withMeter } from './send/meter.js';
import { withRateLimit } from './send/rate-limit.js';
import { createRedactor, type Redactor } from './send/redact.js';
import { withRedirects } from './send/redirect.js';
import { fileRequest, rawRequest, requestFor } from './send/request.js';
import { type Answer, isSuccess, readResponse } from './send/response.js';
import { requestId } from './send/response-headers.js';
import { withRetry } from './send/retry.js';
import { withSignal } from './send/signal.js';
import { withTimeout } from './send/timeout.js';
import type { Send, Trace, WireRequest, WireResponse } from './send/wire.js';

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
  const pipeline = middleware(options, base, clock, redactor);
  const defaultHeaders = { 'user-agent': options.userAgent ?? 'archctl' };

  /** The error to throw for a failure of a call. */
  const failureOf = (thrown: unknown, trace: Trace): unknown => {
    // A transport may stop a request with a value of its own.
    if (!(thrown instanceof Error)) return thrown;
    const error = toArchctlError(thrown);
    // The failed page of a list has already been converted.
    if (error.facts.attempt !== undefined) return error;
    return (hooks.onError ?? withDetails)(errorOfCall(error, redactor, trace));
  };
  const guarded = async <T>(trace: Trace, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      throw failureOf(thrown, trace);
    }
  };
  const traceOf = (operation: Operation): Trace => {
    if (!isObject(operation) || typeof operation.path !== 'string')
      throw usageError('The first argument of a call must be an operation, such as `landscapes.list`.', {
        reason: 'invalid-input',
      });
    return {
      operation: operation.id,
      method: operation.method,
      url: base.root.href + operation.path.slice(1),
      attempt: 0,
    };
  };
  const send = async (request: WireRequest, trace: Trace): Promise<WireResponse> => {
    const done = hooks.onSend?.();
    trace.url = request.url;
    request.headers = { ...defaultHeaders, ...request.headers };
    request.trace = trace;
    try {
      return await pipeline(request);
    } finally {
      done?.();
    }
  };
  const onMismatch: typeof hooks.onMismatch =
    hooks.onMismatch && ((where, problems) => hooks.onMismatch?.(where, problems.map(redactor.text)));
  /** Sends an operation. Returns its data, and the response with its text. */
  const sendOperation = async (
    operation: Operation,
    input: LooseInput = {},
    trace = traceOf(operation),
    cursor?: string,
  ) =>
    guarded(trace, async () => {
      const request = requestFor(operation, input, base, cursor);
      const response = await send(request, trace);
      const text = await response.body.text();
      const data = readResponse(operation, request, { ...response, text }, clock.now(), onMismatch);
      return { data, response, text };
    });
  async function* pages(operation: Operation, input?: LooseInput, options: PagesOptions = {}) {
    const trace = traceOf(operation);
    try {
      yield* pagesOf(
        async (cursor) => {
          const { data, text } = await sendOperation(operation, input, trace, cursor);
          return { fields: fieldsOf(data), bytes: Buffer.byteLength(text) };
        },
        operation,
        checkOptions('a list', options, PAGES),
      );
    } catch (thrown) {
      throw failureOf(thrown, trace);
    }
  }
  /** Sends a request for a file. Fails for every status but a success. */
  const transfer = async (trace: Trace, requestOf: () => WireRequest): Promise<WireResponse> =>
    guarded(trace, async () => {
      const request = requestOf();
      const response = await send(request, trace);
      if (isSuccess(response)) return response;
      throw errorFromResponse(response, await response.body.text(), request, clock.now());
    });

  return {
    baseUrl: base,
    clock,
    call: async <O extends Operation>(operation: O, ...[input]: CallArguments<O>) =>
      (await sendOperation(operation, input)).data as ResponseOf<O>,
    callWithResponse: async <O extends Operation>(operation: O, ...[input]: CallArguments<O>) => {
      const { data, response } = await sendOperation(operation, input);
      return { data: data as ResponseOf<O>, response: factsOf(response) };
    },
    pages: <O extends ListOperation>(operation: O, input: CallInput<O>, options?: PagesOptions) =>
      recordsOf(pages(operation, input, options)) as AsyncIterable<ItemOf<O>>,
    perform: async (operation, input) => fieldsOf((await sendOperation(operation, input)).data),
    performPages: (operation, input, options) => recordsOf(pages(operation, input, options)),
    performWholePages: pages,
    prepare: (operation, ...[input = {}]) => {
      const trace = traceOf(operation);
      try {
        return prepared(requestFor(operation, input, base), defaultHeaders, options, redactor);
      } catch (thrown) {
        throw failureOf(thrown, trace);
      }
    },
    raw: async (input) => {
      const { method = 'GET', url, path = '' } = input ?? {};
      const trace: Trace = { method, url: url ?? path, attempt: 0 };
      return guarded(trace, async () => {
        const request = rawRequest(input, base);
        const response = await send(request, trace);
        if (isSuccess(response)) return { ...response, error: undefined };
        const error = errorFromResponse(response, await response.body.text(), request, clock.now());
        return { ...response, error: failureOf(error, trace) as ArchctlError };
      });
    },
    download: (url, given = {}) =>
      transfer({ method: 'GET', url, attempt: 0 }, () => {
        const wanted = checkOptions('a download', given, DOWNLOAD);
        const limit = wanted.stream || wanted.into ? MAX_FILE_BYTES : MAX_HELD_FILE_BYTES;
        return { ...fileRequest(url, base), ...wanted, maxBytes: wanted.maxBytes ?? limit };
      }),
    upload: async (url, body, given = { contentType: 'application/octet-stream' }) => {
      const trace: Trace = { method: 'PUT', url, attempt: 0 };
      const response = await transfer(trace, () => {
        const { contentType, signal } = checkOptions('an upload', given, UPLOAD);
        const headers = { accept: '*/*', 'content-type': contentType };
        return { ...fileRequest(url, base), method: 'PUT', headers, body, signal, anonymous: true };
      });
      await response.body.discard();
    },
    close: async () => {
      await options.transport.close?.();
    },
  };
}

const PAGES: OptionTypes<PagesOptions> = { maxBytes: LIMIT, onTotal: CALLBACK };
const DOWNLOAD: OptionTypes<DownloadOptions> = {
  signal: SIGNAL,
  maxBytes: LIMIT,
  stream: BOOLEAN,
  into: CALLBACK,
};
const UPLOAD: OptionTypes<UploadOptions> = { contentType: required(TEXT), signal: SIGNAL };

/** The request as `prepare` returns it. */
function prepared(
  { method, url, headers, body }: WireRequest,
  agent: Readonly<Record<string, string>>,
  { credentials }: ClientOptions,
  redactor: Redactor,
): PreparedRequest {
  const authorization = credentials && { authorization: 'ApiKey ' };
  return {
    method,
    url: redactor.url(url),
    headers: redactor.headers({ ...authorization, ...agent, ...headers }),
    ...(typeof body === 'string' && { body: redactor.body(body) }),
  };
}

const factsOf = ({ status, headers }: WireResponse): ResponseFacts => ({
  status,
  headers,
  requestId: requestId(headers),
});

/**
 * Middleware around the transport, innermost first: the innermost sees every request, the outermost one per call.
 * Pacing is outside the timeout, so that its waits do not count towards it.
 */
function middleware(options: ClientOptions, base: BaseUrl, clock: Clock, redactor: Redactor): Send {
  const { hooks = {}, transport, credentials, timeoutMs, retries, random = Math.random } = options;
  let send: Send = withBuffer(transport);
  if (hooks.onDebug) send = withDebug(send, hooks.onDebug, redactor, clock);
  if (hooks.onMeter) send = withMeter(send, hooks.onMeter);
  send = withAuth(send, base.origin, credentials);
  send = withRedirects(send);
  send = withInto(withTimeout(send, clock, timeoutMs));
  if (hooks.onRequest || hooks.onResponse) send = withEvents(send, hooks, redactor, clock);
  if (options.paced !== false) send = withRateLimit(send, base.origin, clock, hooks.onPace);
  send = withRetry(send, { clock, random, retries, onRetry: hooks.onRetry });
  return withSignal(send, options.signal);
}

/** A plain-text response becomes the field `text`. */
const fieldsOf = (data: Answer): Record<string, unknown> =>
  typeof data === 'string' ? { text: data } : data;
