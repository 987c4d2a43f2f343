import { invalid } from '../refusal.js';

/** Default and largest page (docs/service.md#pagination). */
const PAGE = { standard: 1_000, largest: 10_000 };

/** A place in a list as a caller holds it; opaque, and only good for the list it came from. */
export const encodeCursor = (list: string, position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify([list, ...position])).toString('base64url');

/** @throws Refusal `invalid` for text that is no cursor of this list. */
export function decodeCursor(list: string, cursor: string): (string | number)[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const [name, ...position] = Array.isArray(place) ? place : [];
    if (name === list) return position.map((it) => (typeof it === 'number' ? it : String(it)));
  } catch {
    // Falls through to the answer that it is none.
  }
  throw invalid(['cursor: is not one that this list gave out']);
}

/** @throws Refusal `invalid` where the limit is no whole number within bounds. */
export function pageSize(
  limit: unknown,
  { path = 'limit', largest = PAGE.largest }: { path?: string; largest?: number } = {},
): number {
  if (limit === undefined) return PAGE.standard;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > largest) {
    throw invalid([`${path}: must be a whole number from 1 to ${largest}`]);
  }
  return limit;
}

/** One page of records, oldest first, and the cursor of the next where there is one. */
export function page<D>(
  list: string,
  rows: readonly { seq: number; doc: D }[],
  limit: number,
): { docs: D[]; nextCursor?: string } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const docs = shown.map(({ doc }) => doc);
  return rows.length > limit && last ? { docs, nextCursor: encodeCursor(list, [last.seq]) } : { docs };
}

/** Where to go on, from the `cursor` of a query. */
export function startAt(list: string, cursor: unknown): number {
  const [seq] = typeof cursor === 'string' ? decodeCursor(list, cursor) : [0];
  return Number(seq);
}
