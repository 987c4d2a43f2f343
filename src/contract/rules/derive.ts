import type { RecordStore, StoredLink } from '../../sandbox/store/records.js';
import type { Doc, Kind } from '../../sandbox/types.js';
import { DIAGRAM_OBJECT_TYPES } from '../enums.js';

type Entries = Record<string, Record<string, unknown>>;

/** Fields the service computes: they are taken from other records, never from a request. */
export const DERIVED: Partial<Record<Kind, readonly string[]>> = {
  modelObject: ['parentIds', 'childIds', 'childDiagramIds', 'linked', 'diagrams', 'flows'],
  modelConnection: ['linked', 'diagrams', 'flows'],
  diagram: ['commentCount', 'connectionCount', 'objectCount'],
  diagramContent: ['groupId', 'modelId', 'name', 'status', 'type'],
  tag: ['modelObjectIds', 'modelConnectionIds'],
  comment: ['diagrams', 'replyCount'],
  draft: ['diagramIds'],
  team: ['modelObjectHandleIds'],
};

/** The values of a record's derived fields, from what refers to it (known answers, inner structures). */
export function derive(kind: Kind, doc: Doc, records: RecordStore): Record<string, unknown> {
  const incoming = () => records.incoming(kind, doc.id);
  switch (kind) {
    case 'modelObject':
      return objectFields(doc, incoming(), records);
    case 'modelConnection':
      return connectionFields(doc, incoming(), records);
    case 'diagram':
      return countFields(records.get('diagramContent', doc.id));
    case 'diagramContent':
      return contentFields(records.get('diagram', doc.id));
    case 'tag': {
      const links = incoming();
      return {
        modelObjectIds: sources(links, 'modelObject'),
        modelConnectionIds: sources(links, 'modelConnection'),
      };
    }
    case 'comment': {
      const links = incoming();
      const pins = links.filter((link) => link.kind === 'diagramContent');
      return {
        replyCount: sources(links, 'commentReply').length,
        diagrams: Object.fromEntries(pins.map((pin) => [pin.id, { id: pin.id, commentId: pin.detail }])),
      };
    }
    case 'team': {
      const owned = incoming().flatMap((link) => records.get('modelObject', link.id)?.handleId ?? []);
      return { modelObjectHandleIds: [...new Set(owned)] };
    }
    case 'version':
      return { diagramHandleIds: records.ofVersion('diagram', doc.id).map((it) => it.doc.handleId) };
    default:
      return {};
  }
}

const sources = (links: readonly StoredLink[], kind: Kind, field?: string): string[] => [
  ...new Set(
    links.filter((it) => it.kind === kind && (field === undefined || it.field === field)).map((it) => it.id),
  ),
];

const isLinked = (doc: Doc): boolean => Object.keys((doc.links as object | undefined) ?? {}).length > 0;

function objectFields(doc: Doc, incoming: readonly StoredLink[], records: RecordStore) {
  const drawn = incoming.filter((it) => it.kind === 'diagramContent');
  const steps = incoming.filter((it) => it.kind === 'flow' && it.field !== 'steps.flowId');
  return {
    parentIds: ancestors(doc, records),
    childIds: sources(incoming, 'modelObject', 'parentId'),
    childDiagramIds: sources(incoming, 'diagram', 'modelId'),
    linked: isLinked(doc),
    diagrams: Object.fromEntries(drawn.map((it) => [it.id, { id: it.id, objectId: it.detail }])),
    flows: Object.fromEntries(steps.map((it) => [it.detail, { id: it.id, stepId: it.detail }])),
  };
}

/** The chain of parents, the root first. */
function ancestors(doc: Doc, records: RecordStore): string[] {
  const chain: string[] = [];
  let at = doc.parentId;
  while (typeof at === 'string' && !chain.includes(at)) {
    chain.unshift(at);
    at = records.get('modelObject', at)?.parentId;
  }
  return chain;
}

function connectionFields(doc: Doc, incoming: readonly StoredLink[], records: RecordStore) {
  const drawn = incoming.filter((it) => it.kind === 'diagramContent');
  const originModelId = String(doc.originId);
  const targetModelId = String(doc.targetId);
  const steps = (objectId: string, field: string) =>
    records.incoming('modelObject', objectId).filter((it) => it.kind === 'flow' && it.field === field);
  // A step names the objects it goes between, not the connection it takes.
  const arriving = new Set(steps(targetModelId, 'steps.targetId').map((it) => it.detail));
  const taken = steps(originModelId, 'steps.originId').filter((it) => arriving.has(it.detail));
  return {
    linked: isLinked(doc),
    diagrams: Object.fromEntries(
      drawn.map((it) => [it.id, { id: it.id, connectionId: it.detail, originModelId, targetModelId }]),
    ),
    flows: Object.fromEntries(taken.map((it) => [it.detail, { id: it.id, stepId: it.detail }])),
  };
}

function countFields(content: Doc | undefined) {
  const placed = Object.values((content?.objects ?? {}) as Entries);
  const size = (map: string) => Object.keys((content?.[map] as object | undefined) ?? {}).length;
  const names = [...DIAGRAM_OBJECT_TYPES, 'area', 'box'];
  const count = (name: string) => placed.filter((it) => it.type === name || it.shape === name).length;
  return {
    commentCount: size('comments'),
    connectionCount: size('connections'),
    objectCount: Object.fromEntries(names.map((name) => [name, count(name)])),
  };
}

function contentFields(diagram: Doc | undefined) {
  const fields = DERIVED.diagramContent ?? [];
  return Object.fromEntries(fields.map((field) => [field, diagram?.[field] ?? null]));
}
