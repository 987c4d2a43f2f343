import { ArchctlError } from '../base/errors.js';
import { bytesInWords } from '../base/words.js';
import type { Operation } from '../contract/operation.js';
import type { PagesOptions } from './client-types.js';
import { MAX_EMPTY_PAGES } from './send/limits.js';

/** An answer that has come, and is not taken apart yet. */
export interface PageAnswer {
  /** UTF-8; empty where the request failed. */
  bytes: Uint8Array;
  /** @throws ArchctlError as the call does. */
  fields(): Promise<Record<string, unknown>>;
}

type Ask = (cursor: string | undefined) => Promise<PageAnswer>;

/** Where a cursor may stand in an answer: bytes from its end. */
const LONGEST_TAIL = 4096;
const LAST_FIELD = /[{,]\s*"nextCursor"\s*:\s*"([^"\\]+)"\s*\}\s*$/;

/** The cursor of the next page, where it is the last field of an answer; in JSON nothing else ends like that. */
function cursorAtEnd(bytes: Uint8Array): string | undefined {
  const from = Math.max(0, bytes.byteLength - LONGEST_TAIL);
  const { buffer, byteOffset, byteLength } = bytes;
  // All of it is made text once the next page is under way.
  return LAST_FIELD.exec(Buffer.from(buffer, byteOffset + from, byteLength - from).toString())?.[1];
}

/** The event loop's next round: what was begun has been sent by then. */
const nextRound = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * The records of each page: follows `nextCursor` until it is absent (docs/service.md#pagination); a list without cursors is
 * one page.
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
      // Told when its turn comes; where this page is at fault, never.
      asked.catch(() => {});
      await nextRound();
    }
    const fields = await answer.fields();
    const items = fields[operation.envelope ?? ''];
    if (!Array.isArray(items)) throw failed(`The answer to "${operation.summary}" holds no list.`);
    const { nextCursor } = fields;
    const isLast = typeof nextCursor !== 'string' || nextCursor === '';
    total += items.length;
    if (isLast) onTotal?.(total);
    yield items;
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > MAX_EMPTY_PAGES) {
      throw failed(`The service hands out empty pages of "${operation.summary}".`, INCOMPLETE);
    }
    if (isLast) return;
    // A service that hands out a cursor twice would be asked forever.
    if (seen.has(nextCursor)) {
      throw failed(`The service repeats a page of "${operation.summary}".`, INCOMPLETE);
    }
    seen.add(nextCursor);
    if (nextCursor !== early) asked = ask(nextCursor);
  }
}

/** One record after the other. */
export async function* recordsOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<unknown> {
  for await (const page of pages) yield* page;
}

const INCOMPLETE = 'The records up to here are complete; the rest cannot be reached now.';

const failed = (message: string, hint?: string): ArchctlError =>
  new ArchctlError('unavailable', message, hint === undefined ? {} : { hint });

const tooLarge = (maxBytes: number): ArchctlError =>
  failed(
    `The list is larger than ${bytesInWords(maxBytes)}.`,
    'Ask for less: with a filter, or with --limit.',
  );
