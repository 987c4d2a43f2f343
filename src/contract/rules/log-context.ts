import { contextFields } from '../action-contexts.js';
import { type Doc, entriesOf, type Fields, textsOf } from '../doc.js';
import type { Kind } from '../records.js';
import { STEP_ENDS } from './diagrams/drawn.js';

/** Read access that a context needs. */
export interface ContextReader {
  get(kind: Kind, id: string): Doc | undefined;
  byHandle(kind: Kind, versionId: string, handleId: string): Doc | undefined;
}

/** The record of an action. */
interface Subject {
  kind: Kind;
  doc: Doc;
  /** Body of the request. */
  props: unknown;
  reader: ContextReader;
}

const read = ({ reader }: Subject, kind: Kind, id: unknown): Doc | undefined =>
  typeof id === 'string' ? reader.get(kind, id) : undefined;

/** The comment of a reply, or the comment itself. */
const commentOf = (it: Subject): Doc | undefined =>
  it.kind === 'commentReply' ? read(it, 'comment', it.doc.commentId) : it.doc;

/** The diagram that the record is, belongs to, or is placed on. */
function diagramOf(it: Subject): Doc | undefined {
  const { kind, doc } = it;
  if (kind === 'diagram') return doc;
  if (kind === 'diagramContent') return read(it, 'diagram', doc.id) ?? doc;
  if (kind === 'flow') return read(it, 'diagram', doc.diagramId);
  if (kind !== 'comment' && kind !== 'commentReply') return undefined;
  return entriesOf(commentOf(it)?.diagrams).flatMap(([id]) => read(it, 'diagram', id) ?? [])[0];
}

/** The model object that the record is or describes. */
function objectOf(it: Subject): Doc | undefined {
  const { kind, doc, reader } = it;
  if (kind === 'modelObject') return doc;
  if (kind === 'diagramGroup') return read(it, 'modelObject', doc.modelId);
  if (kind === 'version')
    return typeof doc.modelHandleId === 'string'
      ? reader.byHandle('modelObject', doc.id, doc.modelHandleId)
      : undefined;
  return read(it, 'modelObject', diagramOf(it)?.modelId);
}

const domainOf = (it: Subject): Doc | undefined => {
  const object = it.kind === 'modelConnection' ? read(it, 'modelObject', it.doc.originId) : objectOf(it);
  return read(it, 'domain', object?.domainId);
};

/** Maximum depth of a hierarchy, so that a cycle in stored data ends. */
const MAX_DEPTH = 100;

/** A model object after its ancestors, the outermost first. */
function ancestry(it: Subject, object: Doc | undefined): Fields[] | undefined {
  const objects: Fields[] = [];
  for (let next = object; next && objects.length < MAX_DEPTH; next = read(it, 'modelObject', next.parentId)) {
    const { handleId, name, type } = next;
    objects.unshift({ handleId, name, type });
  }
  return object && objects;
}

/** Names by id; undefined if the list is empty. */
function namesOf(it: Subject, kind: Kind, list: unknown): Fields | undefined {
  const names = textsOf(list).flatMap((id) => {
    const name = read(it, kind, id)?.name;
    return typeof name === 'string' ? [[id, name] as const] : [];
  });
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/** Entries of a map of the record that the request named, described by `facts`; undefined if there are none. */
function entries(it: Subject, map: string, facts: (entry: Fields) => Fields | undefined): Fields | undefined {
  const given = (it.props as Fields | undefined)?.[map];
  const named = new Set(
    entriesOf({ given }).flatMap(([, change]) => [
      ...Object.keys(change),
      ...['$add', '$update', '$replace'].flatMap((operator) => entriesOf(change[operator]).map(([id]) => id)),
    ]),
  );
  const described = entriesOf(it.doc[map]).flatMap(([id, entry]) => {
    const found = named.has(id) ? facts(entry) : undefined;
    return found ? [[id, found] as const] : [];
  });
  return described.length === 0 ? undefined : Object.fromEntries(described);
}

/** Drawn objects, lines and comments that a change of a diagram's content named. */
const CONTENT = {
  objects:
    (it: Subject) =>
    ({ modelId, type }: Fields) => {
      const model = read(it, 'modelObject', modelId);
      return model && { modelHandleId: model.handleId, modelName: model.name, modelType: model.type, type };
    },
  connections:
    (it: Subject) =>
    ({ modelId }: Fields) => {
      const model = read(it, 'modelConnection', modelId);
      return model ? { modelHandleId: model.handleId, modelName: model.name } : {};
    },
  comments:
    (it: Subject) =>
    ({ commentId }: Fields) => {
      const comment = read(it, 'comment', commentId);
      const [[, body] = []] = entriesOf({ body: comment?.body });
      return comment && { commentHandleId: comment.handleId, commentBodyType: body?.type };
    },
};

/** Types of the objects that the steps of a flow refer to, by the id in the step. */
function stepObjects(it: Subject): Fields | undefined {
  const drawn = new Map(entriesOf(read(it, 'diagramContent', it.doc.diagramId)?.objects));
  const ids = entriesOf(it.doc.steps).flatMap(([, step]) => STEP_ENDS.map((end) => step[end]));
  const types = [...new Set(textsOf(ids))].flatMap((id) => {
    const type = drawn.get(id)?.type ?? read(it, 'modelObject', id)?.type;
    return typeof type === 'string' ? [[id, { type }] as const] : [];
  });
  return types.length === 0 ? undefined : Object.fromEntries(types);
}

type Field = (it: Subject) => unknown;

/** `<prefix>HandleId`, `<prefix>Name` and `<prefix>Type` of another record. */
const fieldsAbout = (prefix: string, find: (it: Subject) => Doc | undefined): Record<string, Field> => ({
  [`${prefix}HandleId`]: (it) => find(it)?.handleId,
  [`${prefix}Name`]: (it) => find(it)?.name,
  [`${prefix}Type`]: (it) => find(it)?.type,
});

const versionOf = (it: Subject) => (it.kind === 'version' ? it.doc : read(it, 'version', it.doc.versionId));
const inContent =
  (map: keyof typeof CONTENT): Field =>
  (it) =>
    entries(it, map, CONTENT[map](it));
/** Diagram content has neither a name nor a type: those of its diagram. */
const named = (it: Subject): Doc => (it.kind === 'diagramContent' ? (diagramOf(it) ?? it.doc) : it.doc);

const FIELDS: Readonly<Record<string, Field>> = {
  name: (it) => named(it).name,
  type: (it) => named(it).type,
  shortId: ({ doc }) => doc.shortId,
  ...fieldsAbout('domain', domainOf),
  ...fieldsAbout('diagram', diagramOf),
  ...fieldsAbout('target', diagramOf),
  ...fieldsAbout('draft', (it) => read(it, 'draft', it.doc.draftId)),
  ...fieldsAbout('group', (it) => read(it, it.kind === 'tag' ? 'tagGroup' : 'diagramGroup', it.doc.groupId)),
  commentHandleId: (it) => commentOf(it)?.handleId,
  versionName: (it) => versionOf(it)?.name,
  versionModelHandleId: (it) => versionOf(it)?.modelHandleId,
  modelFamily: (it) => ancestry(it, objectOf(it)),
  originModelFamily: (it) => ancestry(it, read(it, 'modelObject', it.doc.originId)),
  targetModelFamily: (it) => ancestry(it, read(it, 'modelObject', it.doc.targetId)),
  viaModelFamily: (it) => ancestry(it, read(it, 'modelObject', it.doc.viaId)),
  groupNames: (it) => namesOf(it, 'modelObject', it.doc.groupIds),
  tagNames: (it) => namesOf(it, 'tag', it.doc.tagIds),
  teamNames: (it) => namesOf(it, 'team', it.doc.teamIds),
  technologyNames: (it) => namesOf(it, 'catalogTechnology', it.doc.technologyIds),
  userNames: (it) => namesOf(it, 'user', it.doc.userIds),
  objects: (it) => (it.kind === 'flow' ? stepObjects(it) : inContent('objects')(it)),
  connections: inContent('connections'),
  comments: inContent('comments'),
};

/**
 * The `context` of an action: names of the record and of the records that contain it (docs/service.md#action-log). It
 * remains readable after the records are deleted. Fields without a value are omitted.
 */
export function logContext(
  type: string,
  { kind, doc, props }: Pick<Subject, 'kind' | 'doc'> & { props?: unknown },
  reader: ContextReader,
): Fields {
  const subject: Subject = { kind, doc, props, reader };
  return declaredContext(
    type,
    Object.fromEntries(contextFields(type).map((field) => [field, FIELDS[field]?.(subject)])),
  );
}

/** The fields of a context that its action type declares and that have a value. */
export const declaredContext = (type: string, context: Fields): Fields =>
  Object.fromEntries(
    contextFields(type).flatMap((field) =>
      context[field] === undefined || context[field] === null ? [] : [[field, context[field]] as const],
    ),
  );
