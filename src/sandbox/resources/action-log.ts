import { SCALE_AND_ABOVE } from '../../contract/limits.js';
import {
  getActionLog,
  listActionLogChildren,
  listActionLogs,
  listOrganizationLogs,
} from '../../contract/resources/action-log.js';
import { type Call, on } from '../call.js';
import { listLogs } from '../logs/log-list.js';
import { forbidden, notFound } from '../refusal.js';

function logOf(call: Call) {
  const id = call.parameters.actionLogId ?? '';
  const doc = call.services.store.logs.get(id);
  if (!doc || doc.landscapeId !== call.landscape?.id) throw notFound(`The action log ${id}`);
  return doc;
}

function ofLandscape(call: Call<typeof listActionLogs>) {
  const { docs, nextCursor } = listLogs(call, { landscapeId: call.landscape?.id ?? '' });
  return { actionLogs: docs, ...nextCursor };
}

/** What an action caused may have happened in another landscape, e.g. in the copy. */
function children(call: Call<typeof listActionLogChildren>) {
  const scope = { parentId: logOf(call).id, organizationId: call.key.organizationId };
  const { docs, nextCursor } = listLogs(call, scope);
  return { actionLogs: docs, ...nextCursor };
}

/** The same fields without `importance` (docs/service.md#organization-log). */
function ofOrganization(call: Call<typeof listOrganizationLogs>) {
  if (!SCALE_AND_ABOVE.includes(call.services.plan)) {
    throw forbidden(
      'Organization logs need the Scale plan or above.',
      'plan/organization-logs-not-available',
    );
  }
  const { docs, nextCursor } = listLogs(call, { organizationId: call.key.organizationId });
  return { organizationLogs: docs.map(({ importance: _importance, ...doc }) => doc), ...nextCursor };
}

/** docs/service.md#endpoints, endpoints 8, 9 and 10. */
export const handlers = [
  on(getActionLog, (call) => ({ actionLog: logOf(call) })),
  on(listActionLogs, ofLandscape),
  on(listActionLogChildren, children),
  on(listOrganizationLogs, ofOrganization),
];
