import type { ArchctlError } from '../base/errors.js';
import type {
  BodyOf,
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
import type { MeterEvent } from './send/meter.js';
import type { PaceEvent } from './send/rate-limit.js';
import type { RetryEvent } from './send/retry.js';
import type { Send, WireRequest, WireResponse } from './send/wire.js';

/** What the client reports; it never prints. */
export interface ClientHooks {
  /** A call waits for its answer, further attempts and all; what comes back is called once that is over. */
  onSend?: (() => () => void) | undefined;
  /** A request went out that counts on a monthly quota. */
  onRequest?: ((event: MeterEvent) => void) | undefined;
  /** Header fields of each response, with lower-case names. */
  onResponse?: ((headers: WireResponse['headers']) => void) | undefined;
  /** It waits before another attempt. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** It waits to stay within the requests a minute. */
  onPace?: ((event: PaceEvent) => void) | undefined;
  /** An answer has not the documented shape; it is handed on as it came. `where` is the operation's id. */
  onMismatch?: ((where: string, problems: readonly string[]) => void) | undefined;
  /** Lines of every exchange, secrets taken out, other people's text not escaped. */
  onDebug?: ((line: string) => void) | undefined;
}

export interface ClientOptions {
  baseUrl: string | BaseUrl;
  credentials?: Credentials | undefined;
  /** Carries the requests: `nodeTransport`, `fetchTransport`, or any `Send`. */
  transport: Send & { close?: () => Promise<void> };
  /** Milliseconds for one attempt; 30,000 unless told, 120,000 where the service is known to be slow. */
  timeoutMs?: number | undefined;
  /** Further attempts after the first; 2 unless told. */
  retries?: number | undefined;
  /** Whether it keeps within the service's requests a minute; true unless told. */
  paced?: boolean | undefined;
  clock?: Clock | undefined;
  random?: (() => number) | undefined;
  hooks?: ClientHooks | undefined;
  userAgent?: string | undefined;
  /** Ends everything the client does. */
  signal?: AbortSignal | undefined;
}

type PathInput<O extends Operation> = string extends O['path']
  ? { path?: Readonly<Record<string, string>> }
  : [PathNames<O['path']>] extends [never]
    ? { path?: Readonly<Record<never, string>> }
    : { path: Readonly<PathOf<O>> };

/** What one call of an operation takes; `path` may be left out where the path has no parameters. */
export type CallInput<O extends Operation> = PathInput<O> & {
  query?: QueryOf<O> | undefined;
  body?: BodyOf<O> | undefined;
  /** Further headers; a credential among them stands in place of the key. */
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
};

type Declared<R> = { [K in keyof R as string extends K ? never : K]: R[K] };
type Items<R> = { [K in keyof R]-?: R[K] extends readonly (infer Item)[] ? Item : never }[keyof R];

/** One record of a list operation. */
export type ItemOf<O extends Operation> = Items<Declared<ResponseOf<O>>>;

/** What a call of an operation takes whose type is not known until it runs. */
export interface LooseInput {
  path?: Readonly<Record<string, unknown>> | undefined;
  query?: unknown;
  /** The query is part of the program, so that a test has looked whether the contract accepts it: loading that takes time. */
  hasKnownQuery?: boolean | undefined;
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
}

/** A request as it would be sent, credentials taken out. */
export interface PreparedRequest {
  method: Method;
  url: string;
  headers: Record<string, string>;
  /** JSON as sent, `secret` fields taken out. */
  body?: string;
}

export interface RawInput {
  method?: Method | undefined;
  /** Below `/v1`, or from `/v1/` on; may carry a query. */
  path?: string | undefined;
  /** An address on the configured origin, in place of `path`. */
  url?: string | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as it is; `content-type` is JSON unless told. */
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
}

/** The answer to a raw request, whatever its status. */
export interface RawResponse extends WireResponse {
  /** What `call` would have thrown for this status; undefined for a success. */
  error: ArchctlError | undefined;
}

export interface PagesOptions {
  /** All pages together may be so large, for callers that hold on to them; unlimited unless told. */
  maxBytes?: number | undefined;
  /**
   * All pages are wanted: each is asked for as soon as its cursor has come, while the one before it is still being read.
   * Who stops early has asked for one page too many; off unless told.
   */
  ahead?: boolean | undefined;
  /** Told how many items there are, once the last page has come and before its items are handed out. */
  onTotal?: ((count: number) => void) | undefined;
}

export interface DownloadOptions {
  signal?: AbortSignal | undefined;
  /** Larger files are refused; 256 MB unless told, 4 GB of what is not held. */
  maxBytes?: number | undefined;
  /** The body is handed on as it comes; a drop is then not retried. */
  stream?: boolean | undefined;
  /** Takes the file as it comes, so that nothing is held; called anew, with the whole, where a drop is retried. */
  into?: WireRequest['into'];
}

export interface UploadOptions {
  contentType: string;
  signal?: AbortSignal | undefined;
}

/** Talks to the service: one method for each way of asking. Throws ArchctlError only. */
export interface Client {
  readonly baseUrl: BaseUrl;
  /** The clock that waits between attempts, for helpers that wait too. */
  readonly clock: Clock;
  /**
   * Calls an operation. Query and body are checked strictly before anything is sent; an answer of another shape than
   * documented is handed on as it is and reported.
   */
  call<O extends Operation>(operation: O, input: CallInput<O>): Promise<ResponseOf<O>>;
  /** The records of a list, page after page (docs/service.md#pagination). */
  pages<O extends Operation>(
    operation: O,
    input: CallInput<O>,
    options?: PagesOptions,
  ): AsyncIterable<ItemOf<O>>;
  /**
   * `call` for an operation that is only known at run time. The input is checked in the same way, and path
   * parameters must be texts. An answer that is a text, not JSON, stands in the field `text`.
   * @throws ArchctlError `usage` for an input that the contract does not accept.
   */
  perform(operation: Operation, input: LooseInput): Promise<Record<string, unknown>>;
  /** `pages` for an operation that is only known at run time. */
  performPages(operation: Operation, input: LooseInput, options?: PagesOptions): AsyncIterable<unknown>;
  /** `performPages` with the records of each page together. */
  performWholePages(
    operation: Operation,
    input: LooseInput,
    options?: PagesOptions,
  ): AsyncIterable<readonly unknown[]>;
  /** What `call` would send, for a dry run. Nothing is sent. */
  prepare<O extends Operation>(operation: O, input: CallInput<O>): PreparedRequest;
  /** Any request to the configured origin. An error status is no throw, but `error` of the answer. */
  raw(input: RawInput): Promise<RawResponse>;
  /** Gets a file, from any https address; the key goes to the configured origin only. */
  download(url: string | URL, options?: DownloadOptions): Promise<WireResponse>;
  /** Puts a file to an address that takes it, which the service handed out; the key goes nowhere. */
  upload(url: string | URL, body: Uint8Array, options: UploadOptions): Promise<void>;
  close(): Promise<void>;
}
