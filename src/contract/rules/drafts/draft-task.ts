import { isObject } from '../../../base/is-object.js';
import type { Doc, Fields } from '../../doc.js';
import { type Kind, type RecordOf, recordOf } from '../../records.js';
import type { DraftTaskInput } from '../../resources/draft-task.js';
import { detach } from '../links.js';
import { kindNamed } from '../names.js';
import { applyPatch } from '../patch.js';

export type TaskVerb = 'create' | 'update' | 'delete';

export interface Task {
  kind: Kind;
  verb: TaskVerb;
  entityId: string;
  commentId: string | undefined;
  props: Fields;
  /** Previous values of the record, in the shape of `props`. */
  snapshot: Fields;
}

const isVerb = (text: string): text is TaskVerb => ['create', 'update', 'delete'].includes(text);

/**
 * Parses a task type: `draft-model-object-update` is an update of a `modelObject`. Returns undefined for an unknown
 * type.
 */
export function readTaskType(type: string): { kind: Kind; verb: TaskVerb } | undefined {
  const [, noun = '', verb = ''] = /^draft-(.+)-(create|update|delete)$/.exec(type) ?? [];
  const kind = kindNamed(noun);
  return kind && isVerb(verb) ? { kind, verb } : undefined;
}

export function readTask({ type, entityId, commentId, props, snapshot }: DraftTaskInput): Task {
  const read = readTaskType(type);
  if (!read) throw new TypeError(`"${type}" is not a valid draft task type.`);
  return {
    ...read,
    entityId,
    commentId,
    props: isObject(props) ? props : {},
    snapshot: isObject(snapshot) ? snapshot : {},
  };
}

export function taskOf({ task }: RecordOf<'draftTask'>): Task {
  const { type, entityId = '', commentId, props, snapshot } = task;
  return readTask({
    type,
    entityId,
    commentId: typeof commentId === 'string' ? commentId : undefined,
    props,
    snapshot,
  });
}

/** In-memory records by kind and id, as needed for rendering. */
export type RecordsByKind = { readonly [K in Kind]?: Map<string, Doc> };

/** Fields of a diagram's body that are stored in its content. */
const CONTENT_MAPS = ['objects', 'connections', 'comments'] as const;
export const isContentMap = (field: string): boolean => CONTENT_MAPS.some((map) => map === field);

/** The content fields of a diagram's body. */
export const contentPart = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).filter(([field, value]) => isContentMap(field) && value !== undefined),
  );

/** Applies draft tasks to in-memory records; references to missing records are dropped. */
export function applyTasks(picture: RecordsByKind, tasks: readonly Task[]): void {
  for (const task of tasks) {
    const { kind, verb, entityId } = task;
    if (kind === 'commentReply') continue;
    if (verb === 'delete') remove(picture, kind, entityId);
    else if (verb === 'create') create(picture, task);
    else {
      change(picture, kind, task);
      if (kind === 'diagram') change(picture, 'diagramContent', task);
    }
  }
}

function create(picture: RecordsByKind, { kind, entityId: id, props }: Task): void {
  picture[kind]?.set(id, { status: 'live', ...props, id });
  if (kind !== 'diagram') return;
  const content = Object.fromEntries(CONTENT_MAPS.map((map) => [map, props[map] ?? {}]));
  picture.diagramContent?.set(id, { ...content, id });
}

function change(picture: RecordsByKind, kind: Kind, { entityId, props }: Task): void {
  const before = picture[kind]?.get(entityId);
  if (!before) return;
  // Maps of a diagram update belong to its content.
  const isOwn = (field: string) => isContentMap(field) === (kind === 'diagramContent');
  const own = Object.entries(props).filter(([field]) => isOwn(field));
  picture[kind]?.set(before.id, applyPatch(before, Object.fromEntries(own)).after);
}

function remove(picture: RecordsByKind, kind: Kind, id: string): void {
  picture[kind]?.delete(id);
  if (kind === 'diagram') picture.diagramContent?.delete(id);
  for (const other of ['diagramContent', 'flow'] as const) {
    for (const doc of picture[other]?.values() ?? []) {
      if (isPartOf(other, doc, { kind, id })) picture[other]?.delete(doc.id);
      else picture[other]?.set(doc.id, detach(other, doc, { kind, id }));
    }
  }
}

/** Whether a record is deleted together with another, such as a flow with its diagram. */
const isPartOf = (of: Kind, doc: Fields, { kind, id }: { kind: Kind; id: string }): boolean =>
  Object.entries(recordOf(of).references ?? {}).some(
    ([field, { to, cascades }]) => cascades === true && to === kind && doc[field] === id,
  );
