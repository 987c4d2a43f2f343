import type { Context } from '../../../cli/command/spec.js';
import type { StoredEntry } from '../../../cli/undo/journal.js';
import { readSnapshot } from '../../../cli/undo/read-snapshot.js';
import { FAMILIES } from '../../../contract/families.js';
import { isKind } from '../../../contract/records.js';
import { getLandscape } from '../../../contract/resources/landscape.js';
import { restorableFamily } from '../../../contract/rules/undo/record-change.js';
import { undoPlan } from '../../../model/undo/undo-plan.js';
import type { UndoPlan } from '../../../model/undo/undo-types.js';

/** The plan that undoes a recorded change, or repeats an undone one. Errors: those of the client. */
export async function planOf(context: Context, entry: StoredEntry, force: boolean): Promise<UndoPlan> {
  const { landscapeId, versionId } = entry.place;
  const client = await context.client({ reads: true });
  const known = entry.changes.filter(({ kind }) => isKind(kind));
  const changes = entry.undone
    ? known.map(({ before, after, ...it }) => ({ ...it, before: after, after: before }))
    : known;
  const kinds = FAMILIES.map(({ shape }) => shape.singular).filter(restorableFamily);
  const drawn = new Set(changes.flatMap(({ kind, id }) => (kind === 'diagramContent' ? [id] : [])));
  const [current, { landscape }] = await Promise.all([
    readSnapshot(client, { landscapeId, versionId }, kinds, (lists) =>
      [...drawn].filter((id) => lists.get('diagram', id)),
    ),
    client.call(getLandscape, { path: { landscapeId } }),
  ]);
  const { id, name } = landscape;
  return undoPlan({ landscape: { id, name }, version: versionId, changes, current, force });
}
