import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Operation } from '../../contract/operation.js';
import type { Column } from '../../terminal/types.js';
import { limitNote } from './limit-note.js';
import type { Context, Outcome } from './spec.js';

/**
 * Whether a list can be written page by page, because nothing depends on later items. For a person, JSON is indented as
 * a whole.
 */
export const isStreamed = ({ terminal, parsed: { globals } }: Context): boolean =>
  (terminal.format === 'ndjson' || (terminal.format === 'json' && !terminal.isInteractive)) &&
  globals.query === undefined &&
  globals.fields === undefined &&
  globals.sort === undefined &&
  // Names are loaded after all ids are known.
  !globals.names;

/** Writes the matching items of each page before the next page is requested, up to `--limit`. */
export async function streamList(
  context: Context,
  operation: Operation,
  input: { path: Record<string, unknown>; query?: Record<string, unknown> },
  { columns, fits }: { columns: readonly Column[]; fits?: ((item: unknown) => boolean) | undefined },
): Promise<Outcome> {
  const { limit = Number.POSITIVE_INFINITY } = context.parsed;
  const client = await context.client();
  let total: number | undefined;
  const pages = client.performWholePages(operation, input, {
    maxBytes: MAX_LIST_BYTES,
    onTotal: (count) => {
      // With a filter, the number of matching items is not known from this.
      if (!fits) total = count;
    },
  });
  let isCut = false;
  async function* batches(): AsyncGenerator<readonly unknown[]> {
    let rest = limit;
    for await (const page of pages) {
      const items = fits ? page.filter(fits) : page;
      isCut = items.length > rest;
      yield isCut ? items.slice(0, rest) : items;
      if (isCut) return;
      rest -= items.length;
    }
  }
  return {
    kind: 'stream',
    columns,
    isList: true,
    batches: batches(),
    line: (item) => JSON.stringify(item),
    /** Set once the list has ended. */
    get remark() {
      return isCut ? limitNote(limit, total) : '';
    },
  };
}
