import { text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { openEventReader, type StoredEventFilter } from '../../../webhooks/event-store/reader.js';
import type { StoredEvent } from '../../../webhooks/types.js';
import { BROKER_OPTIONS, type BrokerGiven, openBroker } from './broker.js';
import { reportDamage } from './damage.js';
import { eventDirectory } from './options.js';

/** Options of commands that read the event store or a stream. */
export const SOURCE_OPTIONS = {
  from: text('Read events from a stream of a NATS server instead of the event store', {
    value: 'nats://HOST/STREAM',
  }),
  ...BROKER_OPTIONS,
};

export interface EventSource {
  /** Newest first. */
  read(filter?: StoredEventFilter): Promise<StoredEvent[]>;
  get(id: string): Promise<StoredEvent>;
  /** Number of events that were removed from the event store; 0 for a stream. */
  pruned(): number;
}

/** Opens the source of events, runs `work`, and closes it again. */
export async function withEventSource<T>(
  context: Context,
  given: BrokerGiven & { from?: string | undefined },
  work: (source: EventSource) => Promise<T>,
): Promise<T> {
  if (given.from === undefined) {
    const reader = openEventReader({ directory: eventDirectory(context) });
    return reportDamage(context, reader, () =>
      work({
        read: async (filter) => [...reader.read(filter)],
        get: async (id) => reader.get(id),
        pruned: () => reader.totals().pruned,
      }),
    );
  }
  const broker = await openBroker(context, given.from, 'Option --from', given);
  const { findStreamEvent, streamEvents } = await import('../../../webhooks/broker/reader.js');
  try {
    return await work({
      async read(filter) {
        const events: StoredEvent[] = [];
        for await (const event of streamEvents(broker, filter)) events.push(event);
        return events;
      },
      get: (id) => findStreamEvent(broker, id),
      pruned: () => 0,
    });
  } finally {
    await broker.close();
  }
}
