/** Which columns a narrow table keeps, and how wide each becomes. */

import type { ColumnKind } from './types.js';

/** Blanks between two columns. */
export const GAP = 2;

/** Narrowest a shrinkable column gets before another is dropped; the most important ones keep more. */
const LEAST = 12;
const LEAST_FIRST = 24;
/** Narrowest any column gets when nothing is left to drop. */
const HARD_LEAST = 6;

export interface ColumnSize {
  kind: ColumnKind;
  priority: number;
  /** Cells its header and widest value take. Only looked at where the column may be shown. */
  readonly natural: number;
  /** Fewer than that, or as many, and quickly found out: what has no room by it need not be measured. */
  readonly atLeast?: number;
  /** Has room only where each column before it has all it would take. */
  readonly spare?: boolean;
}

interface Slot extends Omit<ColumnSize, 'atLeast'> {
  index: number;
  width: number;
}

const total = (slots: readonly Slot[], measure: (slot: Slot) => number): number =>
  slots.reduce((sum, slot) => sum + measure(slot), GAP * (slots.length - 1));

const natural = (slot: Slot): number => slot.natural;

const isText = ({ kind }: ColumnSize): boolean => kind === 'text' || kind === 'list';

/** The narrowest a column is readable; texts that matter most, up to a priority, are to be read in whole sentences. */
const leastBelow =
  (priority: number) =>
  (slot: Slot): number =>
    isText(slot) ? Math.min(slot.natural, slot.priority <= priority ? LEAST_FIRST : LEAST) : slot.natural;

const softLeast = leastBelow(1);
/** Beside columns that matter little, names are not cut short. */
const amongRare = leastBelow(2);
const RARE = 4;

/** Takes the widest slot above its least, one cell at a time, until the row fits or nothing gives. */
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
 * The most important columns that have room together, in the order of the table: a column stays out with all that matter
 * less, of equals with those to its right. What it takes to find that out of a hundred thousand, is measuring a few.
 */
function withRoom(
  sizes: readonly ColumnSize[],
  width: number,
  hardLeast: (slot: Slot) => number,
): readonly Slot[] {
  const order = sizes.map(({ priority, spare }, index) => ({
    priority,
    index,
    last: Number(spare ?? false),
  }));
  order.sort((a, b) => a.last - b.last || a.priority - b.priority || a.index - b.index);
  const slots: Slot[] = [];
  const fits = (slot: Slot): boolean => {
    const { spare, priority } = slot;
    const least = spare ? natural : priority >= RARE ? amongRare : priority > 1 ? softLeast : hardLeast;
    return slots.length === 0 || total([...slots, slot], least) <= width;
  };
  for (const { priority, index } of order) {
    const size = sizes[index];
    if (size === undefined) continue;
    const { kind, atLeast = 0, spare = false } = size;
    const probe = { kind, priority, natural: atLeast, index, width: atLeast, spare };
    // Nothing is measured that has no room by what is known of it.
    const slot = fits(probe) ? { ...probe, natural: size.natural, width: size.natural } : probe;
    if (slot !== probe && fits(slot)) slots.push(slot);
    else if (!spare) break;
  }
  return slots.sort((a, b) => a.index - b.index);
}

/**
 * Drops whole columns, from the highest priority number down, until the rest fits with its text cut to a readable
 * least; then cuts the widest text. Columns of priority 1 go only when even a few cells each are too many.
 * `keepIds` never cuts an id; the row may then be wider than `width`.
 */
export function fitColumns(
  sizes: readonly ColumnSize[],
  width: number,
  options: { keepIds: boolean },
): readonly { index: number; width: number }[] {
  const hardLeast = (slot: Slot): number =>
    options.keepIds && slot.kind === 'id' ? slot.natural : Math.min(slot.natural, HARD_LEAST);
  const slots = withRoom(sizes, width, hardLeast);
  for (const slot of slots) slot.width = Math.min(slot.width, Math.max(width, hardLeast(slot)));
  shrink(slots, width, amongRare);
  shrink(slots, width, softLeast);
  shrink(slots, width, (slot) => Math.min(softLeast(slot), isText(slot) ? LEAST : slot.natural));
  shrink(slots, width, hardLeast);
  return slots;
}
