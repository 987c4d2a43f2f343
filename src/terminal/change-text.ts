/** Formats differences for people: added values in green, removed ones in red, changed ones with both sides. */

import { inWidth, type Piece } from './line.js';
import type { LineContext } from './types.js';
import { displayWidth, truncate } from './width.js';

/** Marker and colour of a kind of change. */
export const changeMark = (
  change: 'added' | 'removed' | 'changed',
  { palette }: LineContext,
): readonly [mark: string, paint: (text: string) => string] =>
  ({
    added: ['+', palette.green] as const,
    removed: ['-', palette.red] as const,
    changed: ['~', palette.yellow] as const,
  })[change];

/** Joins pieces on one line, truncated to the terminal's width for a person. The texts must be escaped already. */
export const fitLine = (pieces: readonly Piece[], { interactive, width }: LineContext): string =>
  inWidth(pieces, interactive ? width : Number.POSITIVE_INFINITY).trimEnd();

const indented = (label: string): string => `      ${label}: `;

/** `      tags: + public, - internal`. */
export function listChangeLine(
  { label, added, removed }: { label: string; added: readonly string[]; removed: readonly string[] },
  line: LineContext,
): string {
  const { palette, safe } = line;
  const marked = (words: readonly string[], mark: string): string =>
    words.map((it) => `${mark} ${safe(it)}`).join(', ');
  return fitLine(
    [
      { text: indented(safe(label)) },
      { text: marked(added, '+'), paint: palette.green },
      { text: added.length > 0 && removed.length > 0 ? ', ' : '' },
      { text: marked(removed, '-'), paint: palette.red },
    ],
    line,
  );
}

/** Placeholder for an empty side, the same as in tables. */
const orDash = (text: string): string => (text === '' ? '-' : text);

/**
 * `      status: live → deprecated`. Long texts are truncated so that both sides remain visible; an empty side is `-`.
 */
export function valueChangeLine(
  { label, from, to }: { label: string; from: string; to: string },
  line: LineContext,
): string {
  const { palette, safe } = line;
  const before = indented(safe(label));
  const [left, right] = truncateBoth(orDash(safe(from)), orDash(safe(to)), line, displayWidth(before) + 3);
  return fitLine(
    [
      { text: before },
      { text: left, paint: palette.red },
      { text: ' → ', paint: palette.dim },
      { text: right, paint: palette.green },
    ],
    line,
  );
}

/** Truncates both sides to share the line: a long side gets what the other leaves, and at least half. */
function truncateBoth(
  from: string,
  to: string,
  { interactive, width }: LineContext,
  taken: number,
): [string, string] {
  if (!interactive) return [from, to];
  const room = Math.max(width - taken, 8);
  const half = Math.floor(room / 2);
  const [left, right] = [displayWidth(from), displayWidth(to)];
  if (left + right <= room) return [from, to];
  if (left <= half) return [from, truncate(to, room - left)];
  if (right <= half) return [truncate(from, room - right), to];
  return [truncate(from, half), truncate(to, room - half)];
}
