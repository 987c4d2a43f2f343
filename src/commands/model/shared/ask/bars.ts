import { inWidth, type Piece } from '../../../../terminal/line.js';
import type { LineContext } from '../../../../terminal/types.js';
import { displayWidth, truncate } from '../../../../terminal/width.js';

/** Bar charts for people: aligned numbers, with proportional bars on a terminal. */

export interface Bar {
  label: string;
  count: number;
  /** Text after the number: `7 in, 3 out`. */
  more?: string;
}

const WIDEST_BAR = 24;
const NARROWEST_BAR = 6;
/** Margin before labels and between columns. */
const GAP = 2;

/**
 * Rows of a section, at most as wide as the terminal. Labels are truncated first; bars are left out if they do not fit.
 *
 * @param most Value of a full bar (default: the greatest count).
 */
export function bars(
  rows: readonly Bar[],
  line: LineContext,
  most = rows.reduce((top, { count }) => Math.max(top, count), 0),
): string[] {
  const { interactive, width } = line;
  const numbers = columnOf(rows.map(({ count }) => String(count)));
  const mores = columnOf(rows.map(({ more = '' }) => line.safe(more)));
  const taken = GAP + GAP + numbers.width + (mores.width > 0 ? GAP + mores.width : 0);
  const labels = rows.map(({ label }) => line.safe(label));
  const wanted = columnOf(labels).width;
  const room = interactive ? Math.max(8, width - taken - GAP - NARROWEST_BAR) : Number.POSITIVE_INFINITY;
  const names = columnOf(labels.map((it) => (interactive ? truncate(it, room) : it)));
  const bar = Math.min(WIDEST_BAR, width - taken - GAP - Math.min(wanted, room));
  const { palette } = line;
  return rows.map(({ count }, at) => {
    const full = interactive && bar >= NARROWEST_BAR && most > 0 ? barOf(count / most, bar) : '';
    const drawn = mores.width === 0 || full === '' ? full : full.padEnd(bar);
    const pieces: Piece[] = [
      { text: `  ${names.left(at)}  ${numbers.right(at)}` },
      { text: drawn === '' ? '' : `  ${drawn}`, paint: palette.cyan },
      { text: mores.width === 0 ? '' : `  ${mores.left(at).trimEnd()}`, paint: palette.dim },
    ];
    return inWidth(pieces, interactive ? width : Number.POSITIVE_INFINITY).trimEnd();
  });
}

const EIGHTHS = ' ▏▎▍▌▋▊▉';

/** A bar in eighths of a cell; values above zero are always visible. */
function barOf(part: number, width: number): string {
  const eighths = part === 0 ? 0 : Math.max(1, Math.round(Math.min(1, part) * width * 8));
  const full = Math.floor(eighths / 8);
  const rest = eighths % 8 === 0 ? '' : EIGHTHS.charAt(eighths % 8);
  return `${'█'.repeat(full)}${rest}`;
}

function columnOf(texts: readonly string[]) {
  const widths = texts.map((it) => displayWidth(it));
  const width = widths.reduce((most, it) => Math.max(most, it), 0);
  const space = (at: number): string => ' '.repeat(width - (widths[at] ?? 0));
  return {
    width,
    left: (at: number): string => `${texts[at] ?? ''}${space(at)}`,
    right: (at: number): string => `${space(at)}${texts[at] ?? ''}`,
  };
}
