import { isObject } from '../../base/is-object.js';
import { type ActionLog, listActionLogs } from '../../contract/resources/action-log.js';
import type { ReadClient } from '../read-only.js';
import { MAX_LIST_BYTES } from '../send/limits.js';

/** A draft task, as far as the log describes it. */
export interface LoggedTask {
  id: string;
  type: string | undefined;
  entityId: string | undefined;
  /** Name of the record in the task's props, or the text of a comment, if present. */
  name?: string;
  createdAt: string;
  createdById: string;
  createdByName: string | undefined;
}

/**
 * Returns the tasks of a draft, oldest first. The service has no list of them, but it logs each added task
 * (docs/service.md#draft-task).
 */
export async function tasksOf(
  client: Pick<ReadClient, 'pages'>,
  landscapeId: string,
  draftId: string,
): Promise<LoggedTask[]> {
  const filter = {
    actionId: draftId,
    actionType: 'draft-task-create',
    includeActionsInContext: true,
    order: 'asc',
  } as const;
  const tasks: LoggedTask[] = [];
  const input = { path: { landscapeId }, query: { filter } };
  for await (const log of client.pages(listActionLogs, input, { maxBytes: MAX_LIST_BYTES })) {
    tasks.push(taskOfLog(log));
  }
  return tasks;
}

/** Text of a new comment or reply, which has no name. */
function textIn(props: unknown): unknown {
  if (!isObject(props)) return undefined;
  return isObject(props.body) ? props.body.content : props.content;
}

function taskOfLog({ action, performedAt, performedById, performedByName }: ActionLog): LoggedTask {
  const logged = isObject(action.props) ? action.props : {};
  const { type, entityId, props } = isObject(logged.task) ? logged.task : logged;
  const { name = textIn(props) } = isObject(props) ? props : {};
  return {
    id: action.id ?? '',
    type: typeof type === 'string' ? type : undefined,
    entityId: typeof entityId === 'string' ? entityId : undefined,
    ...(typeof name === 'string' && { name }),
    createdAt: performedAt,
    createdById: performedById,
    createdByName: performedByName ?? undefined,
  };
}
