import { isObject } from '../../../base/is-object.js';
import { type Doc, type DocReader, entriesOf, type Fields } from '../../doc.js';
import type { EntryPlace } from '../../record.js';

/** The map entry that a reference with `orEntry` names; undefined if the entry does not exist. */
export function entryAt(
  reader: Pick<DocReader, 'get'>,
  doc: Fields,
  { kind, by, map }: EntryPlace,
  id: string,
): Fields | undefined {
  const at = doc[by];
  const entries = typeof at === 'string' ? reader.get(kind, at)?.[map] : undefined;
  const entry = isObject(entries) && Object.hasOwn(entries, id) ? entries[id] : undefined;
  return isObject(entry) ? entry : undefined;
}

/** Step fields that refer to an object, either of the model or of the diagram (docs/service.md#flow-step). */
export const STEP_ENDS = ['originId', 'targetId', 'viaId'] as const;

/** Ids of drawn objects that were removed between two contents of a diagram. */
export function removedObjects(before: Doc, after: Doc): Set<string> {
  const remaining = new Set(entriesOf(after.objects).map(([id]) => id));
  return new Set(entriesOf(before.objects).flatMap(([id]) => (remaining.has(id) ? [] : [id])));
}

/** The flow without references to objects that its diagram no longer draws; undefined if it has none. */
export function withoutRemovedEnds(flow: Doc, erasedIds: ReadonlySet<string>): Doc | undefined {
  let changed = false;
  const steps = entriesOf(flow.steps).map(([id, step]): [string, Fields] => {
    const lost = STEP_ENDS.filter((end) => erasedIds.has(String(step[end])));
    changed ||= lost.length > 0;
    return [id, { ...step, ...Object.fromEntries(lost.map((end) => [end, null])) }];
  });
  return changed ? { ...flow, steps: Object.fromEntries(steps) } : undefined;
}
