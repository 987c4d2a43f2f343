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
  /** Where it begins in its file. */
  at: number;
}

/** Where the next frame seems to begin, from a place on; -1 where none does. */
export const nextMagic = (segment: Buffer, from: number): number => segment.indexOf(MAGIC, from);

/** Where the frame that begins here ends by its own account, which may be wrong; undefined where none begins. */
export function claimedEnd(segment: Buffer, at: number): number | undefined {
  if (at + PREFIX > segment.byteLength || segment.compare(MAGIC, 0, MAGIC.byteLength, at, at + 4) !== 0)
    return undefined;
  return at + PREFIX + segment.readUInt32LE(at + 4) + segment.readUInt32LE(at + 8);
}

/** The frame that begins here, where it is whole. Nothing is allocated on the word of its lengths. */
export function frameAt(segment: Buffer, at: number): Frame | undefined {
  const end = claimedEnd(segment, at);
  if (end === undefined || end > segment.byteLength) return undefined;
  const bodyStart = at + PREFIX + segment.readUInt32LE(at + 4);
  if (crc32(segment.subarray(at + PREFIX, end)) !== segment.readUInt32LE(at + 12)) return undefined;
  const head = headIn(segment.toString('utf8', at + PREFIX, bodyStart));
  return head && { head, body: segment.subarray(bodyStart, end), bytes: segment.subarray(at, end), at };
}

const TEXTS = ['id', 'receivedAt', 'method', 'path', 'collection', 'operation', 'resourceId'] as const;

/** A sum that fits says that it is what was written, not that archctl wrote it. */
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

/** Names and values in turn as pairs. */
export const pairsOf = (raw: readonly string[]): HeaderList =>
  Array.from({ length: raw.length >> 1 }, (_, at) => [raw[at * 2] ?? '', raw[at * 2 + 1] ?? ''] as const);
