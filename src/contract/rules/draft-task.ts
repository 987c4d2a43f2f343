import type { Doc, Kind } from '../../sandbox/types.js';
import type { DraftTaskInput } from '../resources/draft-task.js';
import { detach } from './links.js';
import { applyPatch } from './patch.js';

/** `draft-model-object-update` is an update of a `modelObject`. */
export function readTaskType(type: string): { kind: Kind; verb: string } {
  const [, noun = '', verb = ''] = /^draft-(.+)-(create|update|delete)$/.exec(type) ?? [];
  const kind = noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as Kind;
  return { kind, verb };
}

/** Records by kind and id, as a picture needs them. */
export type Picture = Partial<Record<Kind, Map<string, Doc>>>;

const CONTENT = ['objects', 'connections', 'comments'] as const;

/** Plays the tasks of a draft on records in memory; what they refer to and is not there is left out. */
export function applyTasks(picture: Picture, tasks: readonly DraftTaskInput[]): void {
  for (const task of tasks) {
    const { kind, verb } = readTaskType(task.type);
    if (kind === 'commentReply') continue;
    if (verb === 'delete') remove(picture, kind, task.entityId);
    else if (verb === 'create') create(picture, kind, task);
    else {
      change(picture, kind, task);
      if (kind === 'diagram') change(picture, 'diagramContent', task);
    }
  }
}

function create(picture: Picture, kind: Kind, task: DraftTaskInput): void {
  const props = task.props as Record<string, unknown>;
  const records = picture[kind];
  records?.set(task.entityId, { status: 'live', ...props, id: task.entityId });
  if (kind !== 'diagram') return;
  const content = Object.fromEntries(CONTENT.map((map) => [map, props[map] ?? {}]));
  picture.diagramContent?.set(task.entityId, { ...content, id: task.entityId });
}

function change(picture: Picture, kind: Kind, task: DraftTaskInput): void {
  const before = picture[kind]?.get(task.entityId);
  if (!before) return;
  const props = Object.entries(task.props as Record<string, unknown>);
  // The maps of a diagram update belong to its content.
  const inContent = ([field]: [string, unknown]) => (CONTENT as readonly string[]).includes(field);
  const own = props.filter((it) => (kind === 'diagramContent' ? inContent(it) : !inContent(it)));
  picture[kind]?.set(before.id, applyPatch(before, Object.fromEntries(own)).after);
}

function remove(picture: Picture, kind: Kind, id: string): void {
  picture[kind]?.delete(id);
  if (kind === 'diagram') picture.diagramContent?.delete(id);
  for (const other of ['diagramContent', 'flow'] as const) {
    for (const doc of picture[other]?.values() ?? [])
      picture[other]?.set(doc.id, detach(other, doc, { kind, id }));
  }
}
