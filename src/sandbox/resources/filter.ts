import { invalid } from '../http/http-error.js';
import type { Doc } from '../types.js';

/** Default and largest page (known answers, Pagination). */
const PAGE = { standard: 1_000, largest: 10_000 };

/**
 * Whether a record meets a filter: every given field must. A list field holds at least one of the wanted values,
 * another field equals one of them; names are compared whole, with case; labels must all be there.
 */
export function matchesFilter(doc: Doc, filter: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(
    ([field, wanted]) => wanted === undefined || matches(doc[field], wanted),
  );
}

function matches(value: unknown, wanted: unknown): boolean {
  if (wanted === null) return value === null || value === undefined;
  if (typeof wanted === 'object' && !Array.isArray(wanted)) {
    const labels = (value ?? {}) as Record<string, unknown>;
    return Object.entries(wanted).every(([name, text]) => labels[name] === text);
  }
  const any: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const held: readonly unknown[] = Array.isArray(value) ? value : [value];
  return any.some((it) => held.includes(it));
}

/** A place in a list as a caller holds it; opaque, and only good for the list it came from. */
export const encodeCursor = (list: string, position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify([list, ...position])).toString('base64url');

/** @throws HttpError 422 for text that is no cursor of this list. */
export function decodeCursor(list: string, cursor: string): (string | number)[] {
  try {
    const [name, ...position] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as (
      | string
      | number
    )[];
    if (name === list) return position;
  } catch {
    // Falls through to the answer that it is none.
  }
  throw invalid(['cursor: is not one that this list gave out']);
}

/** @throws HttpError 422 where the limit is no whole number within bounds. */
export function pageSize(limit: unknown, path = 'limit'): number {
  if (limit === undefined) return PAGE.standard;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > PAGE.largest) {
    throw invalid([`${path}: must be a whole number from 1 to ${PAGE.largest}`]);
  }
  return limit;
}

/** One page of records, oldest first, and the cursor of the next where there is one. */
export function page(
  list: string,
  rows: readonly { seq: number; doc: Doc }[],
  limit: number,
): { docs: Doc[]; nextCursor?: string } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const docs = shown.map(({ doc }) => doc);
  return rows.length > limit && last ? { docs, nextCursor: encodeCursor(list, [last.seq]) } : { docs };
}

/** Where to go on, from the `cursor` of a query. */
export function startOf(list: string, cursor: unknown): number {
  const [seq] = typeof cursor === 'string' ? decodeCursor(list, cursor) : [0];
  return Number(seq);
}
