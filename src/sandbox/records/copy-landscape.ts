import type { Doc } from '../../contract/doc.js';
import { isLive } from '../../contract/rules/live.js';
import { contentsOf, copyOf, SNAPSHOT_KINDS } from '../../contract/rules/version-copy.js';
import type { Action } from '../services.js';
import { createdBy } from './stamps.js';
import type { RecordWriter } from './writer.js';

/** The version of a landscape that can be changed. */
export const liveVersion = ({ services }: Action, landscapeId: string): Doc | undefined =>
  services.store.records.ofLandscape('version', landscapeId).find(isLive);

/** What a version of a landscape is before anybody said anything of it. */
export const newVersion = (action: Action, landscapeId: string): Doc => ({
  id: action.services.newId(),
  landscapeId,
  name: 'Current',
  notes: 'The live version, open to changes.',
  modelHandleId: null,
  diagramHandleIds: [],
  tags: ['latest'],
  completedAt: action.now,
  ...createdBy(action),
});

/** Makes everything that a version holds again in another, as records that were just made (docs/service.md#copies). */
export function copyVersion(action: Action, from: Doc, to: Doc, writer: RecordWriter): void {
  const { services } = action;
  const found = contentsOf(services.store.records, from.id);
  for (const { kind, doc } of copyOf(found, placeOf(from), placeOf(to), services.newId)) {
    const counted = 'commit' in doc ? { commit: 1, version: 1 } : {};
    // A draft task is never updated, so it has no such stamps.
    const { createdAt, createdBy: by, createdById, ...updated } = createdBy(action);
    const stamps = { createdAt, createdBy: by, createdById, ...('updatedAt' in doc && updated) };
    writer.create(kind, { ...doc, ...counted, ...stamps });
  }
}

/**
 * Freezes what the live version holds (docs/service.md#versions): the records as they are, under ids of their own. It
 * is one log, and no event: nothing of the live model changed.
 */
export function takeSnapshot(
  action: Action,
  live: Doc,
  said: { name: string; notes: string; modelHandleId: string | null },
  writer: RecordWriter,
): Doc {
  const { records } = action.services.store;
  const snapshot = { ...newVersion(action, String(live.landscapeId)), ...said, tags: [] };
  writer.create('version', snapshot, said);
  const found = contentsOf(records, live.id, SNAPSHOT_KINDS);
  const copies = copyOf(found, placeOf(live), placeOf(snapshot), action.services.newId);
  for (const { kind, doc } of copies) writer.save(kind, doc);
  return snapshot;
}

const placeOf = ({ id, landscapeId }: Doc) => ({ versionId: id, landscapeId: String(landscapeId) });
