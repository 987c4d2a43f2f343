import type { Doc } from '../../doc.js';
import { type Kind, type RecordReader, recordOf } from '../../records.js';
import { withoutDrafts } from '../adr.js';
import type { DocOfKind } from '../cascade.js';
import { VERSION_KINDS } from '../order.js';
import { innerIds, remap } from './remap.js';

/** Destination of records. */
export interface Place {
  landscapeId: string;
  versionId: string;
}

/** Kinds that exist only in the live version and not in snapshots (docs/service.md#versions). */
const LIVE_ONLY: readonly Kind[] = ['draft', 'draftTask'];

/** Kinds in a snapshot, referenced kinds first. */
export const SNAPSHOT_KINDS: readonly Kind[] = VERSION_KINDS.filter((kind) => !LIVE_ONLY.includes(kind));

/** All records of these kinds in a version, referenced kinds first. */
export const contentsOf = (
  reader: RecordReader,
  versionId: string,
  kinds: readonly Kind[] = VERSION_KINDS,
): DocOfKind[] =>
  kinds.flatMap((kind) => reader.ofVersion(kind, versionId).map(({ doc }): DocOfKind => ({ kind, doc })));

/**
 * Copies the records of a version to another place: with new ids, references remapped to the copies, and the same
 * handles (docs/service.md#copies). The caller sets stamps and change counts.
 */
export function copyOf(
  found: readonly DocOfKind[],
  from: Place,
  to: Place,
  newId: () => string,
): DocOfKind[] {
  const ids = new Map([
    [from.landscapeId, to.landscapeId],
    [from.versionId, to.versionId],
  ]);
  const renew = (id: string): void => {
    if (!ids.has(id)) ids.set(id, areaId(id, ids) ?? newId());
  };
  for (const { doc } of found) renew(doc.id);
  const copied = new Set(found.map(({ doc }) => doc.id));
  const whole = found.map(({ kind, doc }) => ({
    kind,
    doc: kind === 'adr' ? withoutDrafts(doc, copied) : doc,
  }));
  for (const { kind, doc } of whole) for (const id of innerIds(kind, doc)) renew(id);
  return whole.map(({ kind, doc }) => ({ kind, doc: placed(kind, remap(kind, doc, ids), to) }));
}

/** The id of an area on a diagram derives from the object it represents (docs/service.md#diagram-content). */
export function areaId(id: string, ids: ReadonlyMap<string, string>): string | undefined {
  const [, modelId = ''] = /^(.+)-area$/.exec(id) ?? [];
  const known = ids.get(modelId);
  return known === undefined ? undefined : `${known}-area`;
}

/** Sets the location of a copied record and drops its views: views of the original do not count for the copy. */
function placed(kind: Kind, doc: Doc, { landscapeId, versionId }: Place): Doc {
  const { viewedAt: _at, viewedBy: _by, viewedById: _byId, latestEntityId: _latest, ...fields } = doc;
  const own = recordOf(kind).owner === 'version';
  return { ...fields, id: doc.id, ...(own && { landscapeId, versionId }) };
}

/** Records of a version by handle. Empty for kinds without handles. */
export function byHandle(reader: RecordReader, kind: Kind, versionId: string): Map<string, Doc> {
  const docs: readonly { doc: Doc }[] = reader.ofVersion(kind, versionId);
  return new Map(
    docs.flatMap(({ doc }) => (typeof doc.handleId === 'string' ? [[doc.handleId, doc] as const] : [])),
  );
}

/** Records whose handle is already in use in the target version: a handle is unique per kind in a version. */
export const handleClashes = (
  reader: RecordReader,
  found: readonly DocOfKind[],
  versionId: string,
): readonly DocOfKind[] => {
  const taken = new Map<Kind, Map<string, Doc>>();
  return found.filter(({ kind, doc }) => {
    const known = taken.get(kind) ?? byHandle(reader, kind, versionId);
    taken.set(kind, known);
    return known.has(String(doc.handleId));
  });
};
