import { createHash } from 'node:crypto';
import { usageError } from '../base/errors.js';
import { canonicalJson } from '../base/json/canonical-json.js';
import type { JsonObject } from '../base/json/json-object.js';
import { visible } from '../base/text/escape.js';
import type { Answer, CommonInput } from './tool.js';

/** Fits answers into a number of tokens: pages of lists and texts, shortened records. */

/** Default size of an answer. */
const MAX_TOKENS = 2_000;
/** Estimated characters of a token. */
const TOKEN_CHARACTERS = 4;
/** Reserved for facts that are added after the data. */
const RESERVED = 200;
/** Shortest length to which a text is truncated. */
const MIN_TEXT = 80;

export const tokensOf = (text: string): number => Math.ceil(text.length / TOKEN_CHARACTERS);

/** Data of a page, and a picture if there is one. */
export interface FittedAnswer {
  data: JsonObject;
  png?: Uint8Array;
}

/**
 * Shortens an answer to a number of tokens, or returns the page of it that begins at a cursor.
 * @param question tool and input; a cursor continues only the same question.
 */
export function fitToBudget(
  answer: Answer,
  question: readonly unknown[],
  { maxTokens, cursor }: CommonInput,
): FittedAnswer {
  const budget = (maxTokens ?? MAX_TOKENS) * TOKEN_CHARACTERS - RESERVED;
  const key = createHash('sha256').update(canonicalJson(question)).digest('hex').slice(0, 12);
  switch (answer.kind) {
    case 'picture':
      return { data: escapeTexts(answer.facts ?? {}) as JsonObject, png: answer.png };
    case 'record':
      return { data: shortened(escapeTexts(answer.record) as JsonObject, budget) };
    case 'list':
      return { data: pageOfList(answer, offsetIn(cursor, key), budget, key) };
    case 'text':
      return { data: pageOfText(answer, offsetIn(cursor, key), budget, key) };
  }
}

/** Escapes control, bidirectional and invisible characters in all texts and keys. */
export function escapeTexts(value: unknown): unknown {
  if (typeof value === 'string') return visible(value, { newline: 'keep' });
  if (Array.isArray(value)) return value.map(escapeTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [[visible(key), escapeTexts(inner)]],
    ),
  );
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

function pageOfList(
  { items, facts, onPage }: Extract<Answer, { kind: 'list' }>,
  from: number,
  budget: number,
  key: string,
): JsonObject {
  const head = escapeTexts(facts ?? {}) as JsonObject;
  const room = budget - sizeOf(head);
  const shown: JsonObject[] = [];
  let used = 0;
  for (const item of items.slice(from)) {
    const cleaned = escapeTexts(item) as JsonObject;
    const size = sizeOf(cleaned) + 1;
    if (shown.length > 0 && used + size > room) break;
    shown.push(size > room ? shortened(cleaned, room) : cleaned);
    used += size;
  }
  const to = from + shown.length;
  onPage?.(from, to);
  const rest = items.length - to;
  return {
    ...head,
    total: items.length,
    items: shown,
    ...(rest > 0 && { cut: `${rest} more items; call again with this cursor.`, cursor: cursorAt(to, key) }),
  };
}

function pageOfText(
  { text, facts }: Extract<Answer, { kind: 'text' }>,
  from: number,
  budget: number,
  key: string,
): JsonObject {
  const head = escapeTexts(facts ?? {}) as JsonObject;
  const whole = escapeTexts(text) as string;
  const rest = whole.slice(from);
  const room = Math.max(MIN_TEXT, budget - sizeOf(head));
  // The size includes the escapes of JSON.
  let end = Math.min(rest.length, room);
  while (end > MIN_TEXT && sizeOf(rest.slice(0, end)) > room) end = Math.floor(end * 0.9);
  const newline = rest.lastIndexOf('\n', end - 1);
  if (end < rest.length && newline > 0) end = newline + 1;
  const to = from + end;
  return {
    ...head,
    text: rest.slice(0, end),
    ...(to < whole.length && {
      cut: `${whole.length - to} of ${whole.length} characters; call again with this cursor, or with more maxTokens for the whole text.`,
      cursor: cursorAt(to, key),
    }),
  };
}

/** Shortens the largest texts and lists of a record until it fits; `cut` lists what was left out. */
function shortened(record: JsonObject, budget: number): JsonObject {
  const result: JsonObject = { ...record };
  const cut: Record<string, string> = {};
  const original = (key: string) => record[key] as string | readonly unknown[];
  while (sizeOf(result) + sizeOf(cut) > budget) {
    const candidates = Object.entries(result).filter(
      ([, value]) =>
        (typeof value === 'string' && value.length > MIN_TEXT) || (Array.isArray(value) && value.length > 0),
    );
    const [largest] = candidates.sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
    if (!largest) break;
    const [key, value] = largest as [string, string | readonly unknown[]];
    const kept = Math.floor(value.length * 0.7);
    result[key] = value.slice(0, kept);
    const unit = typeof value === 'string' ? 'characters' : 'entries';
    cut[key] = `${kept} of ${original(key).length} ${unit}`;
  }
  return Object.keys(cut).length === 0
    ? result
    : { ...result, cut: { ...cut, more: 'Call again with more maxTokens.' } };
}

const cursorAt = (offset: number, key: string): string =>
  Buffer.from(`${offset}.${key}`).toString('base64url');

/** Errors: `usage` for a cursor of another question. */
function offsetIn(cursor: string | undefined, key: string): number {
  if (cursor === undefined) return 0;
  const [, offset, of] = /^(\d+)\.(\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (offset !== undefined && of === key) return Number(offset);
  throw usageError('The cursor does not belong to this call.', {
    hint: 'Repeat the inputs of the call that returned the cursor, or call without a cursor.',
  });
}
