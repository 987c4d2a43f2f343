import { isObject } from '../../base/is-object.js';
import type { Fields } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import type { RecordChange } from '../../contract/rules/undo/record-change.js';
import type { Snapshot } from '../../contract/rules/undo/snapshot.js';
import { decisionPlaceholder } from '../plan/decisions.js';
import { rootPlaceholder } from '../plan/record-ids.js';

/** Ids that the service assigns anew when records are created again: of roots of domains, and of decisions. */

export const isRoot = ({ kind, before, after }: RecordChange): boolean =>
  kind === 'modelObject' && (before ?? after)?.type === 'root';

/** Placeholders for the ids of created records that the service assigns, by their previous ids. */
export const placeholders = (created: readonly RecordChange[]): ReadonlyMap<string, string> =>
  new Map(
    created.flatMap((change): [string, string][] => {
      const { kind, id, before } = change;
      if (kind === 'adr') return [[id, decisionPlaceholder(String(before?.handleId))]];
      return isRoot(change) ? [[id, rootPlaceholder(String(before?.domainId))]] : [];
    }),
  );

/**
 * The changes with the current ids of records that were deleted and created again: roots of domains, and decisions, which
 * their handles identify.
 */
export function withCurrentIds(
  changes: readonly RecordChange[],
  known: readonly RecordChange[],
  current: Snapshot,
): readonly RecordChange[] {
  const identity = (kind: Kind, fields: Fields | null): string | undefined => {
    if (kind === 'adr') return `adr ${String(fields?.handleId)}`;
    return kind === 'modelObject' && fields?.type === 'root' ? `root ${String(fields.domainId)}` : undefined;
  };
  const ids = new Map(current.all().map(({ kind, doc }) => [identity(kind, doc), doc.id]));
  const replaced = new Map(
    [...known, ...changes].flatMap(({ kind, id, before, after }): [string, string][] => {
      const now = ids.get(identity(kind, before ?? after) ?? '');
      return now === undefined || now === id ? [] : [[id, now]];
    }),
  );
  if (replaced.size === 0) return changes;
  return changes.map((it) => withReplacedIds(it, replaced) as RecordChange);
}

/** The value with other ids. */
export function withReplacedIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((it) => withReplacedIds(it, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, withReplacedIds(it, ids)]));
}
