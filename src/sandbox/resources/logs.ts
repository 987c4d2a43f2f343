import { SCALE_AND_ABOVE } from '../../contract/limits.js';
import {
  getActionLog,
  listActionLogChildren,
  listActionLogs,
  listOrganizationLogs,
} from '../../contract/resources/action-log.js';
import { forbidden, notFound } from '../http/http-error.js';
import { listLogs } from '../logs/log-list.js';
import type { Call, Doc, Handlers } from '../types.js';

function logOf(call: Call): Doc {
  const id = call.parameters.actionLogId ?? '';
  const doc = call.services.store.logs.get(id);
  if (doc?.landscapeId !== call.landscape?.id) throw notFound(`The action log ${id}`);
  return doc as Doc;
}

/** Service document, endpoints 8, 9 and 10. */
export const logHandlers: Handlers = {
  [getActionLog.id]: (call) => ({ actionLog: logOf(call) }),
  [listActionLogs.id]: (call) => {
    const { docs, nextCursor } = listLogs(call, { landscapeId: call.landscape?.id ?? '' });
    return { actionLogs: docs, ...nextCursor };
  },
  // What an action caused may have happened in another landscape, e.g. in the copy.
  [listActionLogChildren.id]: (call) => {
    const scope = { parentId: logOf(call).id, organizationId: call.key.organizationId };
    const { docs, nextCursor } = listLogs(call, scope);
    return { actionLogs: docs, ...nextCursor };
  },
  [listOrganizationLogs.id]: (call) => {
    if (!SCALE_AND_ABOVE.includes(call.services.plan)) {
      throw forbidden(
        'Organization logs need the Scale plan or above.',
        'plan/organization-logs-not-available',
      );
    }
    const { docs, nextCursor } = listLogs(call, { organizationId: call.key.organizationId });
    // Service document, Organization log: the same fields without `importance`.
    return { organizationLogs: docs.map(({ importance: _importance, ...doc }) => doc), ...nextCursor };
  },
};
