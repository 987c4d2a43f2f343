import * as z from 'zod/mini';
import { ACTION_TYPES, ACTOR_KINDS, IMPORTANCES, LANDSCAPE_ACTION_TYPES, ORDERS } from '../enums.js';
import { operation } from '../operation.js';
import {
  actor,
  choice,
  dateTime,
  loose,
  momentInput,
  oneOrMany,
  openEnum,
  queryBoolean,
  queryNumber,
  strict,
  text,
} from '../schema.js';

const action = loose({
  /** Id of the affected entity. */
  id: z.optional(text()),
  type: openEnum(ACTION_TYPES),
  props: z.optional(z.unknown()),
  context: z.optional(z.unknown()),
});

const entry = {
  id: text(),
  parentId: z.nullish(text()),
  action,
  actionIds: z.optional(z.array(text())),
  performedAt: dateTime(),
  performedBy: actor(),
  performedById: text(),
  performedByName: z.nullish(text()),
  /** Sign-in, client, address and program of the actor. */
  performedByAuthProvider: z.nullish(text()),
  performedByClientId: z.nullish(text()),
  performedByIp: z.nullish(text()),
  performedByUserAgent: z.nullish(text()),
};

/** docs/service.md#action-log. */
export const actionLog = loose({
  ...entry,
  landscapeId: text(),
  importance: z.optional(openEnum(IMPORTANCES)),
});
/** An entry of the action log of a landscape. */
export type ActionLog = z.infer<typeof actionLog>;

/** docs/service.md#organization-log. */
export const organizationLog = loose({ ...entry, landscapeId: z.nullish(text()) });
/** An entry of the action log of an organization. */
export type OrganizationLog = z.infer<typeof organizationLog>;

/** Filter of the log lists (docs/service.md#filters); dates are ISO 8601. */
const filter = <T extends readonly [string, ...string[]]>(types: T) =>
  strict({
    actionId: z.optional(text()),
    actionType: z.optional(z.union([oneOrMany(choice(types)), strict({ $not: oneOrMany(choice(types)) })])),
    includeActionsInContext: z.optional(queryBoolean()),
    order: z.optional(choice(ORDERS)),
    limit: z.optional(queryNumber()),
    performedBy: z.optional(oneOrMany(choice(ACTOR_KINDS))),
    performedById: z.optional(oneOrMany(text())),
    startAtId: z.optional(text()),
    startAtDate: z.optional(momentInput()),
    startAfterId: z.optional(text()),
    startAfterDate: z.optional(momentInput()),
    endAtId: z.optional(text()),
    endAtDate: z.optional(momentInput()),
    endBeforeId: z.optional(text()),
    endBeforeDate: z.optional(momentInput()),
  });

const landscapeQuery = () =>
  strict({ filter: z.optional(filter(LANDSCAPE_ACTION_TYPES)), cursor: z.optional(text()) });
const actionLogs = loose({ actionLogs: z.array(actionLog), nextCursor: z.nullish(text()) });

/** docs/service.md#endpoints, endpoint 8. */
export const getActionLog = operation({
  id: 'landscapes.logs.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}/action-logs/{actionLogId}',
  response: loose({ actionLog }),
  envelope: 'actionLog',
  answers: 'one',
  meter: 'read',
  access: 'read',
  endpoint: 8,
  summary: 'Get an action log entry',
});

/** docs/service.md#endpoints, endpoint 9: actions caused by the given action. */
export const listActionLogChildren = operation({
  id: 'landscapes.logs.listChildren',
  method: 'GET',
  path: '/landscapes/{landscapeId}/action-logs/{actionLogId}/children',
  query: landscapeQuery(),
  response: actionLogs,
  envelope: 'actionLogs',
  answers: 'list',
  meter: 'read',
  access: 'read',
  endpoint: 9,
  summary: 'List the actions caused by an action',
});

export const listActionLogs = operation({
  id: 'landscapes.logs.list',
  method: 'GET',
  path: '/landscapes/{landscapeId}/action-logs',
  query: landscapeQuery(),
  response: actionLogs,
  envelope: 'actionLogs',
  answers: 'list',
  meter: 'read',
  access: 'read',
  summary: 'List the action logs of a landscape',
});

/** Scale plan and above, like the list (docs/service.md#organization-log). */
export const getOrganizationLog = operation({
  id: 'organizations.logs.get',
  method: 'GET',
  path: '/organizations/{organizationId}/logs/{organizationLogId}',
  response: loose({ organizationLog }),
  envelope: 'organizationLog',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get a log entry of an organization',
});

/** docs/service.md#endpoints, endpoint 10: Scale plan and above. */
export const listOrganizationLogs = operation({
  id: 'organizations.logs.list',
  method: 'GET',
  path: '/organizations/{organizationId}/logs',
  query: strict({ filter: z.optional(filter(ACTION_TYPES)), cursor: z.optional(text()) }),
  response: loose({ organizationLogs: z.array(organizationLog), nextCursor: z.nullish(text()) }),
  envelope: 'organizationLogs',
  answers: 'list',
  meter: 'read',
  access: 'read',
  endpoint: 10,
  summary: 'List the logs of an organization',
});
