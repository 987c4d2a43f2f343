import { crc32 } from 'node:zlib';
import type { EventFacts, HeaderList, KeptEvent } from '../types.js';

/** An event on its way to disk. */
export interface NewEvent extends EventFacts {
  method: string;
  /** Path and query as requested. */
  path: string;
  /** Names and values in turn, as Node gives them. */
  rawHeaders: readonly string[];
  signature: string | null;
  body: Uint8Array;
}

/** What stands before the body. */
export type FrameHead = Omit<NewEvent, 'body'>;

/**
 * One event of a segment: magic, length of head and body, checksum of both, the head as JSON, the body byte for byte.
 * Whoever reads can tell a whole frame from one that was cut off by a crash.
 */
const MAGIC = Buffer.from('AWE\u0001', 'latin1');
const PREFIX = 16;

export interface NewFrame {
  id: string;
  /** A `FrameHead` as JSON. */
  head: string;
  body: Uint8Array;
}

/** Bytes a frame takes at most: a UTF-16 unit becomes three bytes of UTF-8 at most. */
export const frameRoom = ({ head, body }: NewFrame): number => PREFIX + 3 * head.length + body.byteLength;

/** Writes a frame into a buffer that has room for it, and answers where it ends. */
export function writeFrame({ head, body }: NewFrame, target: Buffer, at: number): number {
  const start = at + PREFIX;
  const headLength = target.write(head, start);
  const end = start + headLength + body.byteLength;
  target.set(body, start + headLength);
  target.set(MAGIC, at);
  target.writeUInt32LE(headLength, at + 4);
  target.writeUInt32LE(body.byteLength, at + 8);
  target.writeUInt32LE(crc32(target.subarray(start, end)), at + 12);
  return end;
}

export interface Frame {
  head: FrameHead;
  body: Buffer;
  /** The whole frame. */
  bytes: Buffer;
}

/** The whole frames of a segment. What was cut off or damaged is skipped. */
export function* framesOf(segment: Buffer): Generator<Frame> {
  for (let at = segment.indexOf(MAGIC); at >= 0; ) {
    const frame = frameAt(segment, at);
    if (frame) yield frame;
    at = segment.indexOf(MAGIC, at + (frame?.bytes.byteLength ?? 1));
  }
}

function frameAt(segment: Buffer, at: number): Frame | undefined {
  if (at + PREFIX > segment.byteLength) return undefined;
  const bodyStart = at + PREFIX + segment.readUInt32LE(at + 4);
  const end = bodyStart + segment.readUInt32LE(at + 8);
  if (end > segment.byteLength) return undefined;
  if (crc32(segment.subarray(at + PREFIX, end)) !== segment.readUInt32LE(at + 12)) return undefined;
  const head = JSON.parse(segment.toString('utf8', at + PREFIX, bodyStart)) as FrameHead;
  return { head, body: segment.subarray(bodyStart, end), bytes: segment.subarray(at, end) };
}

export function factsOf(head: FrameHead): EventFacts {
  const { method: _method, path: _path, rawHeaders: _headers, signature: _signature, ...facts } = head;
  return facts;
}

export const keptEventOf = ({ head, body }: Frame): KeptEvent => ({
  ...factsOf(head),
  method: head.method,
  path: head.path,
  headers: pairsOf(head.rawHeaders),
  body,
});

/** Names and values in turn as pairs. */
export const pairsOf = (raw: readonly string[]): HeaderList =>
  Array.from({ length: raw.length >> 1 }, (_, at) => [raw[at * 2] ?? '', raw[at * 2 + 1] ?? ''] as const);
