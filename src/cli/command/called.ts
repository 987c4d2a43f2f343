import type { Context } from './spec.js';

/** A record, as far as a sentence is concerned; what it is called may have been learned before. */
interface Told {
  id?: unknown;
  name?: unknown;
}

/**
 * What a sentence calls a record: `"Booking"`. Its id stands beside that in a pipe and with `--ids`, and in its place
 * where no name is known.
 */
export function called(context: Pick<Context, 'called' | 'showsIds'>, { id, name }: Told): string {
  const text = String(id);
  // A later sentence may know the id alone.
  if (typeof name === 'string' && name !== '') context.called.set(text, name);
  const known = context.called.get(text);
  if (known === undefined) return text;
  const quoted = `"${known.replace(/\s+/g, ' ')}"`;
  return context.showsIds && id !== undefined ? `${quoted} (${text})` : quoted;
}
