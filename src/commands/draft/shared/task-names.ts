import type { Context } from '../../../cli/command/spec.js';
import type { LoggedTask } from '../../../client/jobs/draft-tasks.js';
import { dashed } from '../../../contract/doc.js';
import { readTaskType } from '../../../contract/rules/drafts/draft-task.js';

/** Kind whose names are shown. Drawn elements show the name of their diagram. */
function completedKind({ type = '' }: LoggedTask): string {
  const kind = readTaskType(type)?.kind ?? '';
  return kind === 'diagramContent' ? 'diagram' : dashed(kind).replace(/^model-/, '');
}

/**
 * Names of the records that tasks change. Uses the current name, or the name or text in the task if the record does not
 * exist yet or any more, or else the id. Machine formats show the id.
 */
export async function taskNames(
  context: Context,
  tasks: readonly LoggedTask[],
): Promise<(task: LoggedTask) => unknown> {
  if (!context.showsNames) return ({ entityId }) => entityId;
  const names = await context.names();
  const asked = [...new Set(tasks.map(completedKind))].map(async (kind) => {
    // Replies have no names; kinds that cannot be listed show ids.
    const known = await names.of(kind).catch(() => undefined);
    return [kind, known] as const;
  });
  const byKind = new Map(await Promise.all(asked));
  return (task) => {
    const { entityId = '', name } = task;
    const known = byKind.get(completedKind(task))?.nameOf(entityId) ?? name;
    if (known === undefined) return entityId;
    const shown = known.replace(/\s+/g, ' ');
    return context.showsIds ? `${shown} (${entityId})` : shown;
  };
}
