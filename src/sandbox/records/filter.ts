import { isObject } from '../../base/is-object.js';
import type { Fields } from '../../contract/doc.js';

/**
 * Whether a record meets a filter: every given field must. A list field holds at least one of the wanted values,
 * another field equals one of them; names are compared whole, with case; labels must all be there.
 * `own` are filters that no field of the same name tells.
 */
export function matchesFilter<D extends Fields>(
  doc: D,
  filter: Readonly<Fields>,
  own: Readonly<Record<string, (doc: D, wanted: unknown) => boolean>> = {},
): boolean {
  return Object.entries(filter).every(
    ([field, wanted]) =>
      wanted === undefined || (own[field] ? own[field](doc, wanted) : matches(doc[field], wanted)),
  );
}

function matches(value: unknown, wanted: unknown): boolean {
  if (wanted === null) return value === null || value === undefined;
  if (isObject(wanted)) {
    const labels = isObject(value) ? value : {};
    return Object.entries(wanted).every(([name, text]) => labels[name] === text);
  }
  const any: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const held: readonly unknown[] = Array.isArray(value) ? value : [value];
  return any.some((it) => held.includes(it));
}
