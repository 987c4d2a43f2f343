import { ArchctlError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { choice, choices, flag, identifiers, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { ACTION_TYPES, ACTOR_KINDS, PERIODS } from '../../contract/enums.js';
import { listActionLogs, listOrganizationLogs } from '../../contract/resources/action-log.js';
import * as contract from '../../contract/resources/log-stats.js';
import { timesOf } from './shared/log-filters.js';
import { type StatsRow, sparkline, statsRows } from './shared/stats-rows.js';
import { type LogRow, subjectOf } from './shared/subject.js';

const BY = ['type', 'entity'] as const;

const options = {
  by: choice(BY, 'Group by action type or by entity', { fallback: 'type' }),
  period: choice(PERIODS, 'Length of a bar', { fallback: 'week' }),
  organization: flag('The whole organization (Scale plan and above)'),
  type: choices(ACTION_TYPES, 'Filter by action type'),
  entity: identifiers('Filter by entity', { completes: 'object', orAsTyped: true }),
  actor: identifiers('Filter by user or key', { completes: 'user' }),
  actorKind: choices(ACTOR_KINDS, 'Filter by kind of actor'),
  since: text('Only actions since this time', { value: 'TIME|AGE' }),
  until: text('Actions up to this time', { value: 'TIME|AGE' }),
};

export default command({
  summary: 'Show action counts over time',
  options,
  scope: ['org', 'landscape'],
  operation: contract.landscapeStatsByType,
  alsoPerforms: [
    contract.landscapeStatsByEntity,
    contract.landscapeStats,
    contract.organizationStatsByType,
    contract.organizationStatsByEntity,
    listActionLogs,
    listOrganizationLogs,
  ],
  examples: {
    'Activity in a landscape': 'archctl logs stats',
    'Activity of the last month, by day': 'archctl logs stats --by entity --since 30d --period day',
    'Activity of programs in the organization':
      'archctl logs stats --organization --org ORGANIZATION --actor-kind api-key',
  },
  related: ['logs list', 'logs tail'],
  async run(context, { options: given }) {
    const { by = 'type', period = 'week', type, entity, actor, actorKind } = given;
    const { since, until } = timesOf(context, given);
    const filter = {
      actionType: type,
      entityId: entity,
      performedById: actor,
      performedBy: actorKind,
      startAtDate: since,
      endAtDate: until,
    };
    const place = given.organization
      ? { organizationId: await context.scope('org') }
      : { landscapeId: await context.scope('landscape') };
    const stats = await read(context, place, by, { filter, period });
    const rows = statsRows(stats, by, period);
    if (by === 'entity') await addNames(context, place, rows);
    const people = Object.keys(stats.contributors).length;
    return {
      kind: 'list',
      items: rows,
      columns: [
        by === 'type'
          ? { key: 'type', header: 'Action', priority: 1 }
          : { key: 'name', header: 'Subject', priority: 1 },
        { key: 'count', kind: 'number', priority: 1 },
        {
          key: 'periods',
          header: `By ${period}`,
          priority: 2,
          value: (row: StatsRow) => sparkline(row.periods),
        },
        { key: 'contributors', header: 'By whom', priority: 2, value: (row: StatsRow) => peopleOf(row) },
        { key: 'lastAt', header: 'Last', kind: 'time', priority: 3 },
        ...(by === 'entity' ? [{ key: 'entityId', header: 'Id', kind: 'id', priority: 4 } as const] : []),
      ],
      empty: 'No action matches.',
      ...(rows.length > 0 && {
        remark: `${pluralize(stats.totalCount, 'action')} by ${pluralize(people, 'actor')}.`,
      }),
    };
  },
});

type Place = { organizationId: string } | { landscapeId: string };
type Stats = contract.StatsByType | contract.StatsByEntity;

async function read(
  context: Context,
  place: Place,
  by: (typeof BY)[number],
  query: Record<string, unknown>,
): Promise<Stats> {
  const client = await context.client();
  const operation =
    'organizationId' in place
      ? { type: contract.organizationStatsByType, entity: contract.organizationStatsByEntity }[by]
      : { type: contract.landscapeStatsByType, entity: contract.landscapeStatsByEntity }[by];
  try {
    return (await client.perform(operation, { path: place, query })) as Stats;
  } catch (error) {
    const isOld = error instanceof ArchctlError && error.kind === 'not-found' && 'landscapeId' in place;
    if (!isOld || by !== 'type') throw error;
    // Older services have only landscape statistics.
    const dates = await client.perform(contract.landscapeStats, { path: place, query }).catch(() => {
      throw error;
    });
    return totalsOf(dates.actionLogStats as contract.StatsByType['dates']);
  }
}

/** Totals by contributor, which the older response lacks. */
function totalsOf(dates: contract.StatsByType['dates']): contract.StatsByType {
  const contributors = new Map<string, contract.StatsByType['contributors'][string]>();
  const all = dates.flatMap(({ actions }) => Object.values(actions));
  for (const it of all.flatMap((action) => Object.values(action.contributors ?? {}))) {
    const count = (contributors.get(it.id)?.count ?? 0) + it.count;
    contributors.set(it.id, { ...it, count });
  }
  const totalCount = all.reduce((sum, { count }) => sum + count, 0);
  return { dates, contributors: Object.fromEntries(contributors), totalCount };
}

/** Log entries searched for names. */
const MAX_ENTRIES = 1_000;

/** Replaces ids by the names in the newest log entries. */
async function addNames(context: Context, place: Place, rows: StatsRow[]): Promise<void> {
  if (rows.length === 0) return;
  const client = await context.client();
  const query = { filter: { limit: MAX_ENTRIES } };
  const operation = 'organizationId' in place ? listOrganizationLogs : listActionLogs;
  const logs = (await client.perform(operation, { path: place, query }))[operation.envelope ?? ''];
  const names = new Map<string, string>();
  for (const log of logs as (LogRow & object)[]) {
    const id = log.action?.id;
    const name = subjectOf(log);
    // Entries without a name repeat the id.
    if (id !== undefined && name !== id && !names.has(id)) names.set(id, name);
  }
  for (const row of rows) row.name = names.get(row.entityId ?? '') ?? row.entityId ?? '';
}

/** The three most active contributors, by name. */
function peopleOf({ contributors }: StatsRow): string {
  const named = contributors.slice(0, 3).map(({ name, id, count }) => `${name ?? id} ${count}`);
  const others = contributors.length - named.length;
  return [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}
