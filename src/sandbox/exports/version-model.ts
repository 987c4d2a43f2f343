import type { Doc } from '../../contract/doc.js';
import { textsOf } from '../../contract/doc.js';
import { derive } from '../../contract/rules/derive.js';
import { applyTasks, type RecordsByKind, taskOf } from '../../contract/rules/drafts/draft-task.js';
import type { DocumentModel } from '../../documents/index.js';
import type { RecordStore } from '../store/records.js';

/** Selects the state of a model that a document covers. */
export interface ModelRequest {
  versionId: string;
  landscapeId: string;
  draftId?: string | undefined;
}

const KINDS = [
  'domain',
  'modelObject',
  'modelConnection',
  'tag',
  'tagGroup',
  'diagram',
  'diagramContent',
  'flow',
] as const;

/** Converts store records into a document model; the only place that couples the two. */
export function versionModel(records: RecordStore, request: ModelRequest): DocumentModel {
  const { versionId, landscapeId, draftId } = request;
  const byId = (docs: readonly { doc: Doc }[]) => new Map(docs.map(({ doc }) => [doc.id, doc]));
  const picture: RecordsByKind = Object.fromEntries(
    KINDS.map((kind) => [kind, byId(records.ofVersion(kind, versionId))]),
  );
  if (draftId !== undefined) {
    applyTasks(picture, records.ofOwner('draftTask', draftId).map(taskOf));
    completeObjects(picture);
  }
  const landscape = records.get('landscape', landscapeId);
  const list = (kind: (typeof KINDS)[number]) => [...(picture[kind]?.values() ?? [])];
  const model = {
    title: landscape?.name ?? '',
    version: versionName(records, versionId),
    domains: list('domain'),
    objects: list('modelObject'),
    connections: withBothEnds(list('modelConnection'), picture),
    diagrams: list('diagram'),
    contents: list('diagramContent'),
    flows: list('flow'),
    tags: list('tag'),
    tagGroups: list('tagGroup'),
    teams: records.ofOwner('team', String(landscape?.organizationId)),
    technologies: records.all('catalogTechnology').map(({ doc }) => doc),
  };
  // Drafts may contain invalid records; documents ignore what they cannot read.
  return model as unknown as DocumentModel;
}

function versionName(records: RecordStore, versionId: string): string {
  const version = records.get('version', versionId);
  return textsOf(version?.tags).includes('latest') ? 'latest' : (version?.name ?? '');
}

/** Connections whose ends still exist: a draft that deletes an object also deletes its connections. */
const withBothEnds = (connections: readonly Doc[], picture: RecordsByKind): Doc[] =>
  connections.filter(({ originId, targetId }) =>
    [originId, targetId].every((id) => picture.modelObject?.has(String(id))),
  );

/** Adds the computed fields that a draft's new objects lack: domain and ancestors. */
function completeObjects(picture: RecordsByKind): void {
  const objects = picture.modelObject ?? new Map<string, Doc>();
  const reader = {
    get: (_kind: string, id: string) => objects.get(id),
    incoming: () => [],
    ofVersion: () => [],
  };
  for (const doc of objects.values()) {
    const { parentIds } = derive('modelObject', doc, reader);
    const domainId = doc.domainId ?? objects.get(String(textsOf(parentIds)[0]))?.domainId;
    objects.set(doc.id, { ...doc, parentIds, domainId });
  }
}
