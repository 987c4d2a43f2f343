import { type Doc, entriesOf, type Fields } from '../../doc.js';
import { type Kind, recordOf } from '../../records.js';
import { valueAt } from '../links.js';

/**
 * Matches the inner ids of a snapshot record (drawn objects, lines, steps, paths) to those of the live record, so that
 * entries with equal content are recognized as equal.
 */
export function matchInnerIds(kind: Kind, then: Doc, now: Doc): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [map, { identifiedBy, inner }] of Object.entries(recordOf(kind).entries ?? {})) {
    if (!identifiedBy) continue;
    const free = new Map<string, [string, Fields][]>();
    for (const [id, entry] of entriesOf(now[map])) {
      const signature = signatureOf(identifiedBy, entry, new Map());
      free.set(signature, [...(free.get(signature) ?? []), [id, entry]]);
    }
    for (const [id, entry] of entriesOf(then[map])) {
      const match = free.get(signatureOf(identifiedBy, entry, ids))?.shift();
      if (!match) continue;
      ids.set(id, match[0]);
      if (inner) for (const [from, to] of matchInner(entry[inner], match[1][inner])) ids.set(from, to);
    }
  }
  return ids;
}

/** Ends of a line are drawn objects, whose ids have already been matched. */
function signatureOf(
  identifiedBy: readonly string[],
  entry: Fields,
  ids: ReadonlyMap<string, string>,
): string {
  const swap = (value: unknown) => (typeof value === 'string' ? (ids.get(value) ?? value) : value);
  return JSON.stringify(identifiedBy.map((field) => swap(valueAt(entry, field))));
}

function matchInner(then: unknown, now: unknown): [string, string][] {
  const byIndex = (map: unknown) => entriesOf(map).sort(([, a], [, b]) => Number(a.index) - Number(b.index));
  const live = byIndex(now);
  return byIndex(then).flatMap(([id], at): [string, string][] => {
    const match = live[at];
    return match ? [[id, match[0]]] : [];
  });
}
