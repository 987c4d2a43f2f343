import type { Doc } from '../../contract/doc.js';

/** Bounds the depth in case of a cycle of parents; no real model is nested as deeply. */
const MAX_DEPTH = 1_000;

/** Records by nesting depth within their kind; a single level for kinds without parents. */
export function levelsOf(records: readonly Doc[]): Doc[][] {
  const depth = new Map<string, number>();
  const byId = new Map(records.map((record) => [record.id, record]));
  const depthOf = (record: Doc, seen: number): number => {
    const known = depth.get(record.id);
    if (known !== undefined) return known;
    const parent = typeof record.parentId === 'string' ? byId.get(record.parentId) : undefined;
    const found = parent === undefined || seen > MAX_DEPTH ? 0 : depthOf(parent, seen + 1) + 1;
    depth.set(record.id, found);
    return found;
  };
  const levels: Doc[][] = [];
  for (const record of records) {
    const at = depthOf(record, 0);
    for (let level = levels.length; level <= at; level += 1) levels.push([]);
    levels[at]?.push(record);
  }
  return levels;
}

/** Sorts records after their parents. */
export const parentsFirst = (records: readonly Doc[]): Doc[] => levelsOf(records).flat();
