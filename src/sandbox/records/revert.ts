import type { Doc } from '../../contract/doc.js';
import { content } from '../../contract/rules/diagrams/content.js';
import { planRevert } from '../../contract/rules/versions/revert.js';
import type { Action } from '../services.js';
import { bumped, createdBy } from './stamps.js';
import type { RecordWriter } from './writer.js';

/**
 * Reverts the live version to a snapshot, entirely or for the selected diagrams (docs/service.md#versions).
 *
 * @returns handles of the changed diagrams.
 */
export function revertTo(
  action: Action,
  {
    snapshot,
    live,
    diagramHandleIds,
  }: { snapshot: Doc; live: Doc; diagramHandleIds?: readonly string[] | undefined },
  writer: RecordWriter,
): string[] {
  const { store, newId } = action.services;
  const { records } = store;
  writer.captureChangedLists();
  const plan = planRevert(records, { snapshotId: snapshot.id, liveId: live.id, newId, diagramHandleIds });
  for (const { kind, now, next } of plan.writes) {
    if (now) writer.update(kind, now, bumped(action, next), content(kind, next));
    else writer.create(kind, { ...next, ...createdBy(action) }, content(kind, next));
  }
  // Last, so that no remaining record refers to a removed one.
  for (const { kind, doc } of plan.removals) if (records.get(kind, doc.id)) writer.remove(kind, doc);
  return plan.diagramHandleIds;
}
