import { mapConcurrently } from '../../base/concurrency.js';
import type { Doc } from '../../contract/doc.js';
import { FAMILIES, type Family } from '../../contract/families.js';
import type { DocOfKind } from '../../contract/rules/cascade.js';
import type { ReadClient } from '../read-only.js';
import { MAX_LIST_BYTES } from '../send/limits.js';

/** Number of concurrent list requests. */
const CONCURRENT_LISTS = 4;

/**
 * Reads all records in the lists of a version; diagram contents are in no list.
 * @param queryOf additional query of each list.
 */
export async function versionRecords(
  client: ReadClient,
  path: Readonly<Record<'landscapeId' | 'versionId', string>>,
  families = FAMILIES,
  queryOf: (family: Family) => Record<string, unknown> = () => ({}),
): Promise<DocOfKind[]> {
  const lists = await mapConcurrently(families, CONCURRENT_LISTS, async (family) => {
    const { list, record } = family;
    const found: DocOfKind[] = [];
    const input = { path: { ...path }, query: queryOf(family) };
    const items = client.performPages(list, input, { maxBytes: MAX_LIST_BYTES });
    for await (const doc of items) found.push({ kind: record.kind, doc: doc as Doc });
    return found;
  });
  return lists.flat();
}

/** Number of records per family, with the noun for people; empty families are left out. */
export const countsOf = (found: readonly DocOfKind[]): { noun: string; count: number }[] =>
  FAMILIES.flatMap((family: Family) => {
    const count = found.filter(({ kind }) => kind === family.record.kind).length;
    return count === 0 ? [] : [{ noun: family.shape.noun, count }];
  });
