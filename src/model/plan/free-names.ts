import type { Doc } from '../../contract/doc.js';
import { elementOf, type Model } from '../document/element.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';
import type { Deletion } from './deletes.js';
import { domainOf, type Names, nameKey } from './names.js';
import type { Step } from './plan-types.js';
import type { RecordIds } from './record-ids.js';

export interface FreedWith {
  model: Model;
  live: LiveLandscape;
  ids: RecordIds;
  names: Names;
  deletions: readonly Deletion[];
}

/**
 * Steps that free names before another object takes them, because names are unique within a domain. An object gets its
 * new name at once if that is free, otherwise a temporary one.
 */
export function freeNames(
  { model, live, ids, names, deletions }: FreedWith,
  rename: (record: Doc, name: string, why: string) => Step,
): Step[] {
  if (names.taken.size === 0) return [];
  const late = new Set(deletions.filter(({ isLate }) => isLate).flatMap(({ frees }) => [...frees.keys()]));
  const gone = new Set(deletions.filter(({ isLate }) => !isLate).flatMap(({ frees }) => [...frees.values()]));
  /** Names freed so far, and names assigned for good. */
  const [free, again] = [new Set<string>(), new Set<string>()];
  return recordsOf(live, 'object').flatMap((record) => {
    const key = names.now(record);
    if (!names.taken.has(key)) return [];
    const own = String(record.name);
    if (late.has(record.id)) {
      free.add(key);
      return [rename(record, aside(own, record), 'its name is taken before it can be deleted')];
    }
    const element = elementOf(model, 'object', ids.elementOf('object', record.id) ?? '');
    if (!element || gone.has(key)) return [];
    const next = names.next(element);
    if (next === key) return [];
    const isFree = (!names.isHeld(next) || free.has(next)) && !again.has(next);
    free.add(key);
    const isFinal = isFree && nameKey(domainOf(key), element.fields.name) === next;
    if (isFinal) again.add(next);
    const name = isFinal ? String(element.fields.name) : aside(own, record);
    return [rename(record, name, 'another object takes its name')];
  });
}

const aside = (name: string, { id }: Doc): string => `${name} (${id.slice(0, 6)})`;
