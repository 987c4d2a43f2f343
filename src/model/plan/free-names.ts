import type { Doc } from '../../contract/doc.js';
import { elementOf, type Model } from '../document/element.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';
import type { Deletion } from './deletes.js';
import { nameKey, type ObjectNames, placeIn } from './names.js';
import type { Step } from './plan-types.js';
import type { RecordIds } from './record-ids.js';

export interface FreeNamesInput {
  model: Model;
  live: LiveLandscape;
  ids: RecordIds;
  names: ObjectNames;
  deletions: readonly Deletion[];
}

/**
 * Steps that rename objects before another object takes their names under the same parent, which a service may refuse. An
 * object gets its final name at once if that name is free, otherwise a temporary one.
 */
export function freeNames(
  { model, live, ids, names, deletions }: FreeNamesInput,
  rename: (record: Doc, name: string, why: string) => Step,
): Step[] {
  if (names.newNames.size === 0) return [];
  const late = new Set(deletions.filter(({ isLate }) => isLate).flatMap(({ frees }) => [...frees.keys()]));
  const gone = new Set(deletions.filter(({ isLate }) => !isLate).flatMap(({ frees }) => [...frees.values()]));
  // Names freed so far, and final names assigned so far.
  const [free, again] = [new Set<string>(), new Set<string>()];
  return recordsOf(live, 'object').flatMap((record) => {
    const key = names.current(record);
    if (!names.newNames.has(key)) return [];
    const own = String(record.name);
    if (late.has(record.id)) {
      free.add(key);
      return [rename(record, temporaryName(own, record), 'its name is taken before it can be deleted')];
    }
    const element = elementOf(model, 'object', ids.elementOf('object', record.id) ?? '');
    if (!element || gone.has(key)) return [];
    const next = names.planned(element);
    if (next === key) return [];
    const isFree = (!names.isInUse(next) || free.has(next)) && !again.has(next);
    free.add(key);
    const isFinal = isFree && nameKey(placeIn(key), element.fields.name) === next;
    if (isFinal) again.add(next);
    const name = isFinal ? String(element.fields.name) : temporaryName(own, record);
    return [rename(record, name, 'another object takes its name')];
  });
}

/** A name for an object whose own name is needed first. */
export const temporaryName = (name: string, { id }: Doc): string => `${name} (${id.slice(0, 6)})`;
