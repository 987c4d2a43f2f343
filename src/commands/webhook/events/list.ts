import { command } from '../../../cli/command/command.js';
import { limitNote } from '../../../cli/command/limit-note.js';
import { number, text } from '../../../cli/command/options.js';
import { openEventReader } from '../../../webhooks/event-store/reader.js';
import { moment } from '../../shared/moment.js';

import { tellingDamage } from '../shared/damage.js';
import { EVENT_FILTERS, eventDirectory } from '../shared/options.js';
import events from './noun.js';

export default command({
  summary: 'List received events, newest first',
  details:
    'Sorted by arrival. The number of events that are damaged on disk is reported on stderr; the exit code is still 0.',
  options: {
    ...EVENT_FILTERS,
    since: text('Only events received since this time', { value: 'TIME|AGE' }),
    limit: number('Maximum number of events', { integer: true, min: 1, fallback: '50' }),
  },
  examples: {
    'Recent events': 'archctl webhook events list --since 1h',
    'Ids of deletions': 'archctl webhook events list --operation deleted -o csv --fields id',
  },
  related: ['webhook events show', 'webhook replay'],
  async run(context, { options }) {
    const kept = openEventReader({ directory: eventDirectory(context) });
    const limit = options.limit ?? 50;
    // Sorting requires all records.
    const isSorted = context.parsed.globals.sort !== undefined;
    const sinceMs =
      options.since === undefined
        ? undefined
        : Date.parse(moment(options.since, context.world.now(), '--since'));
    const { found, pruned } = await tellingDamage(context, kept, () => ({
      found: kept.list({
        limit: isSorted ? Number.MAX_SAFE_INTEGER : limit + 1,
        sinceMs,
        collections: options.collection,
        operations: options.operation,
      }),
      pruned: kept.totals().pruned,
    }));
    const remarks = [
      ...(found.length > limit ? [limitNote(limit, isSorted ? found.length : undefined)] : []),
      ...(pruned > 0 ? [`${pruned} older events were removed.`] : []),
    ];
    return {
      kind: 'list',
      items: isSorted ? found : found.slice(0, limit),
      limit,
      columns: events.columns,
      empty: 'No events are stored.',
      ...(remarks.length > 0 ? { remark: remarks.join(' ') } : {}),
    };
  },
});
