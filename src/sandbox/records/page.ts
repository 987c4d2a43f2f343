import { invalid } from '../refusal.js';

/** Default and maximum page size (docs/service.md#pagination). */
const PAGE = { standard: 1_000, largest: 10_000 };

/** Encodes a list position as an opaque cursor, valid only for that list. */
export const encodeCursor = (list: string, position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify([list, ...position])).toString('base64url');

/** @throws Refusal `invalid` if the text is not a cursor of this list. */
export function decodeCursor(list: string, cursor: string): (string | number)[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const [name, ...position] = Array.isArray(place) ? place : [];
    if (name === list) return position.map((it) => (typeof it === 'number' ? it : String(it)));
  } catch {
    // Reported as an invalid cursor below.
  }
  throw invalid(['cursor: is not a valid cursor of this list']);
}

/** @throws Refusal `invalid` if the limit is not a whole number in range. */
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

/** One page of records, oldest first, and the cursor of the next page if there is one. */
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

/** Start position, from the `cursor` of a query. */
export function startAt(list: string, cursor: unknown): number {
  const [seq] = typeof cursor === 'string' ? decodeCursor(list, cursor) : [0];
  return Number(seq);
}
