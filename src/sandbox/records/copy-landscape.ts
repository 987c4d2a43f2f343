import type { Doc } from '../../contract/doc.js';
import { isLive } from '../../contract/rules/versions/live.js';
import { contentsOf, copyOf, SNAPSHOT_KINDS } from '../../contract/rules/versions/version-copy.js';
import type { Action } from '../services.js';
import { newAdrNumber } from './adr-number.js';
import { createdBy } from './stamps.js';
import type { RecordWriter } from './writer.js';

/** The live, editable version of a landscape. */
export const liveVersionOf = ({ services }: Action, landscapeId: string): Doc | undefined =>
  services.store.records.ofLandscape('version', landscapeId).find(isLive);

/** A new version of a landscape with default fields. */
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

/** Copies the contents of a version into another one, as newly created records (docs/service.md#copies). */
export function copyVersion(action: Action, from: Doc, to: Doc, writer: RecordWriter): void {
  const { services } = action;
  const found = contentsOf(services.store.records, from.id);
  for (const { kind, doc } of copyOf(found, placeOf(from), placeOf(to), services.newId)) {
    const counted = 'commit' in doc ? { commit: 1, version: 1 } : {};
    // Draft tasks are never updated, so they have no such stamps.
    const { createdAt, createdBy: by, createdById, ...updated } = createdBy(action);
    const stamps = { createdAt, createdBy: by, createdById, ...('updatedAt' in doc && updated) };
    const number = kind === 'adr' && {
      number: newAdrNumber(action, String(to.landscapeId), Number(doc.number)),
    };
    writer.create(kind, { ...doc, ...counted, ...stamps, ...number });
  }
}

/**
 * Creates a snapshot of the live version (docs/service.md#versions): unchanged copies of its records under new ids.
 * Writes one log entry and no events, because the live model does not change.
 */
export function takeSnapshot(
  action: Action,
  live: Doc,
  fields: { name: string; notes: string; modelHandleId: string | null },
  writer: RecordWriter,
): Doc {
  const { records } = action.services.store;
  const snapshot = { ...newVersion(action, String(live.landscapeId)), ...fields, tags: [] };
  const found = contentsOf(records, live.id, SNAPSHOT_KINDS);
  const copies = copyOf(found, placeOf(live), placeOf(snapshot), action.services.newId);
  for (const { kind, doc } of copies) writer.save(kind, doc);
  // Last, because its log entry names a model object of the copy.
  writer.create('version', snapshot, fields);
  return snapshot;
}

const placeOf = ({ id, landscapeId }: Doc) => ({ versionId: id, landscapeId: String(landscapeId) });
