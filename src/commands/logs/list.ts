import { command } from '../../cli/command/command.js';
import { choice } from '../../cli/command/options.js';
import { ORDERS } from '../../contract/enums.js';
import { listOrganizationLogs } from '../../contract/resources/action-log.js';
import noun from './noun.js';
import { LOG_FILTERS, serverFilter, timesOf } from './shared/log-filters.js';
import { type LogRecord, logSource } from './shared/log-source.js';

const PAGE = 100;

export default command({
  summary: 'List what happened in an organization',
  details:
    "Reads the organization's log (Scale plan and above), narrowed to --landscape where one is given; where it is not available, the landscape's own log. Newest first, 50 unless --limit says otherwise.",
  options: { ...LOG_FILTERS, order: choice(ORDERS, 'By time', { fallback: 'desc' }) },
  scope: ['org', 'landscape'],
  takesLimit: true,
  operation: listOrganizationLogs,
  examples: [
    { note: 'The last hour', line: 'archctl logs list --since 1h' },
    {
      note: 'Who created keys',
      line: 'archctl logs list --type api-key-create -o csv --fields performedAt,performedByName',
    },
  ],
  related: ['logs tail', 'logs tree'],
  async run(context, { options }) {
    const filter = serverFilter(options);
    const { since, until } = timesOf(context, options);
    const order = options.order ?? 'desc';
    const limit = context.parsed.limit ?? 50;
    const source = await logSource(context, options.importance);
    const items = new Map<string, LogRecord>();
    let [startAtDate, endAtDate] = [since, until];
    let more = false;
    for (let size = PAGE; ; ) {
      const page = await source.page({
        filter,
        order,
        limit: size,
        ...(startAtDate ? { startAtDate } : {}),
        ...(endAtDate ? { endAtDate } : {}),
      });
      const before = items.size;
      for (const record of page) if (source.accept(record)) items.set(record.id, record);
      const edge = page.at(-1)?.performedAt;
      more = page.length === size;
      if (items.size > limit || !more || edge === undefined) break;
      const stuck = items.size === before && edge === (order === 'asc' ? startAtDate : endAtDate);
      if (stuck) size *= 2;
      if (order === 'asc') startAtDate = edge;
      else endAtDate = edge;
    }
    return {
      kind: 'list',
      items: [...items.values()].slice(0, limit),
      columns: noun.columns,
      empty: 'Nothing happened that matches.',
      ...(items.size > limit || more
        ? { remark: `Stopped at ${Math.min(limit, items.size)}; --limit shows more.` }
        : {}),
    };
  },
});
