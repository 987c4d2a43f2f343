import { isAscii } from 'node:buffer';
import type { Meter, Method } from '../../contract/operation.js';

/** A response body, read once: as a whole or piece by piece. */
export interface WireBody extends AsyncIterable<Uint8Array> {
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  /** Gives the connection back without reading on. */
  discard(): Promise<void>;
}

/** One HTTP request. Header names are lower-case. */
export interface WireRequest {
  method: Method;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
  signal?: AbortSignal | undefined;
  /** Quota the request counts on (docs/service.md#limits); absent where it counts on none. */
  meter?: Meter | undefined;
  /** The service may take minutes; it gets a longer time limit where none was chosen. */
  slow?: boolean | undefined;
  /** Credentials are never added: the request came from a redirect to another origin. */
  anonymous?: boolean | undefined;
  /** The body is handed on unread; otherwise it is read within the attempt, so that a drop can be retried. */
  stream?: boolean | undefined;
  /** Takes the body of a success as it comes, in place of memory; each attempt hands it the whole from the start. */
  into?: ((pieces: AsyncIterable<Uint8Array>) => Promise<void>) | undefined;
  /** Largest accepted body in bytes; 64 MB unless told, and 1 MB at most of what is no success. */
  maxBytes?: number | undefined;
}

/** One HTTP response. Header names are lower-case; repeated headers are joined with ", ". */
export interface WireResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: WireBody;
  /** Where the response came from, after redirects. */
  url: URL;
}

export type Send = (request: WireRequest) => Promise<WireResponse>;

/** A way to send requests that holds connections. */
export type Transport = Send & {
  /** Ends every connection, so that nothing keeps the process alive. */
  close(): Promise<void>;
};

/** A transport out of its two parts. */
export const transport = (send: Send, close: () => Promise<void> = async () => {}): Transport =>
  Object.assign((request: WireRequest) => send(request), { close });

/** The pieces of a body as one array. */
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

/** Text in UTF-8. Most answers are ASCII, which is copied in a tenth of the time. */
function textOf(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return new TextDecoder().decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A body over any source of bytes. `discard` runs when the rest is not wanted. */
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
