/** Selects the columns that fit a narrow table, and their widths. */

import type { ColumnKind } from '../types.js';

/** Blanks between two columns. */
export const GAP = 2;

/** Minimum width of a shrinkable column before another column is dropped; the most important columns keep more. */
const MIN_WIDTH = 12;
const MIN_WIDTH_FIRST = 24;
/** Width from which a text is a sentence, and is not readable in fewer than `MIN_WIDTH_FIRST` columns. */
const LONG_TEXT = 40;
/** Minimum width of any column once no more columns can be dropped. */
const HARD_MIN_WIDTH = 6;

export interface ColumnSize {
  kind: ColumnKind;
  priority: number;
  /** Width of the header and the widest value. Computed lazily, only for columns that may be shown. */
  readonly natural: number;
  /** Shown only if every column before it has its full width. */
  readonly spare?: boolean;
}

interface Slot extends ColumnSize {
  index: number;
  width: number;
}

const total = (slots: readonly Slot[], measure: (slot: Slot) => number): number =>
  slots.reduce((sum, slot) => sum + measure(slot), GAP * (slots.length - 1));

const fullWidth = (slot: Slot): number => slot.natural;

const isText = ({ kind }: ColumnSize): boolean => kind === 'text' || kind === 'list';

/** Minimum readable width of a column. Texts up to the given priority get more, so that sentences stay readable. */
const minWidthUpTo =
  (priority: number) =>
  (slot: Slot): number =>
    isText(slot)
      ? Math.min(
          slot.natural,
          slot.priority <= priority || slot.natural > LONG_TEXT ? MIN_WIDTH_FIRST : MIN_WIDTH,
        )
      : slot.natural;

const softMinWidth = minWidthUpTo(1);
/** Columns of low priority do not shorten names. */
const rareMinWidth = minWidthUpTo(2);
const RARE_PRIORITY = 4;

/** Shrinks the widest slot above its minimum, one column at a time, until the row fits or no slot can shrink. */
function shrink(slots: readonly Slot[], width: number, least: (slot: Slot) => number): void {
  let excess = total(slots, (slot) => slot.width) - width;
  while (excess > 0) {
    const widest = slots
      .filter((slot) => slot.width > least(slot))
      .reduce<Slot | undefined>((best, slot) => (best && best.width >= slot.width ? best : slot), undefined);
    if (!widest) return;
    widest.width -= 1;
    excess -= 1;
  }
}

/**
 * Selects the most important columns that fit together, in table order. The first column that does not fit excludes all
 * less important ones, and those of equal priority to its right.
 */
function fittingColumns(
  sizes: readonly ColumnSize[],
  width: number,
  hardMinWidth: (slot: Slot) => number,
): readonly Slot[] {
  const order = [...sizes.entries()].sort(
    ([left, a], [right, b]) =>
      Number(a.spare ?? false) - Number(b.spare ?? false) || a.priority - b.priority || left - right,
  );
  const slots: Slot[] = [];
  for (const [index, { kind, priority, spare = false, natural }] of order) {
    const slot = { kind, priority, spare, natural, index, width: natural };
    const least = spare
      ? fullWidth
      : priority >= RARE_PRIORITY
        ? rareMinWidth
        : priority > 1
          ? softMinWidth
          : hardMinWidth;
    if (slots.length === 0 || total([...slots, slot], least) <= width) slots.push(slot);
    else if (!spare) break;
  }
  return slots.sort((a, b) => a.index - b.index);
}

/**
 * Drops whole columns, lowest priority first, until the rest fits at a readable minimum width; then truncates the
 * widest text. Drops columns of priority 1 only if even a few characters each are too many. With `keepIds`, ids are
 * never truncated, so the row may exceed `width`.
 */
export function fitColumns(
  sizes: readonly ColumnSize[],
  width: number,
  options: { keepIds: boolean },
): readonly { index: number; width: number }[] {
  const hardMinWidth = (slot: Slot): number =>
    options.keepIds && slot.kind === 'id' ? slot.natural : Math.min(slot.natural, HARD_MIN_WIDTH);
  const slots = fittingColumns(sizes, width, hardMinWidth);
  for (const slot of slots) slot.width = Math.min(slot.width, Math.max(width, hardMinWidth(slot)));
  shrink(slots, width, rareMinWidth);
  shrink(slots, width, softMinWidth);
  shrink(slots, width, (slot) => Math.min(softMinWidth(slot), isText(slot) ? MIN_WIDTH : slot.natural));
  shrink(slots, width, hardMinWidth);
  return slots;
}
