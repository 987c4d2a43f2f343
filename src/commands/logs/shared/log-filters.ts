import { usageError } from '../../../base/errors.js';
import { choices, flag, identifier, identifiers, text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { ACTION_TYPES, ACTOR_KINDS, IMPORTANCES } from '../../../contract/enums.js';
import { moment } from '../../shared/moment.js';

/** Filters that `logs list` and `logs tail` share. */
export const LOG_FILTERS = {
  type: choices(ACTION_TYPES, 'Only these actions'),
  notType: choices(ACTION_TYPES, 'Not these actions'),
  actor: identifiers('Only by this user or key', { completes: 'user' }),
  actorKind: choices(ACTOR_KINDS, 'Only by this kind of actor'),
  importance: choices(IMPORTANCES, "Only of this importance (a landscape's own log carries it)"),
  entity: identifier('Only about this entity', { completes: 'object', orAsTyped: true }),
  inContext: flag('With --entity: also actions that concern it otherwise'),
  since: text('From this time on', { value: 'TIME|AGE' }),
  until: text('Up to this time', { value: 'TIME|AGE' }),
};

export interface LogFilterValues {
  type: string[] | undefined;
  notType: string[] | undefined;
  actor: string[] | undefined;
  actorKind: string[] | undefined;
  importance: string[] | undefined;
  entity: string | undefined;
  inContext: boolean | undefined;
  since: string | undefined;
  until: string | undefined;
}

/** The service's part of the filter (docs/service.md#filters). */
export function serverFilter(values: LogFilterValues): Record<string, unknown> {
  if (values.type && values.notType) throw usageError('--type and --not-type exclude one another.');
  const one = (list: string[] | undefined) => (list?.length === 1 ? list[0] : list);
  return {
    actionType: values.type ? one(values.type) : values.notType ? { $not: one(values.notType) } : undefined,
    performedById: one(values.actor),
    performedBy: one(values.actorKind),
    actionId: values.entity,
    includeActionsInContext: values.inContext,
  };
}

/** The times of the filter, absolute. */
export function timesOf(
  context: Context,
  values: Pick<LogFilterValues, 'since' | 'until'>,
): { since?: string; until?: string } {
  const now = context.world.now();
  return {
    ...(values.since === undefined ? {} : { since: moment(values.since, now, '--since') }),
    ...(values.until === undefined ? {} : { until: moment(values.until, now, '--until') }),
  };
}
