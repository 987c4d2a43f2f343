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
  /** Cells its header and widest value take. */
  natural: number;
}

interface Slot extends ColumnSize {
  index: number;
  width: number;
}

const total = (slots: readonly Slot[], measure: (slot: Slot) => number): number =>
  slots.reduce((sum, slot) => sum + measure(slot), GAP * (slots.length - 1));

const isText = ({ kind }: ColumnSize): boolean => kind === 'text' || kind === 'list';

const softLeast = (slot: Slot): number =>
  isText(slot) ? Math.min(slot.natural, slot.priority === 1 ? LEAST_FIRST : LEAST) : slot.natural;

/** Takes the widest slot above its least, one cell at a time, until the row fits or nothing gives. */
function shrink(slots: Slot[], width: number, least: (slot: Slot) => number): void {
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

/** Position of the slot to drop next: the least important, of equals the rightmost. */
const victim = (slots: readonly Slot[]): number =>
  slots.reduce((worst, slot, at) => (slot.priority >= (slots[worst]?.priority ?? 0) ? at : worst), 0);

/** Those that can be left after dropping, for there may be a hundred thousand: each takes a gap at least. */
function likely(slots: Slot[], width: number): Slot[] {
  const most = Math.max(1, Math.floor(width / GAP) + 1);
  if (slots.length <= most) return slots;
  const kept = slots.toSorted((a, b) => a.priority - b.priority || a.index - b.index).slice(0, most);
  return kept.sort((a, b) => a.index - b.index);
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
): { index: number; width: number }[] {
  const slots = likely(
    sizes.map(({ kind, priority, natural }, index) => ({ kind, priority, natural, index, width: natural })),
    width,
  );
  const hardLeast = (slot: Slot): number =>
    options.keepIds && slot.kind === 'id' ? slot.natural : Math.min(slot.natural, HARD_LEAST);
  while (slots.length > 1) {
    const at = victim(slots);
    const least = (slots[at]?.priority ?? 1) > 1 ? softLeast : hardLeast;
    if (total(slots, least) <= width) break;
    slots.splice(at, 1);
  }
  for (const slot of slots) slot.width = Math.min(slot.width, Math.max(width, hardLeast(slot)));
  shrink(slots, width, softLeast);
  shrink(slots, width, (slot) => Math.min(softLeast(slot), isText(slot) ? LEAST : slot.natural));
  shrink(slots, width, hardLeast);
  return slots;
}
