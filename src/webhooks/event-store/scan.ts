import { claimedEnd, type Frame, frameAt, nextMagic } from './frame.js';

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
export function scan(segment: Buffer): Scan {
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
  const next = nextMagic(segment, at + 1);
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
