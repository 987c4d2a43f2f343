import { isObject } from '../../base/is-object.js';
import { pluralize } from '../../base/words.js';
import type { Doc, Fields } from '../../contract/doc.js';
import { elementKindOf, readableOf } from '../../contract/fields/facts.js';
import type { Kind } from '../../contract/records.js';
import { sameValue } from '../../contract/rules/undo/record-change.js';
import type { FieldChange } from '../compare/diff.js';
import type { Value } from '../document/element.js';

/** Changed fields of a record for display: names instead of ids, and numbers of entries instead of maps. */
export function fieldChanges(
  kind: Kind,
  current: Doc,
  wanted: Fields,
  names: ReadonlyMap<string, string>,
): FieldChange[] {
  return Object.entries(wanted)
    .filter(([field, value]) => !sameValue(current[field], value))
    .map(([field, value]) => {
      const label = kind === 'diagramContent' ? `drawn ${field}` : elementKindOf(readableOf(field));
      return { field: label, from: words(current[field], names), to: words(value, names) };
    });
}

function words(value: unknown, names: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((it) => String(words(it, names))).join(', ');
  if (isObject(value)) {
    const entries = Object.entries(value);
    const isText = entries.every(([, it]) => typeof it === 'string');
    return isText
      ? entries.map(([key, it]) => `${key}=${it}`).join(', ')
      : pluralize(entries.length, 'entry');
  }
  return (value ?? '') as Value;
}
