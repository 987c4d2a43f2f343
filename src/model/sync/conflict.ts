import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../../contract/doc.js';
import { isOperators } from '../../contract/rules/patch.js';
import { contains } from '../../contract/rules/undo/open-change.js';
import { sameValue } from '../../contract/rules/undo/record-change.js';

/** Detects conflicts: compares a record that has a newer commit than the plan with the values that the plan expects. */

const mapIn = (value: unknown): Fields => (isObject(value) ? value : {});

/** Paths of fields, and of map entries, that match neither their previous nor their planned value. */
export function changedSince(is: Doc, before: Fields, body: Fields): string[] {
  return Object.entries(before).flatMap(([field, was]) => {
    const wanted = body[field];
    if (!isOperators(wanted)) return sameValue(is[field], was) || contains(is[field], wanted) ? [] : [field];
    const entries = mapIn(is[field]);
    return Object.entries(mapIn(was)).flatMap(([id, entry]) =>
      sameValue(entries[id], entry) || hasEntries(entries, onlyOf(wanted, id)) ? [] : [`${field}.${id}`],
    );
  });
}

/** The part of a map update that concerns one entry. */
const onlyOf = (patch: Fields, id: string): Fields =>
  Object.fromEntries(
    Object.entries(patch).map(([operator, part]) => [
      operator,
      Array.isArray(part)
        ? part.filter((it) => it === id)
        : Object.fromEntries(Object.entries(mapIn(part)).filter(([key]) => key === id)),
    ]),
  );

/** Whether a record already contains everything that an update sets. */
export const isDone = (is: Doc, body: Fields): boolean =>
  Object.entries(body).every(([field, value]) =>
    isOperators(value) ? hasEntries(mapIn(is[field]), value) : contains(is[field], value),
  );

function hasEntries(is: Fields, { $add, $update, $replace, $remove }: Fields): boolean {
  const wanted = [$add, $update, $replace].flatMap((it) => Object.entries(mapIn(it)));
  const gone = Array.isArray($remove) ? $remove : [];
  return (
    wanted.every(([id, entry]) => contains(is[id], entry)) &&
    gone.every((id) => !Object.hasOwn(is, String(id)))
  );
}
