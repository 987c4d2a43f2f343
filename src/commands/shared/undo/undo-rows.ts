import { pluralize } from '../../../base/text/words.js';
import type { StoredEntry } from '../../../cli/undo/journal.js';
import { isKind, recordOf } from '../../../contract/records.js';
import type { RecordChange } from '../../../contract/rules/undo/record-change.js';
import { isRoot } from '../../../model/undo/undo-ids.js';

/** A recorded change as a row of `undo --list`. */
export const undoRow = ({ at, command, undone, changes }: StoredEntry, number: number) => ({
  number,
  at,
  command,
  records: new Set(changes.filter((it) => !isRoot(it)).map(({ id }) => id)).size,
  changes: contentsInWords(changes),
  undone: undone === true,
});

/** Number of records by kind: `2 model objects, 1 diagram`; contents count as their diagram, roots as their domain. */
export function contentsInWords(changes: readonly RecordChange[]): string {
  const ids = new Map<string, Set<string>>();
  for (const { kind, id } of changes.filter((it) => !isRoot(it))) {
    const noun = kind === 'diagramContent' ? 'diagram' : isKind(kind) ? recordOf(kind).noun : kind;
    ids.set(noun, (ids.get(noun) ?? new Set()).add(id));
  }
  return [...ids].map(([noun, { size }]) => pluralize(size, noun)).join(', ');
}
