import { type Doc, type Fields, textsOf } from '../doc.js';
import type { Kind, RecordReader } from '../records.js';

/** Field with the id of the model object that a record belongs to. */
const OWNER_FIELD: Readonly<Partial<Record<Kind, string>>> = {
  diagram: 'modelId',
  diagramGroup: 'modelId',
};

/**
 * The model object whose editing rights apply to a record: the record itself, or the object of its diagram or group.
 */
function protectedObject(reader: RecordReader, kind: Kind, doc: Doc): Doc | undefined {
  if (kind === 'modelObject') return doc;
  if (kind === 'flow' || kind === 'diagramContent') {
    const diagram = reader.get('diagram', kind === 'flow' ? String(doc.diagramId) : doc.id);
    return diagram && protectedObject(reader, 'diagram', diagram);
  }
  const field = OWNER_FIELD[kind];
  return field === undefined ? undefined : reader.get('modelObject', String(doc[field]));
}

/**
 * Teams that may edit a record besides admins; undefined if everyone with write access may
 * (docs/service.md#team-only-editing).
 */
export function editingTeams(reader: RecordReader, kind: Kind, doc: Doc): string[] | undefined {
  const owner: Fields | undefined = protectedObject(reader, kind, doc);
  return owner?.teamOnlyEditing === true ? textsOf(owner.teamIds) : undefined;
}

/** Whether a write changes who may edit; only admins may do this (docs/service.md#team-only-editing). */
export const changesLock = (kind: Kind, doc: Fields, before: Fields | undefined): boolean =>
  kind === 'modelObject' && (doc.teamOnlyEditing === true) !== (before?.teamOnlyEditing === true);
