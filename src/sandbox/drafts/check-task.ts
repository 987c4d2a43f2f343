import { type Doc, entriesOf } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { type Task, taskOf } from '../../contract/rules/drafts/draft-task.js';
import { linksOf } from '../../contract/rules/links.js';
import { isOperators } from '../../contract/rules/patch.js';
import { danglingReferences, nounOf } from '../../contract/rules/references.js';
import type { Call } from '../call.js';
import { scopeOf } from '../records/scope.js';
import { conflict, invalid } from '../refusal.js';

export function diagramsOf({ verb, kind, entityId, props }: Task): string[] {
  if (kind === 'diagram' || kind === 'diagramContent') return [entityId];
  if (kind !== 'flow' || verb !== 'create') return [];
  return linksOf('flow', props).flatMap((link) => (link.field === 'diagramId' ? [link.id] : []));
}

/**
 * Checks that a task refers only to records of the version or to records that earlier tasks of the draft create.
 * `ownId` is the id of the task that this one replaces.
 *
 * @throws Refusal `conflict` if it creates a record that already exists, `invalid` if a reference is dangling.
 */
export function checkTask(call: Call, task: Task, draft: Doc, ownId?: string): void {
  const { records } = call.services.store;
  const { kind, verb, entityId, commentId } = task;
  const others = records.ofOwner('draftTask', draft.id).filter(({ id }) => id !== ownId);
  const earlier = others.map(taskOf);
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
    problems.push(`task.entityId: the ${nounOf(kind)} ${entityId} is not in this version or draft`);
  }
  if (commentId !== undefined && !isThere(commentId, 'comment')) {
    problems.push(`task.commentId: the comment ${commentId} is not in this version or draft`);
  }
  if (verb === 'create' && kind !== 'commentReply') problems.push(...loose(call, task, planned));
  if (problems.length > 0) throw invalid(problems);
}

/** Objects that a task draws; flow steps may refer to them (docs/service.md#flow-step). */
function drawnBy({ kind, props: { objects } }: Task): string[] {
  if (kind !== 'diagram' && kind !== 'diagramContent') return [];
  const maps = isOperators(objects) ? [objects.$add, objects.$replace] : [objects];
  return maps.flatMap((map) => entriesOf(map).map(([id]) => id));
}

/** Dangling references of the record that a task creates. */
function loose(call: Call, { kind, entityId, props }: Task, planned: ReadonlySet<string>): string[] {
  const scope = { ...scopeOf(call), planned };
  const kinds: readonly Kind[] = kind === 'diagram' ? ['diagram', 'diagramContent'] : [kind];
  return kinds
    .flatMap((it) => danglingReferences(it, { ...props, id: entityId }, scope))
    .map((it) => `task.props.${it}`);
}
