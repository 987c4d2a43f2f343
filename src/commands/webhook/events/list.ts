import { command } from '../../../cli/command/command.js';
import { limitNote } from '../../../cli/command/limit-note.js';
import { number, text } from '../../../cli/command/options.js';
import type { Column } from '../../../terminal/types.js';
import { nameIn } from '../../../webhooks/event-name.js';
import { type DeliveryState, readResults } from '../../../webhooks/event-store/target-results.js';
import type { EventFacts, StoredEvent } from '../../../webhooks/types.js';
import { moment } from '../../shared/moment.js';
import { SOURCE_OPTIONS, withEventSource } from '../shared/event-source.js';
import { EVENT_FILTERS, eventDirectory, FAILED } from '../shared/options.js';
import events from './noun.js';

export default command({
  summary: 'List received events, newest first',
  details:
    'Sorted by arrival. "delivery" is "failed" if a target or program of a listener did not handle the event, and null if it was not passed on. The number of events that are damaged on disk is reported on stderr; the exit code is still 0.',
  options: {
    ...EVENT_FILTERS,
    since: text('Only events received since this time', { value: 'TIME|AGE' }),
    failed: FAILED,
    limit: number('Maximum number of events', { integer: true, min: 1, fallback: '50' }),
    ...SOURCE_OPTIONS,
  },
  examples: {
    'Recent events': 'archctl webhook events list --since 1h',
    'Events that were not forwarded successfully': 'archctl webhook events list --failed',
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
    const results = readResults(eventDirectory(context));
    const filter = {
      ids: options.failed ? results.failedIds() : undefined,
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
      ({ method: _m, path: _p, headers: _h, body: _b, ...facts }): ListedEvent => ({
        ...facts,
        delivery: results.stateOf(facts.id),
      }),
    );
    // For people, the column appears only if there are results.
    const hasResults = !context.showsNames || found.some(({ delivery }) => delivery !== null);
    const columns = events.columns.filter(({ key }) => key !== 'delivery' || hasResults);
    const remarks = [
      ...(found.length > limit ? [limitNote(limit, isSorted ? found.length : undefined)] : []),
      ...(pruned > 0 ? [`${pruned} older events were removed.`] : []),
    ];
    return {
      kind: 'list',
      items: isSorted ? found : found.slice(0, limit),
      limit,
      columns: names ? columns.map((it) => withName(it, names)) : columns,
      empty: options.failed ? 'No failed event is stored.' : 'No events are stored.',
      ...(remarks.length > 0 ? { remark: remarks.join(' ') } : {}),
    };
  },
});

interface ListedEvent extends EventFacts {
  delivery: DeliveryState;
}

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
