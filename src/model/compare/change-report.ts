import { dashed } from '../../contract/doc.js';
import type { Element, Value } from '../document/element.js';
import { type Detail, detailsOf } from './details.js';
import type { Change } from './diff.js';

/**
 * Types of change to an element. A new parent takes precedence over a new name, and both over other changes.
 */
export const CHANGE_TYPES = ['added', 'removed', 'renamed', 'moved', 'changed'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** A difference in JSON output. */
export interface ReportedChange {
  /** For example `object` or `diagram-group`. */
  kind: string;
  change: ChangeType;
  id: string;
  name: string;
  /** The previous name, if it differs. */
  was?: string;
  /** For an added or removed element, all of its fields. */
  fields: { field: string; from: Value; to: Value }[];
}

/** Fields that refer to the container of an element. */
const WITHIN: readonly string[] = ['parent', 'domain', 'of', 'group'];

export function changeTypeOf({ kind, change, fields }: Change): ChangeType {
  if (change !== 'changed') return change;
  const isIn = ({ field }: { field: string }): boolean =>
    WITHIN.includes(field) && !(kind === 'diagram' && field === 'parent');
  if (fields.some(isIn)) return 'moved';
  return fields.some(({ field }) => field === 'name') ? 'renamed' : 'changed';
}

/** The previous name, if it differs. */
export function oldName({ before, name, change }: Change): string | undefined {
  const was = before?.fields.name;
  return change === 'changed' && typeof was === 'string' && was !== name ? was : undefined;
}

/** Converts changes to JSON output: all keys are always present, and missing values are null. */
export function reportedChanges(changes: readonly Change[]): ReportedChange[] {
  return changes.map((change) => {
    const { kind, id, name } = change;
    const was = oldName(change);
    return {
      kind: dashed(kind),
      change: changeTypeOf(change),
      id,
      name,
      ...(was !== undefined && { was }),
      fields: reportedFields(change),
    };
  });
}

function reportedFields({ fields, before, after, change }: Change): ReportedChange['fields'] {
  if (change === 'changed') return fields.map(({ field, from = null, to = null }) => ({ field, from, to }));
  const all: Element['fields'] = (after ?? before)?.fields ?? {};
  return Object.entries(all).map(([field, value]) =>
    change === 'added' ? { field, from: null, to: value } : { field, from: value, to: null },
  );
}

/** The parts that differ in an element that exists on both sides. */
export const changedParts = ({ kind, fields }: Change): Detail[] =>
  fields.flatMap((it) => detailsOf(kind, it));

/** A short text for a value; for an entry, its description or name. */
export function valueText(value: Value | undefined): string {
  if (value === undefined || value === null) return '-';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(valueText).join(' ');
  const entry = value as Readonly<Record<string, Value | undefined>>;
  if (typeof entry.x === 'number' && typeof entry.y === 'number') return `(${entry.x}, ${entry.y})`;
  const own = [entry.description, entry.name, entry.url, entry.id, entry.object, entry.connection];
  const shown = own.find((it) => typeof it === 'string' && it !== '');
  if (typeof shown === 'string') return shown;
  const parts = Object.entries(entry).filter(([, it]) => it !== undefined && typeof it !== 'object');
  return parts.map(([key, it]) => `${key}=${String(it)}`).join(', ') || JSON.stringify(value);
}
