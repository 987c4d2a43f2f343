import { isObject } from '../../../base/is-object.js';
import type { Fields } from '../../doc.js';
import { isOperators } from '../patch.js';

/**
 * Current values of a record in the shape of a task's snapshot, so that `staleFields` reports no conflict
 * (docs/service.md#draft). Entries that no longer exist cannot be refreshed; they remain, and the merge reports them.
 */
export function rebasedSnapshot(snapshot: Fields, current: Fields): Fields {
  return Object.fromEntries(
    Object.entries(snapshot).map(([field, was]) => {
      const is = current[field];
      // A missing field counts as null.
      if (!isOperators(was)) return [field, is ?? null];
      // Adding and removing ids never conflicts.
      return [field, Array.isArray(is) ? was : rebasedEntries(was, isObject(is) ? is : {})];
    }),
  );
}

function rebasedEntries(was: Fields, entries: Fields): Fields {
  const part = (operator: string, merge: (then: unknown, now: unknown) => unknown): Fields =>
    Object.fromEntries(
      Object.entries(isObject(was[operator]) ? was[operator] : {}).map(([id, then]) => [
        id,
        entries[id] === undefined ? then : merge(then, entries[id]),
      ]),
    );
  const whole = (_then: unknown, now: unknown) => now;
  const absent = (Array.isArray(was.$remove) ? was.$remove : []).map(String);
  const byNow = Object.fromEntries(absent.flatMap((id) => (id in entries ? [[id, entries[id]]] : [])));
  const next = {
    $add: part('$add', whole),
    $update: part('$update', sameKeys),
    $replace: { ...part('$replace', whole), ...byNow },
  };
  const changes = Object.entries(next).filter(([, map]) => Object.keys(map).length > 0);
  const stillAbsent = absent.filter((id) => !(id in entries));
  return { ...Object.fromEntries(changes), ...(stillAbsent.length > 0 && { $remove: stillAbsent }) };
}

/** Current values of the fields that the snapshot contains for an entry. */
function sameKeys(then: unknown, now: unknown): unknown {
  if (!isObject(then) || !isObject(now)) return now;
  return Object.fromEntries(Object.keys(then).map((key) => [key, now[key] ?? null]));
}
