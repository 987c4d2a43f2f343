import { mapConcurrently } from '../../base/concurrency.js';
import type { Client } from '../../client/client.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Doc } from '../../contract/doc.js';
import { FAMILIES, type Family } from '../../contract/families.js';
import type { Found } from '../../contract/rules/cascade.js';

/** Lists that are read at a time. */
const AT_ONCE = 4;

/** A version of a landscape, as paths name it. */
export interface VersionPath {
  landscapeId: string;
  versionId: string;
}

/**
 * What the lists of a version tell of it: its records, but not what is drawn on its diagrams. Loaded when it is asked for.
 * @param queryOf What each list is asked besides.
 */
export async function listedIn(
  client: Client,
  path: VersionPath,
  families = FAMILIES,
  queryOf: (family: Family) => Record<string, unknown> = () => ({}),
): Promise<Found[]> {
  const lists = await mapConcurrently(families, AT_ONCE, async (family) => {
    const { list, record } = family;
    const found: Found[] = [];
    const input = { path: { ...path }, query: queryOf(family) };
    const items = client.performPages(list, input, { maxBytes: MAX_LIST_BYTES });
    for await (const doc of items) found.push({ kind: record.kind, doc: doc as Doc });
    return found;
  });
  return lists.flat();
}

/** How many records of each family there are among these, by what people call them; none of those that are missing. */
export const countsOf = (found: readonly Found[]): { noun: string; count: number }[] =>
  FAMILIES.flatMap((family: Family) => {
    const count = found.filter(({ kind }) => kind === family.record.kind).length;
    return count === 0 ? [] : [{ noun: family.shape.noun, count }];
  });
