import type { Context } from '../../../cli/command/spec.js';
import type { EventReader } from '../../../webhooks/event-store/reader.js';

/**
 * Runs a reader of stored events, and reports unreadable ones once on stderr. The exit code does not change: the
 * readable events were processed, and a retry would not recover the others.
 */
export async function reportDamage<T>(
  { terminal }: Pick<Context, 'terminal'>,
  reader: EventReader,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    const { files, events, bytes, foreign } = reader.damage();
    if (events > 0)
      terminal.warn(
        `${several(events, 'stored event')} cannot be read: ${several(bytes, 'byte')} are damaged in ${several(files, 'file')}. All other events are available.`,
      );
    if (foreign.length > 0)
      terminal.warn(`Skipped links and files of other users in the event store: ${foreign.join(', ')}.`);
  }
}

const several = (count: number, what: string): string => `${count} ${count === 1 ? what : `${what}s`}`;
