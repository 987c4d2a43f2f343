import { ArchctlError } from '../base/errors.js';
import { bytesInWords } from '../base/words.js';
import type { Operation } from '../contract/operation.js';
import type { PagesOptions } from './client-types.js';
import { MAX_EMPTY_PAGES } from './send/limits.js';

/** A response that has arrived but is not parsed yet. */
export interface PageAnswer {
  /** UTF-8; empty if the request failed. */
  bytes: Uint8Array;
  /** @throws ArchctlError like the call itself. */
  fields(): Promise<Record<string, unknown>>;
}

type Ask = (cursor: string | undefined) => Promise<PageAnswer>;

/** Number of bytes at the end of a response that are searched for a cursor. */
const LONGEST_TAIL = 4096;
const LAST_FIELD = /[{,]\s*"nextCursor"\s*:\s*"([^"\\]+)"\s*\}\s*$/;

/** Finds the cursor of the next page if it is the last field of a response; no other JSON can end like this. */
function cursorAtEnd(bytes: Uint8Array): string | undefined {
  const from = Math.max(0, bytes.byteLength - LONGEST_TAIL);
  const { buffer, byteOffset, byteLength } = bytes;
  // The whole response is decoded later, while the next page is under way.
  return LAST_FIELD.exec(Buffer.from(buffer, byteOffset + from, byteLength - from).toString())?.[1];
}

/** Waits for the next turn of the event loop, so that pending requests are sent. */
const nextRound = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Yields the records of each page: follows `nextCursor` until it is absent (docs/service.md#pagination). A list without
 * cursors is one page.
 */
export async function* pagesOf(
  ask: Ask,
  operation: Operation,
  { maxBytes = Number.POSITIVE_INFINITY, ahead = false, onTotal }: PagesOptions,
): AsyncGenerator<readonly unknown[]> {
  const seen = new Set<string>();
  let left = maxBytes;
  let empty = 0;
  let total = 0;
  let asked = ask(undefined);
  for (;;) {
    const answer = await asked;
    left -= answer.bytes.byteLength;
    if (left < 0) throw tooLarge(maxBytes);
    const early = ahead ? cursorAtEnd(answer.bytes) : undefined;
    if (early !== undefined && !seen.has(early)) {
      asked = ask(early);
      // The error is thrown when this page is awaited, and never if the current page fails first.
      asked.catch(() => {});
      await nextRound();
    }
    const fields = await answer.fields();
    const items = fields[operation.envelope ?? ''];
    if (!Array.isArray(items))
      throw failed(`The response to "${operation.summary}" does not contain a list.`);
    const { nextCursor } = fields;
    const isLast = typeof nextCursor !== 'string' || nextCursor === '';
    total += items.length;
    if (isLast) onTotal?.(total);
    yield items;
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > MAX_EMPTY_PAGES) {
      throw failed(`The service keeps returning empty pages for "${operation.summary}".`, INCOMPLETE);
    }
    if (isLast) return;
    // A repeated cursor would make the loop endless.
    if (seen.has(nextCursor)) {
      throw failed(`The service returned the same cursor twice for "${operation.summary}".`, INCOMPLETE);
    }
    seen.add(nextCursor);
    if (nextCursor !== early) asked = ask(nextCursor);
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
  failed(
    `The list is larger than ${bytesInWords(maxBytes)}.`,
    'Narrow the request with a filter or with --limit.',
  );
