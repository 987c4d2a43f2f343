import type { Context } from '../spec.js';

/** A record in a sentence; its name may have been read earlier. */
interface NamedRecord {
  id?: unknown;
  name?: unknown;
}

/**
 * Name of a record in a sentence: `"Booking"`. With `--ids` or in a pipe the id follows; without a name, only the id is
 * shown.
 */
export function displayName(
  context: Pick<Context, 'knownNames' | 'showsIds'>,
  { id, name }: NamedRecord,
): string {
  const text = String(id);
  // Remembers the name for later sentences that have only the id.
  if (typeof name === 'string' && name !== '') context.knownNames.set(text, name);
  const known = context.knownNames.get(text);
  if (known === undefined) return text;
  const quoted = `"${known.replace(/\s+/g, ' ')}"`;
  return context.showsIds && id !== undefined ? `${quoted} (${text})` : quoted;
}
