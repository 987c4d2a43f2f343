import type { Doc, Kind } from '../../sandbox/types.js';

type Entry = Record<string, unknown>;
type Entries = Record<string, Entry>;

/** What tells one entry of a map from the others, besides its id. */
const SIGNATURE: Readonly<Record<string, (entry: Entry) => unknown>> = {
  objects: ({ modelId, shape }) => [modelId, shape],
  connections: ({ modelId, originId, targetId }) => [modelId, originId, targetId],
  steps: ({ index, type, originId, targetId }) => [index, type, originId, targetId],
};

/**
 * Pairs the ids inside a record of a snapshot (drawn objects and lines, steps, paths) with those of the live record,
 * so that an entry which says the same is seen to be the same.
 */
export function matchInnerIds(kind: Kind, then: Doc, now: Doc): Map<string, string> {
  const ids = new Map<string, string>();
  const maps = kind === 'diagramContent' ? ['objects', 'connections'] : kind === 'flow' ? ['steps'] : [];
  for (const map of maps) {
    const free = new Map<string, [string, Entry][]>();
    for (const [id, entry] of Object.entries((now[map] ?? {}) as Entries)) {
      const signature = signatureOf(map, entry, new Map());
      free.set(signature, [...(free.get(signature) ?? []), [id, entry]]);
    }
    for (const [id, entry] of Object.entries((then[map] ?? {}) as Entries)) {
      const match = free.get(signatureOf(map, entry, ids))?.shift();
      if (!match) continue;
      ids.set(id, match[0]);
      for (const [from, to] of matchPaths(entry, match[1])) ids.set(from, to);
    }
  }
  return ids;
}

/** Ends of a line are drawn objects, whose ids were matched just before. */
function signatureOf(map: string, entry: Entry, ids: ReadonlyMap<string, string>): string {
  const swap = (value: unknown) => (typeof value === 'string' ? (ids.get(value) ?? value) : value);
  const renewed = Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, swap(value)]));
  return JSON.stringify(SIGNATURE[map]?.(renewed));
}

function matchPaths(then: Entry, now: Entry): [string, string][] {
  const byIndex = (entry: Entry) =>
    Object.values((entry.paths ?? {}) as Entries).sort((a, b) => Number(a.index) - Number(b.index));
  const live = byIndex(now);
  return byIndex(then).flatMap((path, at): [string, string][] => {
    const match = live[at];
    return match ? [[String(path.id), String(match.id)]] : [];
  });
}
