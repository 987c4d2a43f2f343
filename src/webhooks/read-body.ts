import { ArchctlError } from '../base/errors.js';
import { checkRawBody, parsedBody } from './raw-body.js';
import type { RejectReason } from './types.js';

/** Readable stream of Node. */
interface NodeStream {
  on(event: string, listener: (value: never) => void): unknown;
  off(event: string, listener: (value: never) => void): unknown;
  readonly readableDidRead?: boolean;
  readonly destroyed?: boolean;
}

/** Readable stream of the Fetch API. */
interface WebStream {
  readonly locked: boolean;
  getReader(): {
    read(): Promise<{ done: boolean; value?: unknown }>;
    cancel(): Promise<void>;
  };
}

/** Fields of requests that contain the body or parts of it. */
interface Bodies {
  /** Raw body, kept by some hosts and plugins beside the parsed one. */
  rawBody?: unknown;
  body?: unknown;
  /** Whether the body of a Fetch request was read. */
  bodyUsed?: boolean;
}

/** Error with the status to respond with. */
export const rejection = (
  status: number,
  code: RejectReason,
  message: string,
  cause?: unknown,
): ArchctlError =>
  new ArchctlError(code === 'aborted' ? 'unavailable' : 'refused', message, { status, code, cause });

export const tooLarge = (maxBytes: number): ArchctlError =>
  rejection(413, 'too-large', `The body is larger than ${maxBytes} bytes.`);

const aborted = (cause?: unknown): ArchctlError =>
  rejection(400, 'aborted', 'The request ended before its body was complete.', cause);

/**
 * Returns the raw body of a request: one that was read already, or its stream.
 * @throws ArchctlError `usage` if a parser has replaced it, `refused` if it is too large, `unavailable` if the sender
 * closed the connection.
 */
export async function readBody(request: object, maxBytes: number): Promise<Uint8Array> {
  const { rawBody, body, bodyUsed } = request as Bodies;
  const raw = bytesOf(rawBody) ?? bytesOf(body);
  if (raw && raw.byteLength > maxBytes) throw tooLarge(maxBytes);
  if (raw) return raw;
  if (bodyUsed) throw parsedBody('receive');
  if (isWebStream(body)) {
    if (body.locked) throw parsedBody('receive');
    return joined(maxBytes, (add) => readWebStream(body, add));
  }
  const stream = isNodeStream(body) ? body : request;
  if (isNodeStream(stream) && !stream.readableDidRead)
    return joined(maxBytes, (add) => readNodeStream(stream, add));
  // A Fetch request without a body.
  if (body === null) return new Uint8Array();
  if (!isNodeStream(stream)) checkRawBody(body, 'receive');
  throw parsedBody('receive');
}

const isNodeStream = (value: unknown): value is NodeStream =>
  typeof (value as NodeStream | null)?.on === 'function';

const isWebStream = (value: unknown): value is WebStream =>
  typeof (value as WebStream | null)?.getReader === 'function';

/** Bytes of a text or a view; undefined for other values. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  if (!ArrayBuffer.isView(value)) return undefined;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/** Joins the chunks that `read` adds. */
async function joined(
  maxBytes: number,
  read: (add: (chunk: unknown) => void) => Promise<void>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  await read((chunk) => {
    const bytes = bytesOf(chunk) ?? new Uint8Array();
    size += bytes.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(bytes);
  });
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}

async function readWebStream(stream: WebStream, add: (chunk: unknown) => void): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => Promise.reject(aborted(error)));
    if (done) return;
    try {
      add(value);
    } catch (error) {
      // Does not wait: a sender that stalls would delay the response.
      reader.cancel().catch(() => {});
      throw error;
    }
  }
}

/** Reads with events: an iterator would destroy the connection of a body that is too large, and thus the response. */
function readNodeStream(stream: NodeStream, add: (chunk: unknown) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (result: () => void) => {
      for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener);
      result();
    };
    const listeners = {
      data: (chunk: unknown) => {
        try {
          add(chunk);
        } catch (error) {
          settle(() => reject(error));
        }
      },
      end: () => settle(resolve),
      error: (error: unknown) => settle(() => reject(aborted(error))),
      close: () => settle(() => reject(aborted())),
    };
    if (stream.destroyed) {
      reject(aborted());
      return;
    }
    for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
  });
}
