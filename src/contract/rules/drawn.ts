import { isObject } from '../../base/is-object.js';
import { type Doc, type DocReader, entriesOf, type Fields } from '../doc.js';
import type { EntryPlace } from '../record.js';

/** The entry that a record names where it may name one; undefined where there is none of that id. */
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

/** Fields of a step that name an object: one of the model, or one of the diagram (docs/service.md#flow-step). */
const ENDS = ['originId', 'targetId', 'viaId'] as const;

/** Ids of what is drawn in one content of a diagram and in the next no more. */
export function erased(before: Doc, after: Doc): Set<string> {
  const left = new Set(entriesOf(after.objects).map(([id]) => id));
  return new Set(entriesOf(before.objects).flatMap(([id]) => (left.has(id) ? [] : [id])));
}

/** The flow without its references to objects that its diagram does not draw any more; undefined where it has none. */
export function withoutErased(flow: Doc, gone: ReadonlySet<string>): Doc | undefined {
  let changed = false;
  const steps = entriesOf(flow.steps).map(([id, step]): [string, Fields] => {
    const lost = ENDS.filter((end) => gone.has(String(step[end])));
    changed ||= lost.length > 0;
    return [id, { ...step, ...Object.fromEntries(lost.map((end) => [end, null])) }];
  });
  return changed ? { ...flow, steps: Object.fromEntries(steps) } : undefined;
}
