import { usageError } from '../../../base/errors.js';
import { choices, flag, identifier, identifiers, text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { ACTION_TYPES, ACTOR_KINDS, IMPORTANCES } from '../../../contract/enums.js';
import { moment } from '../../shared/moment.js';

export const LOG_FILTERS = {
  type: choices(ACTION_TYPES, 'Filter by action type'),
  notType: choices(ACTION_TYPES, 'Exclude action types'),
  actor: identifiers('Filter by user or key', { completes: 'user' }),
  actorKind: choices(ACTOR_KINDS, 'Filter by kind of actor'),
  importance: choices(IMPORTANCES, 'Filter by importance (only in the log of a landscape)'),
  entity: identifier('Filter by entity', { completes: 'object', orAsTyped: true }),
  inContext: flag('With --entity: include actions that affect it indirectly'),
  since: text('Only actions since this time', { value: 'TIME|AGE' }),
  until: text('Actions up to this time', { value: 'TIME|AGE' }),
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

/** Filters that the service evaluates (docs/service.md#filters). */
export function serverFilter(values: LogFilterValues): Record<string, unknown> {
  if (values.type && values.notType) throw usageError('--type and --not-type cannot be combined.');
  const one = (list: string[] | undefined) => (list?.length === 1 ? list[0] : list);
  return {
    actionType: values.type ? one(values.type) : values.notType ? { $not: one(values.notType) } : undefined,
    performedById: one(values.actor),
    performedBy: one(values.actorKind),
    actionId: values.entity,
    includeActionsInContext: values.inContext,
  };
}

/** Absolute times of the filter. */
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
