import { isObject } from '../../base/is-object.js';
import { pluralize } from '../../base/text/words.js';
import type { Doc, Fields } from '../../contract/doc.js';
import { elementKindOf, readableOf } from '../../contract/fields/facts.js';
import type { Kind } from '../../contract/records.js';
import { sameValue } from '../../contract/rules/undo/record-change.js';
import type { FieldChange } from '../compare/diff.js';
import type { Value } from '../document/element.js';

/** Changed fields of a record for display: names instead of ids, and numbers of entries with the changed ones. */
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
      const from = current[field];
      const to = isMap(from) || isMap(value) ? mapText(from, value, names) : valueText(value, names);
      return { field: label, from: valueText(from, names), to };
    });
}

/** Whether the value contains entries that are not texts. */
const isMap = (value: unknown): boolean =>
  isObject(value) && Object.values(value).some((it) => typeof it !== 'string');

/** Maximum number of entries that are named. */
const MAX_NAMED = 3;

/** For example `14 entries: + Booking Database`, `9 entries: 2 changed`. */
function mapText(from: unknown, to: unknown, names: ReadonlyMap<string, string>): Value {
  const [was, now] = [from, to].map((it) => (isObject(it) ? it : {}) as Fields);
  if (!was || !now) return '';
  const named = (mark: string, keys: readonly string[], of: Fields): string[] => {
    if (keys.length > MAX_NAMED) return [`${mark} ${keys.length}`];
    return keys.map((key) => `${mark} ${entryName(of[key], names) ?? key}`);
  };
  const changed = Object.keys(now).filter((key) => key in was && !sameValue(was[key], now[key])).length;
  const parts = [
    ...named(
      '+',
      Object.keys(now).filter((key) => !(key in was)),
      now,
    ),
    ...named(
      '-',
      Object.keys(was).filter((key) => !(key in now)),
      was,
    ),
    ...(changed > 0 ? [`${changed} changed`] : []),
  ];
  return `${pluralize(Object.keys(now).length, 'entry')}: ${parts.join(', ')}`;
}

/** Name of an entry: its own, or that of the record that it shows. */
function entryName(entry: unknown, names: ReadonlyMap<string, string>): string | undefined {
  if (!isObject(entry)) return undefined;
  const { name, description, modelId } = entry as Fields;
  return [name, description, names.get(String(modelId))].find(
    (it): it is string => typeof it === 'string' && it !== '',
  );
}

function valueText(value: unknown, names: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((it) => String(valueText(it, names))).join(', ');
  if (isObject(value)) {
    const entries = Object.entries(value);
    return !isMap(value)
      ? entries.map(([key, it]) => `${key}=${it}`).join(', ')
      : pluralize(entries.length, 'entry');
  }
  return (value ?? '') as Value;
}
