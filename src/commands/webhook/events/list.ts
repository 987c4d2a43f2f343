import { command } from '../../../cli/command/command.js';
import { limitNote } from '../../../cli/command/limit-note.js';
import { number, text } from '../../../cli/command/options.js';
import type { Column } from '../../../terminal/types.js';
import { nameIn } from '../../../webhooks/event-name.js';
import type { EventFacts, StoredEvent } from '../../../webhooks/types.js';
import { moment } from '../../shared/moment.js';
import { SOURCE_OPTIONS, withEventSource } from '../shared/event-source.js';
import { EVENT_FILTERS } from '../shared/options.js';
import events from './noun.js';

export default command({
  summary: 'List received events, newest first',
  details:
    'Sorted by arrival. The number of events that are damaged on disk is reported on stderr; the exit code is still 0.',
  options: {
    ...EVENT_FILTERS,
    since: text('Only events received since this time', { value: 'TIME|AGE' }),
    limit: number('Maximum number of events', { integer: true, min: 1, fallback: '50' }),
    ...SOURCE_OPTIONS,
  },
  examples: {
    'Recent events': 'archctl webhook events list --since 1h',
    'Events that a team received': 'archctl webhook events list --from nats://localhost/EVENTS',
    'Ids of deletions': 'archctl webhook events list --operation deleted -o csv --fields id',
  },
  related: ['webhook events show', 'webhook replay'],
  async run(context, { options }) {
    const limit = options.limit ?? 50;
    // Sorting requires all records.
    const isSorted = context.parsed.globals.sort !== undefined;
    const sinceMs =
      options.since === undefined
        ? undefined
        : Date.parse(moment(options.since, context.world.now(), '--since'));
    const filter = {
      limit: isSorted ? Number.MAX_SAFE_INTEGER : limit + 1,
      sinceMs,
      collections: options.collection,
      operations: options.operation,
    };
    const { stored, pruned } = await withEventSource(context, options, async (source) => ({
      stored: await source.read(filter),
      pruned: source.pruned(),
    }));
    const names = context.showsNames ? resourceNames(stored) : undefined;
    const found = stored.map(
      ({ method: _m, path: _p, headers: _h, body: _b, ...facts }): EventFacts => facts,
    );
    const remarks = [
      ...(found.length > limit ? [limitNote(limit, isSorted ? found.length : undefined)] : []),
      ...(pruned > 0 ? [`${pruned} older events were removed.`] : []),
    ];
    return {
      kind: 'list',
      items: isSorted ? found : found.slice(0, limit),
      limit,
      columns: names ? events.columns.map((it) => withName(it, names)) : events.columns,
      empty: 'No events are stored.',
      ...(remarks.length > 0 ? { remark: remarks.join(' ') } : {}),
    };
  },
});

/** Names of the resources in the bodies of events, by id of the event. */
function resourceNames(stored: Iterable<StoredEvent>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { id, body } of stored) {
    const name = nameIn(Buffer.from(body).toString('utf8'));
    if (name !== undefined) names.set(id, name);
  }
  return names;
}

/** For people, the column of the resource shows its name. */
const withName = (column: Column, names: ReadonlyMap<string, string>): Column =>
  column.key === 'resourceId'
    ? { ...column, kind: 'text', value: (row: EventFacts) => names.get(row.id) ?? row.resourceId }
    : column;
