import { effectsInWords, pluralize } from '../../../base/text/words.js';
import { cascadeOfAll } from '../../../cli/command/family/cascade.js';
import { displayName } from '../../../cli/command/family/display-name.js';
import type { Context } from '../../../cli/command/spec.js';
import { type LoggedTask, tasksOf } from '../../../client/jobs/draft-tasks.js';
import { dashed } from '../../../contract/doc.js';
import type { Kind } from '../../../contract/records.js';
import { drafts } from '../../../contract/resources/draft.js';
import { getLandscape } from '../../../contract/resources/landscape.js';
import { readTaskType, type TaskVerb } from '../../../contract/rules/drafts/draft-task.js';
import { LATEST } from '../../../contract/scopes.js';

/**
 * Facts for the question about a draft: its name, the name of the landscape, and the effect of its tasks on the live
 * model.
 */
export interface DraftEffects {
  draft: string;
  landscape: string;
  changes: string;
  /** Whether tasks change diagrams or their contents. */
  isDrawn: boolean;
}

/** Errors: `not-found` for an unknown draft; those of the client. */
export async function draftEffects(context: Context, draftId: string): Promise<DraftEffects> {
  const landscapeId = await context.scope('landscape');
  const versionId = await context.scope('landscapeVersion');
  const client = await context.client();
  const { draft } = await client.call(drafts.get, { path: { landscapeId, versionId, draftId } });
  const [tasks, { landscape }] = await Promise.all([
    tasksOf(client, landscapeId, draftId),
    client.call(getLandscape, { path: { landscapeId } }),
  ]);
  const taskEnds = finalEffects(tasks);
  const doomed = new Map(
    [...taskEnds]
      .map(([kind, ofKind]) => [kind, idsOf(ofKind, 'delete')] as const)
      .filter(([, ids]) => ids.length > 0),
  );
  const cascade = await cascadeOfAll(client, { landscapeId, versionId: LATEST }, doomed);
  return {
    draft: displayName(context, draft),
    landscape: displayName(context, landscape),
    changes: inWords(taskEnds, cascade),
    isDrawn: taskEnds.has('diagram'),
  };
}

/** Final effect on each record, by kind and id. Changes of drawn elements count as changes of their diagram. */
export type FinalEffects = Map<Kind, Map<string, TaskVerb>>;

export function finalEffects(tasks: readonly LoggedTask[]): FinalEffects {
  const ends: FinalEffects = new Map();
  for (const { type = '', entityId = '' } of tasks) {
    const task = readTaskType(type);
    if (!task) continue;
    const kind = task.kind === 'diagramContent' ? 'diagram' : task.kind;
    const ofKind = ends.get(kind) ?? new Map<string, TaskVerb>();
    ends.set(kind, ofKind);
    const isNew = ofKind.get(entityId) === 'create';
    // A create followed by a delete cancels out; a create followed by an update is a create.
    if (isNew && task.verb === 'delete') ofKind.delete(entityId);
    else if (!isNew) ofKind.set(entityId, task.verb);
  }
  return ends;
}

const idsOf = (ofKind: ReadonlyMap<string, TaskVerb>, wanted: TaskVerb): string[] =>
  [...ofKind].filter(([, verb]) => verb === wanted).map(([id]) => id);

/** `1 model object is added, 2 are changed; 1 flow is removed; also deleted: 3 model connections`. */
function inWords(ends: FinalEffects, cascade: readonly { noun: string; count: number }[]): string {
  const effects = [...ends].flatMap(([kind, ofKind]) =>
    effectsInWords(dashed(kind).replaceAll('-', ' '), [
      { count: idsOf(ofKind, 'create').length, one: 'is added', many: 'are added' },
      { count: idsOf(ofKind, 'update').length, one: 'is changed', many: 'are changed' },
      { count: idsOf(ofKind, 'delete').length, one: 'is deleted', many: 'are deleted' },
    ]),
  );
  if (effects.length === 0) return 'nothing changes';
  const taken = cascade.map(({ noun, count }) => pluralize(count, noun)).join(', ');
  return [...effects, ...(taken === '' ? [] : [`also deleted: ${taken}`])].join('; ');
}
