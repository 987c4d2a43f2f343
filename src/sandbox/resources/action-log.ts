import type { Doc, Fields } from '../../contract/doc.js';
import { SCALE_AND_ABOVE } from '../../contract/limits.js';
import {
  getActionLog,
  getOrganizationLog,
  listActionLogChildren,
  listActionLogs,
  listOrganizationLogs,
} from '../../contract/resources/action-log.js';
import * as stats from '../../contract/resources/log-stats.js';
import { type Call, on } from '../call.js';
import { listLogs } from '../logs/log-list.js';
import { statsOf } from '../logs/log-stats.js';
import { forbidden, notFound } from '../refusal.js';

function logOf(call: Call) {
  const id = call.parameters.actionLogId ?? '';
  const doc = call.services.store.logs.get(id);
  if (!doc || doc.landscapeId !== call.landscape?.id) throw notFound(`The action log ${id}`);
  return doc;
}

function ofLandscape(call: Call<typeof listActionLogs>) {
  const { docs, nextCursor } = listLogs(call, landscapeScope(call));
  return { actionLogs: docs, ...nextCursor };
}

/** Actions caused by an action. They may belong to another landscape, e.g. to a copy. */
function children(call: Call<typeof listActionLogChildren>) {
  const scope = { parentId: logOf(call).id, organizationId: call.key.organizationId };
  const { docs, nextCursor } = listLogs(call, scope);
  return { actionLogs: docs, ...nextCursor };
}

/** The organization in the path, if its plan includes the organization log (docs/service.md#organization-log). */
function organizationScope(call: Pick<Call, 'services' | 'parameters'>): { organizationId: string } {
  if (!SCALE_AND_ABOVE.includes(call.services.plan)) {
    throw forbidden(
      'Organization logs need the Scale plan or above.',
      'plan/organization-logs-not-available',
    );
  }
  return { organizationId: call.parameters.organizationId ?? '' };
}

/** The same fields without `importance` (docs/service.md#organization-log). */
const asOrganizationLog = ({ importance: _importance, ...doc }: Doc): Fields => doc;

function ofOrganization(call: Call<typeof listOrganizationLogs>) {
  const { docs, nextCursor } = listLogs(call, organizationScope(call));
  return { organizationLogs: docs.map(asOrganizationLog), ...nextCursor };
}

function organizationLogOf(call: Call<typeof getOrganizationLog>) {
  const id = call.parameters.organizationLogId ?? '';
  const doc = call.services.store.logs.inOrganization(organizationScope(call).organizationId, id);
  if (!doc) throw notFound(`The organization log ${id}`);
  return { organizationLog: asOrganizationLog(doc) };
}

const landscapeScope = ({ landscape }: Pick<Call, 'landscape'>) => ({ landscapeId: landscape?.id ?? '' });

/** docs/service.md#endpoints, endpoints 8, 9 and 10. */
export const handlers = [
  on(getActionLog, (call) => ({ actionLog: logOf(call) })),
  on(listActionLogs, ofLandscape),
  on(listActionLogChildren, children),
  on(listOrganizationLogs, ofOrganization),
  on(getOrganizationLog, organizationLogOf),
  on(stats.landscapeStatsByType, (call) => statsOf(call, landscapeScope(call), 'type')),
  on(stats.landscapeStatsByEntity, (call) => statsOf(call, landscapeScope(call), 'entity')),
  on(stats.landscapeStats, (call) => ({
    actionLogStats: statsOf(call, landscapeScope(call), 'type').dates,
  })),
  on(stats.organizationStatsByType, (call) => statsOf(call, organizationScope(call), 'type')),
  on(stats.organizationStatsByEntity, (call) => statsOf(call, organizationScope(call), 'entity')),
];
