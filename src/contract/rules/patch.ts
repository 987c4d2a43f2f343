import { isObject } from '../../base/is-object.js';
import type { Fields } from '../doc.js';

/** Whether an update contains operators (add, change, remove) instead of a new value. */
export const isOperators = (value: unknown): value is Fields =>
  isObject(value) && Object.keys(value).some((key) => key.startsWith('$'));

/**
 * Applies an update to a record's fields. Id lists support `$add` and `$remove`; maps support `$add`, `$update` (merged
 * into the entry), `$replace` (replaces the entry) and `$remove` (docs/service.md#updates). Any other value replaces
 * the field.
 *
 * @returns the fields, and a problem for each `$update` of a missing entry
 */
export function applyPatch<T extends Fields>(before: T, patch: Fields): { after: T; problems: string[] } {
  const after: Fields = { ...before };
  const problems: string[] = [];
  for (const [field, value] of Object.entries(patch)) {
    if (!isOperators(value)) {
      if (value !== undefined) after[field] = value;
    } else {
      const current = before[field];
      after[field] = Array.isArray(current)
        ? patchList(current, value)
        : patchMap(field, mapIn(current), value, problems);
    }
  }
  return { after: after as T, problems };
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const mapIn = (value: unknown): Fields => (isObject(value) ? value : {});

function patchList(list: readonly unknown[], patch: Fields): unknown[] {
  const removed = new Set(listIn(patch.$remove));
  return [...new Set([...list.filter((it) => !removed.has(it)), ...listIn(patch.$add)])];
}

function patchMap(field: string, map: Fields, patch: Fields, problems: string[]): Fields {
  const next: Fields = { ...map };
  for (const id of listIn(patch.$remove)) delete next[String(id)];
  for (const [id, partial] of Object.entries(mapIn(patch.$update))) {
    const entry = next[id];
    if (!isObject(entry)) problems.push(`${field}.$update.${id}: the entry does not exist`);
    else next[id] = { ...entry, ...mapIn(partial) };
  }
  return { ...next, ...mapIn(patch.$add), ...mapIn(patch.$replace) };
}
