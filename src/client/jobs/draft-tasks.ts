import { isObject } from '../../base/is-object.js';
import { type ActionLog, listActionLogs } from '../../contract/resources/action-log.js';
import type { Client } from '../client-types.js';
import { MAX_LIST_BYTES } from '../send/limits.js';

/** A task of a draft, as far as the log tells of it. */
export interface ToldTask {
  id: string;
  type: string | undefined;
  entityId: string | undefined;
  /** What its props call the record; absent where they do not. */
  name?: string;
  createdAt: string;
  createdById: string;
  createdByName: string | undefined;
}

/**
 * The tasks of a draft, oldest first. The service lists none; its log tells of each that was added
 * (docs/service.md#draft-task).
 */
export async function tasksOf(
  client: Pick<Client, 'pages'>,
  landscapeId: string,
  draftId: string,
): Promise<ToldTask[]> {
  const filter = {
    actionId: draftId,
    actionType: 'draft-task-create',
    includeActionsInContext: true,
    order: 'asc',
  } as const;
  const tasks: ToldTask[] = [];
  const input = { path: { landscapeId }, query: { filter } };
  for await (const log of client.pages(listActionLogs, input, { maxBytes: MAX_LIST_BYTES })) {
    tasks.push(toldBy(log));
  }
  return tasks;
}

function toldBy({ action, performedAt, performedById, performedByName }: ActionLog): ToldTask {
  const props = isObject(action.props) ? action.props : {};
  const { type, entityId, props: said } = isObject(props.task) ? props.task : props;
  const name = isObject(said) ? said.name : undefined;
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
