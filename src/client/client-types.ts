import type { ArchctlError } from '../base/errors.js';
import type {
  BodyOf,
  ListOperation,
  Method,
  Operation,
  PathNames,
  PathOf,
  QueryOf,
  ResponseOf,
} from '../contract/operation.js';
import type { Credentials } from './send/auth.js';
import type { BaseUrl } from './send/base-url.js';
import type { Clock } from './send/clock.js';
import type { RequestEvent, ResponseEvent } from './send/events.js';
import type { MeterEvent } from './send/meter.js';
import type { PaceEvent } from './send/rate-limit.js';
import type { RetryEvent } from './send/retry.js';
import type { Send, WireRequest, WireResponse } from './send/wire.js';

/** Callbacks that report the client's activity; the client itself never prints. */
export interface ClientHooks {
  /**
   * Called when a call starts to wait for its response, retries included; the returned function is called when it ends.
   */
  onSend?: (() => () => void) | undefined;
  /** Called before each attempt. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after each attempt, with or without a response. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called for each request that counts towards a monthly quota, retries and redirects included. */
  onMeter?: ((event: MeterEvent) => void) | undefined;
  /**
   * Called with each error before it is thrown; the returned error is thrown instead. Default: adds the details to the
   * message.
   */
  onError?: ((error: ArchctlError) => ArchctlError) | undefined;
  /** Called before the wait for a retry. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called before a wait for the rate limit per minute. */
  onPace?: ((event: PaceEvent) => void) | undefined;
  /**
   * Called for a response that does not match the documented schema; the response is returned unchanged. `where` is the
   * operation id.
   */
  onMismatch?: ((where: string, problems: readonly string[]) => void) | undefined;
  /** Called with log lines for each exchange. Secrets are redacted; text from other parties is not escaped. */
  onDebug?: ((line: string) => void) | undefined;
}

/** Options of the client. */
export interface ClientOptions {
  /** Address of the service. */
  baseUrl: string | BaseUrl;
  /** Key of the service; without it, only public operations can be called. */
  credentials?: Credentials | undefined;
  /** Sends the requests: `nodeTransport`, `fetchTransport`, or any `Send`. */
  transport: Send & {
    /** Closes all connections. */
    close?: () => Promise<void>;
  };
  /** Timeout of one attempt in milliseconds. Default: 30,000, or 120,000 for operations known to be slow. */
  timeoutMs?: number | undefined;
  /** Retries after the first attempt. Default: 2. */
  retries?: number | undefined;
  /** Whether to stay within the service's rate limit per minute. Default: true. */
  paced?: boolean | undefined;
  /** Clock of timeouts, waits and rate limits; replaced in tests. */
  clock?: Clock | undefined;
  /** Random numbers from 0 to 1 for the jitter of retries; replaced in tests. */
  random?: (() => number) | undefined;
  /** Callbacks that report what the client does. */
  hooks?: ClientHooks | undefined;
  /** Header `user-agent`. Default: `archctl`. */
  userAgent?: string | undefined;
  /** Aborts everything the client does. */
  signal?: AbortSignal | undefined;
}

type PathInput<O extends Operation> = string extends O['path']
  ? { path?: Readonly<Record<string, string>> }
  : [PathNames<O['path']>] extends [never]
    ? { path?: Readonly<Record<never, string>> }
    : { path: Readonly<PathOf<O>> };

/** An object without any field. */
type NoFields = Record<never, never>;

type QueryInput<O extends Operation> = [QueryOf<O>] extends [never]
  ? { query?: undefined }
  : NoFields extends QueryOf<O>
    ? { query?: QueryOf<O> | undefined }
    : { query: QueryOf<O> };

type BodyInput<O extends Operation> = [BodyOf<O>] extends [never]
  ? { body?: undefined }
  : true extends O['bodyOptional']
    ? { body?: BodyOf<O> | undefined }
    : { body: BodyOf<O> };

/** Options of any call. They replace those of the client. */
export interface CallOptions {
  /** Additional headers; a credential among them replaces the key. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Aborts the call. Its reason is the `cause` of the error. */
  signal?: AbortSignal | undefined;
  /** Timeout of one attempt in milliseconds, instead of the client's. */
  timeoutMs?: number | undefined;
  /** Retries after the first attempt, instead of the client's. */
  retries?: number | undefined;
}

/** Input of one operation call: path parameters, query and body as the operation requires them, and options. */
export type CallInput<O extends Operation> = PathInput<O> & QueryInput<O> & BodyInput<O> & CallOptions;

/** Arguments after the operation: none are required if its input has no required field. */
export type CallArguments<O extends Operation> =
  NoFields extends CallInput<O> ? [input?: CallInput<O>] : [input: CallInput<O>];

/** Facts about a response. */
export interface ResponseFacts {
  /** HTTP status. */
  status: number;
  /** Header fields, with lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Request id that the service sent, for its support. */
  requestId: string | undefined;
}

type Declared<R> = { [K in keyof R as string extends K ? never : K]: R[K] };
type Items<R> = { [K in keyof R]-?: R[K] extends readonly (infer Item)[] ? Item : never }[keyof R];

/** Record type of a list operation. */
export type ItemOf<O extends Operation> = Items<Declared<ResponseOf<O>>>;

/** Input of an operation that is chosen at run time. */
export interface LooseInput extends CallOptions {
  path?: Readonly<Record<string, unknown>> | undefined;
  query?: unknown;
  /**
   * Skips query validation, because loading the schema takes time. For queries fixed in the code; a test checks them
   * against the contract.
   */
  hasKnownQuery?: boolean | undefined;
  body?: unknown;
}

/** A request as it would be sent, with credentials redacted. */
export interface PreparedRequest {
  /** HTTP method. */
  method: Method;
  /** URL without secrets. */
  url: string;
  /** Header fields without secrets. */
  headers: Record<string, string>;
  /** JSON as sent, with `secret` fields redacted. */
  body?: string;
}

/** Input of `raw`. */
export interface RawInput extends CallOptions {
  /** HTTP method. Default: GET. */
  method?: Method | undefined;
  /** Relative to `/v1`, or starting with `/v1/`; may include a query. */
  path?: string | undefined;
  /** A URL on the configured origin, instead of `path`. */
  url?: string | undefined;
  /** Query parameters, in addition to those of `path`. */
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Sent unchanged; the default `content-type` is JSON. */
  body?: string | Uint8Array | undefined;
}

/** Response to a raw request, whatever its status. */
export interface RawResponse extends WireResponse {
  /** The error that `call` would throw for this status; undefined for a success. */
  error: ArchctlError | undefined;
}

/** Options of a list across pages. */
export interface PagesOptions {
  /** Maximum size of all pages together, in bytes, for callers that keep them in memory. Default: unlimited. */
  maxBytes?: number | undefined;
  /** Called with the number of items after the last page has arrived, before its items are yielded. */
  onTotal?: ((count: number) => void) | undefined;
}

/** Options of a download. */
export interface DownloadOptions {
  /** Aborts the download. */
  signal?: AbortSignal | undefined;
  /** Maximum file size in bytes. Default: 256 MB in memory, 4 GB if streamed. */
  maxBytes?: number | undefined;
  /** Returns the body as a stream; a dropped connection is then not retried. */
  stream?: boolean | undefined;
  /**
   * Consumes the file as a stream, so that it is not held in memory; called again from the start of the file if a
   * dropped connection is retried.
   */
  into?: WireRequest['into'];
}

/** Options of an upload. */
export interface UploadOptions {
  /** Header `content-type` of the file. */
  contentType: string;
  /** Aborts the upload. */
  signal?: AbortSignal | undefined;
}

/** Client of the service. Its methods throw only ArchctlError. */
export interface Client {
  /** Address of the service. */
  readonly baseUrl: BaseUrl;
  /** Clock used for waits between attempts, shared with helpers that also wait. */
  readonly clock: Clock;
  /**
   * Calls an operation. Query and body are validated strictly before sending; a response that does not match its schema
   * is reported and returned unchanged.
   */
  call<O extends Operation>(operation: O, ...input: CallArguments<O>): Promise<ResponseOf<O>>;
  /** Like `call`, and also returns status, headers and request id of the response. */
  callWithResponse<O extends Operation>(
    operation: O,
    ...input: CallArguments<O>
  ): Promise<{ data: ResponseOf<O>; response: ResponseFacts }>;
  /** Yields the records of a list, across all pages (docs/service.md#pagination). */
  pages<O extends ListOperation>(
    operation: O,
    input: CallInput<O>,
    options?: PagesOptions,
  ): AsyncIterable<ItemOf<O>>;
  /**
   * Like `call`, for an operation chosen at run time. Input is validated in the same way; path parameters must be strings.
   * A response in plain text is returned in the field `text`.
   * @throws ArchctlError `usage` for input that the contract rejects.
   */
  perform(operation: Operation, input: LooseInput): Promise<Record<string, unknown>>;
  /** Like `pages`, for an operation chosen at run time. */
  performPages(operation: Operation, input: LooseInput, options?: PagesOptions): AsyncIterable<unknown>;
  /** Like `performPages`, but yields one array of records per page. */
  performWholePages(
    operation: Operation,
    input: LooseInput,
    options?: PagesOptions,
  ): AsyncIterable<readonly unknown[]>;
  /** Returns the request that `call` would send, for a dry run. Sends nothing. */
  prepare<O extends Operation>(operation: O, ...input: CallArguments<O>): PreparedRequest;
  /** Sends any request to the configured origin. An error status is returned in `error`, not thrown. */
  raw(input: RawInput): Promise<RawResponse>;
  /** Downloads a file from any https URL; the key is sent to the configured origin only. */
  download(url: string | URL, options?: DownloadOptions): Promise<WireResponse>;
  /** Uploads a file to a URL that the service returned; the key is not sent. */
  upload(url: string | URL, body: Uint8Array, options?: UploadOptions): Promise<void>;
  /** Closes all connections, so that nothing keeps the process alive. */
  close(): Promise<void>;
}
