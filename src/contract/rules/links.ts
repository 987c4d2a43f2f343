import type { Doc, Kind } from '../../sandbox/types.js';

/** A reference that a record makes to another. */
export interface Link {
  kind: Kind;
  id: string;
  /** Name of the field (for maps, with the field inside an entry). */
  field: string;
  /** Where it stands, for people: `tagIds[0]`. */
  path: string;
  /** Id of the map entry that holds it: a diagram object, a flow step. */
  detail?: string;
}

type Entries = Record<string, Record<string, unknown>>;

/** References that take their record along when their target goes; every other reference is only cleared. */
const CASCADES = new Set([
  'modelObject.parentId',
  'modelObject.domainId',
  'modelConnection.originId',
  'modelConnection.targetId',
  'diagram.modelId',
  'diagramContent.id',
  'diagramGroup.modelId',
  'flow.diagramId',
  'tag.groupId',
  'draftTask.draftId',
  'commentReply.commentId',
]);

export const cascades = (kind: Kind, field: string): boolean => CASCADES.has(`${kind}.${field}`);

const FIELDS: Partial<Record<Kind, Readonly<Record<string, Kind>>>> = {
  modelObject: {
    domainId: 'domain',
    parentId: 'modelObject',
    groupIds: 'modelObject',
    tagIds: 'tag',
    teamIds: 'team',
    technologyIds: 'catalogTechnology',
  },
  modelConnection: {
    originId: 'modelObject',
    targetId: 'modelObject',
    viaId: 'modelObject',
    tagIds: 'tag',
    technologyIds: 'catalogTechnology',
  },
  diagram: { modelId: 'modelObject', groupId: 'diagramGroup', parentId: 'diagram' },
  diagramContent: { id: 'diagram' },
  diagramGroup: { modelId: 'modelObject' },
  flow: { diagramId: 'diagram' },
  tag: { groupId: 'tagGroup' },
  comment: { mentionedUserIds: 'user' },
  commentReply: { commentId: 'comment', mentionedUserIds: 'user' },
  draftTask: { draftId: 'draft' },
};

/** Maps whose entries refer to records. */
const MAPS: Partial<Record<Kind, Readonly<Record<string, Readonly<Record<string, Kind>>>>>> = {
  diagramContent: {
    objects: { modelId: 'modelObject' },
    connections: { modelId: 'modelConnection' },
    comments: { commentId: 'comment' },
  },
  flow: { steps: { originId: 'modelObject', targetId: 'modelObject', viaId: 'modelObject', flowId: 'flow' } },
};

/** Every reference of a record, in the order of its fields. */
export function linksOf(kind: Kind, doc: Record<string, unknown>): Link[] {
  const links: Link[] = [];
  for (const [field, target] of Object.entries(FIELDS[kind] ?? {})) {
    const value = doc[field];
    if (typeof value === 'string') links.push({ kind: target, id: value, field, path: field });
    if (Array.isArray(value)) {
      for (const [at, id] of value.entries()) {
        links.push({ kind: target, id: String(id), field, path: `${field}[${at}]` });
      }
    }
  }
  for (const [map, fields] of Object.entries(MAPS[kind] ?? {})) {
    for (const [detail, entry] of Object.entries((doc[map] ?? {}) as Entries)) {
      for (const [field, target] of Object.entries(fields)) {
        const id = entry[field];
        const path = `${map}.${detail}.${field}`;
        if (typeof id === 'string') links.push({ kind: target, id, field: `${map}.${field}`, path, detail });
      }
    }
  }
  if (kind === 'diagram') links.push(...zoomLinks(doc));
  return links;
}

/** `zoomOverrides` maps a model object to the diagram that zooming into it opens. */
function zoomLinks(doc: Record<string, unknown>): Link[] {
  return Object.entries((doc.zoomOverrides ?? {}) as Record<string, string>).flatMap(([object, diagram]) => {
    const shared = { field: 'zoomOverrides', path: `zoomOverrides.${object}`, detail: object };
    return [
      { kind: 'modelObject' as const, id: object, ...shared },
      { kind: 'diagram' as const, id: diagram, ...shared },
    ];
  });
}

/** The record without its references to one that went away. */
export function detach(kind: Kind, doc: Doc, target: { kind: Kind; id: string }): Doc {
  const next: Doc = { ...doc };
  for (const field of Object.keys(FIELDS[kind] ?? {})) {
    const value = next[field];
    if (value === target.id) next[field] = null;
    if (Array.isArray(value)) next[field] = value.filter((id) => id !== target.id);
  }
  if (kind === 'flow') next.steps = clearSteps(next.steps as Entries, target.id);
  if (kind === 'diagramContent') return clearContent(next, target);
  if (kind === 'diagram') {
    const zooms = Object.entries((next.zoomOverrides ?? {}) as Record<string, string>);
    next.zoomOverrides = Object.fromEntries(
      zooms.filter(([object, diagram]) => object !== target.id && diagram !== target.id),
    );
  }
  return next;
}

function clearSteps(steps: Entries, id: string): Entries {
  const clear = (step: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(step).map(([name, value]) => [name, value === id && name !== 'id' ? null : value]),
    );
  return Object.fromEntries(Object.entries(steps).map(([key, step]) => [key, clear(step)]));
}

function clearContent(doc: Doc, target: { kind: Kind; id: string }): Doc {
  const keep = (map: string, drop: (entry: Record<string, unknown>) => boolean) =>
    Object.fromEntries(Object.entries((doc[map] ?? {}) as Entries).filter(([, entry]) => !drop(entry)));
  if (target.kind === 'comment')
    return { ...doc, comments: keep('comments', (it) => it.commentId === target.id) };
  if (target.kind === 'modelConnection') {
    return { ...doc, connections: keep('connections', (it) => it.modelId === target.id) };
  }
  const objects = keep('objects', (it) => it.modelId === target.id);
  // A line cannot stand without the boxes it joins.
  const loose = (id: unknown) => typeof id === 'string' && !(id in objects);
  return {
    ...doc,
    objects,
    connections: keep('connections', (it) => loose(it.originId) || loose(it.targetId)),
  };
}
