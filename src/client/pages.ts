import { ArchctlError } from '../base/errors.js';
import { bytesInWords } from '../base/text/words.js';
import type { Operation } from '../contract/operation.js';
import type { PagesOptions } from './client-types.js';
import { MAX_EMPTY_PAGES } from './send/limits.js';

/** A page as the service returned it. */
interface Page {
  fields: Readonly<Record<string, unknown>>;
  /** Size of the response. */
  bytes: number;
}

/**
 * Yields the records of each page: follows `nextCursor` until it is absent (docs/service.md#pagination). A list without
 * cursors is one page. Requests a page only when its records are needed.
 */
export async function* pagesOf(
  ask: (cursor: string | undefined) => Promise<Page>,
  operation: Operation,
  { maxBytes = Number.POSITIVE_INFINITY, onTotal }: PagesOptions,
): AsyncGenerator<readonly unknown[]> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  let [bytes, total, empty] = [0, 0, 0];
  for (;;) {
    const page = await ask(cursor);
    bytes += page.bytes;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    const items = page.fields[operation.envelope ?? ''];
    if (!Array.isArray(items))
      throw failed(`The response to "${operation.summary}" does not contain a list.`);
    const { nextCursor } = page.fields;
    cursor = typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined;
    total += items.length;
    if (cursor === undefined) onTotal?.(total);
    yield items;
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > MAX_EMPTY_PAGES) {
      throw failed(`The service keeps returning empty pages for "${operation.summary}".`, INCOMPLETE);
    }
    if (cursor === undefined) return;
    // A repeated cursor would make the loop endless.
    if (seen.has(cursor)) {
      throw failed(`The service returned the same cursor twice for "${operation.summary}".`, INCOMPLETE);
    }
    seen.add(cursor);
  }
}

/** Flattens pages into single records. */
export async function* recordsOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<unknown> {
  for await (const page of pages) yield* page;
}

const INCOMPLETE = 'The records so far are complete; the rest cannot be loaded now.';

const failed = (message: string, hint?: string): ArchctlError =>
  new ArchctlError('unavailable', message, hint === undefined ? {} : { hint });

const tooLarge = (maxBytes: number): ArchctlError =>
  new ArchctlError('unavailable', `The list is larger than ${bytesInWords(maxBytes)}.`, {
    reason: 'list-too-large',
    hint: 'Narrow the request with a filter.',
  });
