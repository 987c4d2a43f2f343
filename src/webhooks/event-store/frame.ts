import { crc32 } from 'node:zlib';
import type { EventFacts, HeaderList, StoredEvent } from '../types.js';

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
 * body. So readers recognize a frame that a crash truncated.
 */
const MAGIC = Buffer.from('AWE\u0001', 'latin1');
const PREFIX = 16;

export interface NewFrame {
  id: string;
  /** A `FrameHead` as JSON. */
  head: string;
  body: Uint8Array;
}

export const encodeFrames = (frames: readonly NewFrame[]): Buffer =>
  Buffer.concat(
    frames.flatMap(({ head, body }) => {
      const headBytes = Buffer.from(head);
      const prefix = Buffer.alloc(PREFIX);
      prefix.set(MAGIC);
      prefix.writeUInt32LE(headBytes.byteLength, 4);
      prefix.writeUInt32LE(body.byteLength, 8);
      prefix.writeUInt32LE(crc32(body, crc32(headBytes)), 12);
      return [prefix, headBytes, body];
    }),
  );

export interface Frame {
  head: FrameHead;
  body: Buffer;
  /** The complete frame. */
  bytes: Buffer;
  /** Offset in its file. */
  at: number;
}

/** End offset according to the lengths in the frame, which may be corrupt; undefined if no frame begins here. */
function claimedEnd(segment: Buffer, at: number): number | undefined {
  if (at + PREFIX > segment.byteLength || segment.compare(MAGIC, 0, MAGIC.byteLength, at, at + 4) !== 0)
    return undefined;
  return at + PREFIX + segment.readUInt32LE(at + 4) + segment.readUInt32LE(at + 8);
}

/** Reads the frame at an offset if it is complete. Allocates nothing based on its unverified lengths. */
function frameAt(segment: Buffer, at: number): Frame | undefined {
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
    return isHead(head) ? head : undefined;
  } catch {
    return undefined;
  }
}

export const isHead = (head: Partial<FrameHead> | null): head is FrameHead =>
  TEXTS.every((name) => typeof head?.[name] === 'string') &&
  Array.isArray(head?.rawHeaders) &&
  head.rawHeaders.every((it) => typeof it === 'string');

export function factsOf(head: FrameHead): EventFacts {
  const { method: _method, path: _path, rawHeaders: _headers, signature: _signature, ...facts } = head;
  return facts;
}

export const storedEventOf = ({ head, body }: Frame): StoredEvent => ({
  ...factsOf(head),
  method: head.method,
  path: head.path,
  headers: pairsOf(head.rawHeaders),
  body,
});

/** Converts alternating names and values to pairs. */
export const pairsOf = (raw: readonly string[]): HeaderList =>
  Array.from({ length: raw.length >> 1 }, (_, at) => [raw[at * 2] ?? '', raw[at * 2 + 1] ?? ''] as const);

/** Data that is no longer readable. */
export interface Damage {
  /** An estimate: two events may look like one if the start of the second is damaged too. */
  events: number;
  bytes: number;
}

export interface Scan {
  frames: Frame[];
  damage: Damage;
}

/**
 * Splits a segment into complete frames and damaged gaps. A damaged frame affects only itself: reading continues at the
 * end given by its length if a frame begins there, otherwise at the next possible frame. Zeros are preallocated space.
 * A truncated last frame is an event that was never acknowledged, left by a crash, and is not damage.
 */
export function scanFrames(segment: Buffer): Scan {
  const frames: Frame[] = [];
  const damage: Damage = { events: 0, bytes: 0 };
  // Limits the work on failed checksums, so that a file of nothing but frame starts does not take quadratic time.
  let budget = 64 * segment.byteLength;
  let at = 0;
  while (at < segment.byteLength) {
    const frame = frameAt(segment, at);
    if (frame) {
      frames.push(frame);
      at += frame.bytes.byteLength;
      continue;
    }
    const claimed = claimedEnd(segment, at) ?? at;
    if (claimed <= segment.byteLength) budget -= claimed - at;
    const next = budget < 0 ? segment.byteLength : resume(segment, at);
    const gap = segment.subarray(at, next);
    const zeros = leadingZeros(gap);
    const isLast = next === segment.byteLength;
    if (zeros < gap.byteLength && !(isLast && isCutOff(segment, at))) {
      damage.events++;
      damage.bytes += gap.byteLength - zeros;
    }
    at = next;
  }
  return { frames, damage };
}

/** Returns the offset at which reading continues after a damaged frame; the end of the segment if there is none. */
function resume(segment: Buffer, at: number): number {
  const end = claimedEnd(segment, at);
  if (end !== undefined && end < segment.byteLength && claimedEnd(segment, end) !== undefined) return end;
  const next = segment.indexOf(MAGIC, at + 1);
  return next < 0 ? segment.byteLength : next;
}

/** Whether the bytes up to the end are an incompletely written event. */
function isCutOff(segment: Buffer, at: number): boolean {
  const end = claimedEnd(segment, at);
  // Not even the prefix is complete.
  if (end === undefined)
    return segment[at] === 0 || leadingZeros(segment.subarray(at + 16)) >= segment.byteLength - at - 16;
  return end > segment.byteLength || segment[end - 1] === 0;
}

/** Counts in blocks, because Buffer.compare runs at memory speed. */
function leadingZeros(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.byteLength) {
    const step = Math.min(ZEROS.byteLength, bytes.byteLength - at);
    if (bytes.compare(ZEROS, 0, step, at, at + step) !== 0) break;
    at += step;
  }
  while (at < bytes.byteLength && bytes[at] === 0) at++;
  return at;
}

const ZEROS = Buffer.alloc(4_096);
