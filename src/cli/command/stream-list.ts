import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Operation } from '../../contract/operation.js';
import type { Column } from '../../terminal/types.js';
import { limitNote } from './limit-note.js';
import type { Context, Outcome } from './spec.js';

/** Items per write, after the first. */
const BATCH = 200;

/** Whether a list can be written line by line, because nothing depends on later items. */
export const isStreamed = ({ terminal, parsed: { globals } }: Context): boolean =>
  terminal.format === 'ndjson' &&
  globals.query === undefined &&
  globals.fields === undefined &&
  globals.sort === undefined &&
  // Names are loaded after all ids are known.
  !globals.names;

/** Writes matching items of a list while the next page is requested, up to `--limit`. */
export async function streamList(
  context: Context,
  operation: Operation,
  input: { path: Record<string, unknown>; query?: Record<string, unknown> },
  { columns, fits }: { columns: readonly Column[]; fits?: ((item: unknown) => boolean) | undefined },
): Promise<Outcome> {
  const { limit = Number.POSITIVE_INFINITY } = context.parsed;
  const client = await context.client();
  let total: number | undefined;
  const items = client.performPages(operation, input, {
    maxBytes: MAX_LIST_BYTES,
    onTotal: (count) => {
      // With a filter, the number of matching items is not known from this.
      if (!fits) total = count;
    },
  });
  let isCut = false;
  async function* batches(): AsyncGenerator<readonly unknown[]> {
    let [batch, count, most]: [unknown[], number, number] = [[], 0, 1];
    let failure: unknown;
    try {
      for await (const item of items) {
        if (fits && !fits(item)) continue;
        isCut = count === limit;
        if (isCut) break;
        count += 1;
        batch.push(item);
        if (batch.length < most) continue;
        yield batch;
        [batch, most] = [[], BATCH];
      }
    } catch (error) {
      // Earlier items are written first.
      failure = error;
    }
    if (batch.length > 0) yield batch;
    if (failure !== undefined) throw failure;
  }
  return {
    kind: 'stream',
    columns,
    batches: batches(),
    line: (item) => JSON.stringify(item),
    /** Set once the list has ended. */
    get remark() {
      return isCut ? limitNote(limit, total) : '';
    },
  };
}
