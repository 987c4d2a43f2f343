import { withoutUndefined } from '../../base/defined.js';
import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf } from '../../contract/doc.js';
import { NAMESPACE_LABEL, ORIGINAL_ID_LABEL } from '../../contract/rules/imports/import-entities.js';
import type { Value } from '../document/element.js';

/** Converts values of records to values of fields. */

/** Labels written by imports. They identify an element and are not part of it. */
const IMPORT_LABELS: readonly string[] = [NAMESPACE_LABEL, ORIGINAL_ID_LABEL, 'imported'];

/** The value at a path such as `icon.catalogTechnologyId`, split at its dots. */
export function valueAt(record: Doc, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return value;
}

export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export function ownLabels(labels: unknown): Value {
  if (!isObject(labels)) return {};
  const keys = Object.keys(labels).filter((key) => !IMPORT_LABELS.includes(key));
  return Object.fromEntries(keys.map((key) => [key, String(labels[key])]));
}

export function linksOf(links: unknown): Value {
  const sorted = entriesOf(links).sort(([, a], [, b]) => Number(a.index) - Number(b.index));
  return sorted.flatMap(([, { url, customName }]) =>
    typeof url === 'string' ? [withoutUndefined({ url, name: nonEmptyText(customName) }) as Value] : [],
  );
}
