import { isAscii } from 'node:buffer';
import type { Meter, Method } from '../../contract/operation.js';

/** A response body that is read once: as a whole or piece by piece. */
export interface WireBody extends AsyncIterable<Uint8Array> {
  /** The whole body as text. */
  text(): Promise<string>;
  /** The whole body. */
  bytes(): Promise<Uint8Array>;
  /** Releases the connection without reading the rest. */
  discard(): Promise<void>;
}

/** Facts about a call, for errors and hooks. */
export interface Trace {
  /** Id of the operation; absent for other requests. */
  operation?: string | undefined;
  /** HTTP method. */
  method: Method;
  /** May contain secrets in its query. */
  url: URL | string;
  /** Number of the current attempt, from 1; 0 before the first. */
  attempt: number;
}

/** One HTTP request. Header names are lower-case. */
export interface WireRequest {
  /** HTTP method. */
  method: Method;
  /** URL, with its query. */
  url: URL;
  /** Header fields, with lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Body as sent. */
  body?: Uint8Array | string | undefined;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
  /** Quota that the request counts towards (docs/service.md#limits); absent if none. */
  meter?: Meter | undefined;
  /** The operation may take minutes; it gets a longer default timeout. */
  slow?: boolean | undefined;
  /** Never add credentials: the request was redirected to another origin. */
  anonymous?: boolean | undefined;
  /** Returns the body unread; otherwise it is read within the attempt, so that a dropped connection can be retried. */
  stream?: boolean | undefined;
  /**
   * Consumes the body of a successful response as a stream instead of buffering it; each attempt restarts from the
   * beginning.
   */
  into?: ((pieces: AsyncIterable<Uint8Array>) => Promise<void>) | undefined;
  /** Timeout of this call in milliseconds, instead of that of the client. */
  timeoutMs?: number | undefined;
  /** Retries of this call, instead of those of the client. */
  retries?: number | undefined;
  /** Updated with each attempt. */
  trace?: Trace | undefined;
  /** Maximum body size in bytes. Default: 64 MB. For an error response it is at most 1 MB. */
  maxBytes?: number | undefined;
}

/** One HTTP response. Header names are lower-case; repeated headers are joined with ", ". */
export interface WireResponse {
  /** HTTP status. */
  status: number;
  /** Header fields, with lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Body, which can be read once. */
  body: WireBody;
  /** Final URL, after redirects. */
  url: URL;
}

/** Sends a request and returns its response. */
export type Send = (request: WireRequest) => Promise<WireResponse>;

/** A sender that owns connections. */
export type Transport = Send & {
  /** Closes all connections, so that nothing keeps the process alive. */
  close(): Promise<void>;
};

/** Combines a sender and its close function into a transport. */
export const transport = (send: Send, close: () => Promise<void> = async () => {}): Transport =>
  Object.assign((request: WireRequest) => send(request), { close });

/** Concatenates the pieces of a body. */
export function join(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.byteLength;
  }
  return all;
}

/** Decodes UTF-8. Most responses are ASCII, which is copied in a tenth of the time. */
function textOf(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return new TextDecoder().decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Creates a body from any source of bytes. `discard` runs when the rest is not needed. */
export function bodyOf(source: AsyncIterable<Uint8Array>, discard: () => unknown = () => {}): WireBody {
  const bytes = async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of source) pieces.push(piece);
    return join(pieces);
  };
  return {
    [Symbol.asyncIterator]: () => source[Symbol.asyncIterator](),
    bytes,
    text: async () => textOf(await bytes()),
    discard: async () => {
      await discard();
    },
  };
}

/** A body that is already in memory; it may be read any number of times. */
export const bodyOfBytes = (all: Uint8Array): WireBody => ({
  async *[Symbol.asyncIterator]() {
    if (all.byteLength > 0) yield all;
  },
  bytes: async () => all,
  text: async () => textOf(all),
  discard: async () => {},
});
