import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, choices, flag, identifier, identifiers, text } from '../../cli/command/options.js';
import { ACTOR_KINDS, LANDSCAPE_ACTION_TYPES, ORDERS } from '../../contract/enums.js';
import { listActionLogChildren } from '../../contract/resources/action-log.js';
import noun from './noun.js';

const time = (help: string, query: string) => text(help, { value: 'TIME', query });
const bound = (help: string, query: string) => identifier(help, { query });

/** Time range of a chronological list: each bound is a time or one of its records, for which `record` is the noun. */
const timeBounds = (record: string) => ({
  startAtDate: time('Only actions since this time', 'filter.startAtDate'),
  startAfterDate: time('Actions after this time', 'filter.startAfterDate'),
  endAtDate: time('Actions up to this time', 'filter.endAtDate'),
  endBeforeDate: time('Actions before this time', 'filter.endBeforeDate'),
  startAtId: bound(`Start at this ${record}`, 'filter.startAtId'),
  startAfterId: bound(`Start after this ${record}`, 'filter.startAfterId'),
  endAtId: bound(`End at this ${record}`, 'filter.endAtId'),
  endBeforeId: bound(`End before this ${record}`, 'filter.endBeforeId'),
});

export default operationCommand(listActionLogChildren, {
  args: { actionLogId: { name: 'ACTION_LOG_ID', help: 'Action that caused the listed actions' } },
  options: {
    type: choices(LANDSCAPE_ACTION_TYPES, 'Filter by action type', { query: 'filter.actionType' }),
    actor: identifiers('Filter by user or key', { query: 'filter.performedById', completes: 'user' }),
    actorKind: choices(ACTOR_KINDS, 'Filter by kind of actor', { query: 'filter.performedBy' }),
    entity: identifier('Filter by entity', {
      query: 'filter.actionId',
      completes: 'object',
      orAsTyped: true,
    }),
    order: choice(ORDERS, 'Sort by time', { query: 'filter.order' }),
    inContext: flag('With --entity: include actions that affect it indirectly', {
      query: 'filter.includeActionsInContext',
    }),
    ...timeBounds('action'),
  },
  columns: noun.columns,
  empty: 'The action had no further results.',
  examples: {
    'The actions of a duplicate, in order': 'archctl logs children ACTION_LOG_ID --order asc',
    'Only the action types': 'archctl logs children ACTION_LOG_ID --query "[].action.type"',
  },
  related: ['logs get', 'logs tree'],
});
