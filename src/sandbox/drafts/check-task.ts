import { type Doc, entriesOf } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { type Task, taskOf } from '../../contract/rules/draft-task.js';
import { linksOf } from '../../contract/rules/links.js';
import { isOperators } from '../../contract/rules/patch.js';
import { danglingReferences, nounOf } from '../../contract/rules/references.js';
import type { Call } from '../call.js';
import { scopeOf } from '../records/scope.js';
import { conflict, invalid } from '../refusal.js';

/** Diagrams that a task is about. */
export function diagramsOf({ verb, kind, entityId, props }: Task): string[] {
  if (kind === 'diagram' || kind === 'diagramContent') return [entityId];
  if (kind !== 'flow' || verb !== 'create') return [];
  return linksOf('flow', props).flatMap((link) => (link.field === 'diagramId' ? [link.id] : []));
}

/**
 * A task stands on records of the version, or on those that earlier tasks of the same draft make.
 * @throws Refusal `conflict` where it makes what is there, `invalid` where it stands on nothing.
 */
export function checkTask(call: Call, task: Task, draft: Doc): void {
  const { records } = call.services.store;
  const { kind, verb, entityId, commentId } = task;
  const earlier = records.ofOwner('draftTask', draft.id).map(taskOf);
  const planned = new Set([
    ...earlier.filter((it) => it.verb === 'create').map((it) => it.entityId),
    ...earlier.flatMap(drawnBy),
  ]);
  const isThere = (id: string, of: Kind) =>
    planned.has(id) || records.get(of, id)?.versionId === call.version?.id;
  if (verb === 'create' && isThere(entityId, kind)) {
    throw conflict(`The id ${entityId} is taken.`, 'id-taken');
  }
  const problems: string[] = [];
  if (verb !== 'create' && !isThere(entityId, kind)) {
    problems.push(`task.entityId: there is no ${nounOf(kind)} ${entityId} in this version or draft`);
  }
  if (commentId !== undefined && !isThere(commentId, 'comment')) {
    problems.push(`task.commentId: there is no comment ${commentId} in this version or draft`);
  }
  if (verb === 'create' && kind !== 'commentReply') problems.push(...loose(call, task, planned));
  if (problems.length > 0) throw invalid(problems);
}

/** Objects that a task draws: steps of flows may name them (docs/service.md#flow-step). */
function drawnBy({ kind, props: { objects } }: Task): string[] {
  if (kind !== 'diagram' && kind !== 'diagramContent') return [];
  const maps = isOperators(objects) ? [objects.$add, objects.$replace] : [objects];
  return maps.flatMap((map) => entriesOf(map).map(([id]) => id));
}

/** References of what a task makes that lead nowhere. */
function loose(call: Call, { kind, entityId, props }: Task, planned: ReadonlySet<string>): string[] {
  const scope = { ...scopeOf(call), planned };
  const kinds: readonly Kind[] = kind === 'diagram' ? ['diagram', 'diagramContent'] : [kind];
  return kinds
    .flatMap((it) => danglingReferences(it, { ...props, id: entityId }, scope))
    .map((it) => `task.props.${it}`);
}
