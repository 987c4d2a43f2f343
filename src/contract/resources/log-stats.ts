import * as z from 'zod/mini';
import { ACTION_TYPES, ACTOR_KINDS, LANDSCAPE_ACTION_TYPES, PERIODS } from '../enums.js';
import { operation } from '../operation.js';
import { actor, choice, dateTime, loose, momentInput, oneOrMany, openEnum, strict, text } from '../schema.js';

/**
 * Contributors with their number of actions and the time of the last one. `name` is included once, not again inside the
 * dates.
 */
const contributor = loose({
  id: text(),
  type: actor(),
  name: z.optional(text()),
  count: z.number(),
  contributedAt: dateTime(),
});
const contributors = () => z.record(z.string(), contributor);

/** Actions of one type within a period. */
const byType = loose({ type: openEnum(ACTION_TYPES), count: z.number(), contributors: contributors() });

/** Actions on one entity within a period. */
const byEntity = loose({ entityId: text(), count: z.number(), contributors: contributors() });

/** A period, identified by its start, with its counts by type. */
const typeDate = loose({ date: dateTime(), actions: z.record(z.string(), byType) });
const entityDate = loose({ date: dateTime(), entities: z.record(z.string(), byEntity) });

const totals = { contributors: contributors(), totalCount: z.number() };

/** docs/service.md#log-statistics. */
export const statsByType = loose({ ...totals, dates: z.array(typeDate) });
/** Numbers of log entries by type of action. */
export type StatsByType = z.infer<typeof statsByType>;

/** docs/service.md#log-statistics. */
export const statsByEntity = loose({ ...totals, dates: z.array(entityDate) });
/** Numbers of log entries by kind of record. */
export type StatsByEntity = z.infer<typeof statsByEntity>;

/** Filter and period of the statistics (docs/service.md#log-statistics); dates are ISO 8601. */
const query = <T extends readonly [string, ...string[]]>(types: T) =>
  strict({
    filter: z.optional(
      strict({
        actionType: z.optional(oneOrMany(choice(types))),
        entityId: z.optional(oneOrMany(text())),
        performedBy: z.optional(oneOrMany(choice(ACTOR_KINDS))),
        performedById: z.optional(oneOrMany(text())),
        startAtDate: z.optional(momentInput()),
        endAtDate: z.optional(momentInput()),
      }),
    ),
    period: z.optional(choice(PERIODS)),
  });

const shared = { method: 'GET', answers: 'one', meter: 'read', access: 'read' } as const;

export const landscapeStatsByType = operation({
  ...shared,
  id: 'landscapes.logs.stats.byType',
  path: '/landscapes/{landscapeId}/action-logs/stats/by-type',
  query: query(LANDSCAPE_ACTION_TYPES),
  response: statsByType,
  envelope: null,
  summary: 'Count the actions in a landscape by type',
});

export const landscapeStatsByEntity = operation({
  ...shared,
  id: 'landscapes.logs.stats.byEntity',
  path: '/landscapes/{landscapeId}/action-logs/stats/by-entity',
  query: query(LANDSCAPE_ACTION_TYPES),
  response: statsByEntity,
  envelope: null,
  summary: 'Count the actions in a landscape by entity',
});

/** Older form of the statistics by type: the dates only. */
export const landscapeStats = operation({
  ...shared,
  id: 'landscapes.logs.stats.list',
  path: '/landscapes/{landscapeId}/action-logs/stats',
  query: query(LANDSCAPE_ACTION_TYPES),
  response: loose({ actionLogStats: z.array(typeDate) }),
  envelope: 'actionLogStats',
  answers: 'list',
  summary: 'Count the actions in a landscape by type, dates only',
});

/** Scale plan and above (docs/service.md#organization-log). */
export const organizationStatsByType = operation({
  ...shared,
  id: 'organizations.logs.stats.byType',
  path: '/organizations/{organizationId}/logs/stats/by-type',
  query: query(ACTION_TYPES),
  response: statsByType,
  envelope: null,
  summary: 'Count the actions in an organization by type',
});

/** Scale plan and above (docs/service.md#organization-log). */
export const organizationStatsByEntity = operation({
  ...shared,
  id: 'organizations.logs.stats.byEntity',
  path: '/organizations/{organizationId}/logs/stats/by-entity',
  query: query(ACTION_TYPES),
  response: statsByEntity,
  envelope: null,
  summary: 'Count the actions in an organization by entity',
});
