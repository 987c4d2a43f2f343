import type { JsonObject } from '../../../base/json/json-object.js';
import { commit, createdAt, id } from '../../../cli/command/columns.js';
import type { ExtraColumns } from '../../../cli/command/operation-command.js';
import type { Context } from '../../../cli/command/spec.js';
import type { LoggedTask } from '../../../client/jobs/draft-tasks.js';
import type { Column } from '../../../terminal/types.js';
import { taskNames } from './task-names.js';

export const DRAFT_TASK: readonly Column[] = [
  id,
  { key: 'task.type', header: 'Type', priority: 1 },
  { key: 'task.entityId', header: 'Entity ID', kind: 'id', nameless: true, priority: 1 },
  { key: 'draftId', header: 'Draft', kind: 'id', of: 'draft', priority: 3 },
  commit,
  createdAt,
];

/** For people, the name of the record that a task changes. */
export async function entityName(resource: JsonObject, context: Context): Promise<ExtraColumns | undefined> {
  if (!context.showsNames) return undefined;
  const { task } = resource as { task?: { type?: string; entityId?: string; props?: { name?: unknown } } };
  if (task?.entityId === undefined) return undefined;
  const { type, entityId, props } = task;
  const name = typeof props?.name === 'string' ? { name: props.name } : {};
  const nameOf = await taskNames(context, [{ type, entityId, ...name } as LoggedTask]);
  const entity = nameOf({ type, entityId, ...name } as LoggedTask);
  return entity === entityId ? undefined : { values: { entity }, columns: [{ key: 'entity', priority: 1 }] };
}
