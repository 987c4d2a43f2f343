import { isObject } from '../../base/is-object.js';
import type { Fields } from '../../contract/doc.js';

/**
 * Whether a record matches all fields of a filter. A list field must contain at least one of the requested values,
 * other fields must equal one of them; names match whole and case-sensitively; all labels must match. `own` holds
 * filters that need more than the field of the same name.
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
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return any.some((it) => values.includes(it));
}
