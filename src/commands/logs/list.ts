import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { withFilter } from '../../cli/command/filter/filter.js';
import { limitNote } from '../../cli/command/limit-note.js';
import { choice } from '../../cli/command/options.js';
import { ORDERS } from '../../contract/enums.js';
import { listActionLogs, listOrganizationLogs } from '../../contract/resources/action-log.js';
import { logColumns } from './shared/log-columns.js';
import { LOG_FILTERS, type LogFilterValues, serverFilter, timesOf } from './shared/log-filters.js';
import { readLogs } from './shared/read-logs.js';

/** Options that control paging. */
const PAGING = ['order', 'limit'];
const FILTERS = (listOrganizationLogs.filters ?? []).filter((key) => !PAGING.includes(key));

/** Combines filter options with `--filter`. Errors: `usage`. */
function filterOf(given: readonly string[] | undefined, options: LogFilterValues): Record<string, unknown> {
  const filter = serverFilter(options);
  const paged = given?.find((text) => PAGING.includes(text.split(/[!=]/)[0] ?? ''));
  if (paged !== undefined)
    throw usageError(`Option --filter: use --order and --limit instead of "${paged}".`);
  return withFilter(listOrganizationLogs, { filter }, given).filter as Record<string, unknown>;
}

export default command({
  summary: 'List actions in an organization',
  details:
    "Reads the organization's log (Scale plan and above), or only the entries of --landscape. If that log is not available, reads the log of the landscape. Newest first (default: 50, see --limit); --sort orders these entries.",
  options: { ...LOG_FILTERS, order: choice(ORDERS, 'Sort by time', { fallback: 'desc' }) },
  scope: ['org', 'landscape'],
  takesLimit: true,
  takesFilter: FILTERS,
  operation: listOrganizationLogs,
  alsoPerforms: [listActionLogs],
  examples: {
    'The last hour': 'archctl logs list --since 1h',
    'Created keys': 'archctl logs list --type api-key-create -o csv --fields performedAt,performedByName',
  },
  related: ['logs tail', 'logs tree'],
  async run(context, { options }) {
    const filter = filterOf(context.parsed.filter, options);
    const { since, until } = timesOf(context, options);
    const order = options.order ?? 'desc';
    const limit = context.parsed.limit ?? 50;
    const { importance } = options;
    const { items, hasMore } = await readLogs(context, { filter, since, until, order, limit, importance });
    return {
      kind: 'list',
      items: items.slice(0, limit),
      columns: logColumns(context),
      empty: 'No action matches.',
      ...(items.length > limit || hasMore
        ? { remark: limitNote(Math.min(limit, items.length), hasMore ? undefined : items.length) }
        : {}),
    };
  },
});
