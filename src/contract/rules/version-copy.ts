import type { Doc } from '../doc.js';
import { type Kind, type RecordReader, recordOf } from '../records.js';
import type { Found } from './cascade.js';
import { VERSION_KINDS } from './order.js';
import { innerIds, remap } from './remap.js';

/** Where records go to. */
export interface Place {
  landscapeId: string;
  versionId: string;
}

/** What is worked on in the live version only, and so is in no snapshot (docs/service.md#versions). */
const AT_WORK: readonly Kind[] = ['draft', 'draftTask'];

/** The kinds that a snapshot holds, those that others refer to first. */
export const SNAPSHOT_KINDS: readonly Kind[] = VERSION_KINDS.filter((kind) => !AT_WORK.includes(kind));

/** Everything of these kinds in a version, those that others refer to first. */
export const contentsOf = (
  reader: RecordReader,
  versionId: string,
  kinds: readonly Kind[] = VERSION_KINDS,
): Found[] =>
  kinds.flatMap((kind) => reader.ofVersion(kind, versionId).map(({ doc }): Found => ({ kind, doc })));

/**
 * What a version holds, for another place: the same records under new ids, which refer to one another as those of the
 * source do, with the handles they had (docs/service.md#copies). Stamps and counts of changes are the caller's.
 */
export function copyOf(found: readonly Found[], from: Place, to: Place, newId: () => string): Found[] {
  const ids = new Map([
    [from.landscapeId, to.landscapeId],
    [from.versionId, to.versionId],
  ]);
  const renew = (id: string): void => {
    if (!ids.has(id)) ids.set(id, areaId(id, ids) ?? newId());
  };
  for (const { doc } of found) renew(doc.id);
  for (const { kind, doc } of found) for (const id of innerIds(kind, doc)) renew(id);
  return found.map(({ kind, doc }) => ({ kind, doc: placed(kind, remap(kind, doc, ids), to) }));
}

/** Areas on a diagram are named after what they stand for (docs/service.md#diagram-content). */
export function areaId(id: string, ids: ReadonlyMap<string, string>): string | undefined {
  const [, modelId = ''] = /^(.+)-area$/.exec(id) ?? [];
  const known = ids.get(modelId);
  return known === undefined ? undefined : `${known}-area`;
}

/** Records of a version say where they are; what was seen of the original was not seen of the copy. */
function placed(kind: Kind, doc: Doc, { landscapeId, versionId }: Place): Doc {
  const { viewedAt: _at, viewedBy: _by, viewedById: _byId, latestEntityId: _latest, ...kept } = doc;
  const own = recordOf(kind).owner === 'version';
  return { ...kept, id: doc.id, ...(own && { landscapeId, versionId }) };
}

/** Records of a version by their handle. Kinds without handles have none. */
export function byHandle(reader: RecordReader, kind: Kind, versionId: string): Map<string, Doc> {
  const docs: readonly { doc: Doc }[] = reader.ofVersion(kind, versionId);
  return new Map(
    docs.flatMap(({ doc }) => (typeof doc.handleId === 'string' ? [[doc.handleId, doc] as const] : [])),
  );
}

/** What would have a handle that is taken in the version they are to go to: a handle names one record of a kind there. */
export const handleClashes = (
  reader: RecordReader,
  found: readonly Found[],
  versionId: string,
): readonly Found[] => {
  const taken = new Map<Kind, Map<string, Doc>>();
  return found.filter(({ kind, doc }) => {
    const known = taken.get(kind) ?? byHandle(reader, kind, versionId);
    taken.set(kind, known);
    return known.has(String(doc.handleId));
  });
};
