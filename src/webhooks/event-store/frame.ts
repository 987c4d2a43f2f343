import { crc32 } from 'node:zlib';
import type { EventFacts, HeaderList, KeptEvent } from '../types.js';

/** An event to be written to disk. */
export interface NewEvent extends EventFacts {
  method: string;
  /** Path and query as requested. */
  path: string;
  /** Alternating names and values, as returned by Node. */
  rawHeaders: readonly string[];
  signature: string | null;
  body: Uint8Array;
}

/** All fields of an event except the body. */
export type FrameHead = Omit<NewEvent, 'body'>;

/**
 * Record of one event in a segment: magic, length of head and body, a checksum of both, the head as JSON, and the raw
 * body. Readers can tell a complete frame from one that a crash truncated.
 */
const MAGIC = Buffer.from('AWE\u0001', 'latin1');
const PREFIX = 16;

export interface NewFrame {
  id: string;
  /** A `FrameHead` as JSON. */
  head: string;
  body: Uint8Array;
}

/** Upper bound for the size of a frame: one UTF-16 unit takes at most three bytes of UTF-8. */
export const frameRoom = ({ head, body }: NewFrame): number => PREFIX + 3 * head.length + body.byteLength;

/** Writes a frame into a buffer with enough space and returns its end offset. */
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
  /** The complete frame. */
  bytes: Buffer;
  /** Offset in its file. */
  at: number;
}

/** Offset of the next possible frame; -1 if there is none. */
export const nextMagic = (segment: Buffer, from: number): number => segment.indexOf(MAGIC, from);

/** End offset according to the lengths in the frame, which may be corrupt; undefined if no frame begins here. */
export function claimedEnd(segment: Buffer, at: number): number | undefined {
  if (at + PREFIX > segment.byteLength || segment.compare(MAGIC, 0, MAGIC.byteLength, at, at + 4) !== 0)
    return undefined;
  return at + PREFIX + segment.readUInt32LE(at + 4) + segment.readUInt32LE(at + 8);
}

/** Reads the frame at an offset if it is complete. Allocates nothing based on its unverified lengths. */
export function frameAt(segment: Buffer, at: number): Frame | undefined {
  const end = claimedEnd(segment, at);
  if (end === undefined || end > segment.byteLength) return undefined;
  const bodyStart = at + PREFIX + segment.readUInt32LE(at + 4);
  if (crc32(segment.subarray(at + PREFIX, end)) !== segment.readUInt32LE(at + 12)) return undefined;
  const head = headIn(segment.toString('utf8', at + PREFIX, bodyStart));
  return head && { head, body: segment.subarray(bodyStart, end), bytes: segment.subarray(at, end), at };
}

const TEXTS = ['id', 'receivedAt', 'method', 'path', 'collection', 'operation', 'resourceId'] as const;

/** A matching checksum proves that the head is intact, not that archctl wrote it. */
function headIn(text: string): FrameHead | undefined {
  try {
    const head = JSON.parse(text) as Partial<FrameHead> | null;
    const isWhole =
      TEXTS.every((name) => typeof head?.[name] === 'string') &&
      Array.isArray(head?.rawHeaders) &&
      head.rawHeaders.every((it) => typeof it === 'string');
    return isWhole ? (head as FrameHead) : undefined;
  } catch {
    return undefined;
  }
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

/** Converts alternating names and values to pairs. */
export const pairsOf = (raw: readonly string[]): HeaderList =>
  Array.from({ length: raw.length >> 1 }, (_, at) => [raw[at * 2] ?? '', raw[at * 2 + 1] ?? ''] as const);
