import { claimedEnd, type Frame, frameAt, nextMagic } from './frame.js';

/** What cannot be read any more. */
export interface Damage {
  /** As far as can be told: where a beginning is lost too, two events may look like one. */
  events: number;
  bytes: number;
}

export interface Scan {
  frames: Frame[];
  damage: Damage;
}

/**
 * The whole frames of a segment and what lies between them. A frame that is damaged costs itself only: where its
 * length leads to the next frame, reading goes on there, otherwise at the next place where one seems to begin. Zeros
 * are room. A last frame that was cut off is what a crash leaves of an event that was never acknowledged: no damage.
 */
export function scan(segment: Buffer): Scan {
  const frames: Frame[] = [];
  const damage: Damage = { events: 0, bytes: 0 };
  // Sums over bytes that prove nothing; a file made of beginnings alone must not cost its size squared.
  let patience = 64 * segment.byteLength;
  let at = 0;
  while (at < segment.byteLength) {
    const frame = frameAt(segment, at);
    if (frame) {
      frames.push(frame);
      at += frame.bytes.byteLength;
      continue;
    }
    const claimed = claimedEnd(segment, at) ?? at;
    if (claimed <= segment.byteLength) patience -= claimed - at;
    const next = patience < 0 ? segment.byteLength : resume(segment, at);
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

/** Where to go on after bytes that are no whole frame; the end where nothing follows. */
function resume(segment: Buffer, at: number): number {
  const end = claimedEnd(segment, at);
  if (end !== undefined && end < segment.byteLength && claimedEnd(segment, end) !== undefined) return end;
  const next = nextMagic(segment, at + 1);
  return next < 0 ? segment.byteLength : next;
}

/** Whether the bytes from here to the end are an event that was not written to its end. */
function isCutOff(segment: Buffer, at: number): boolean {
  const end = claimedEnd(segment, at);
  // Not even its first line of bytes.
  if (end === undefined)
    return segment[at] === 0 || leadingZeros(segment.subarray(at + 16)) >= segment.byteLength - at - 16;
  return end > segment.byteLength || segment[end - 1] === 0;
}

/** In steps that compare as fast as memory is read. */
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
