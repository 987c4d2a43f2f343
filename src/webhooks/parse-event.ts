import type { WebhookEvent } from '../contract/webhook-event.js';
import { checkRawBody } from './raw-body.js';

/** Result of `parseEvent`. */
export type ParsedEvent =
  | { ok: true; event: WebhookEvent }
  | {
      ok: false;
      /** The body is not JSON in UTF-8, or lacks a field of an event. */
      reason: 'not-json' | 'not-an-event';
      /** One sentence. It may quote the body. */
      message: string;
    };

/** Maximum nesting of arrays and objects, because the code that prints an event is recursive. */
const MAX_DEPTH = 200;

const notJson = (message: string): Extract<ParsedEvent, { ok: false }> => ({
  ok: false,
  reason: 'not-json',
  message,
});

/**
 * Parses the event in a raw body (docs/service.md#delivery). Unknown fields, collections and operations are accepted;
 * an absent `before` or `after` becomes null. Call it after `verify`.
 * @throws ArchctlError `usage` for a body that is not raw.
 */
export function parseEvent(body: Uint8Array | string): ParsedEvent {
  checkRawBody(body, 'parseEvent');
  const parsed = parseBody(body);
  return parsed.ok ? { ok: true, event: parsed.event } : parsed;
}

export type ParsedBody =
  | {
      ok: true;
      event: WebhookEvent;
      /** The body as text, if it is the JSON of exactly this event. */
      text: string | undefined;
    }
  | Extract<ParsedEvent, { ok: false }>;

/** Like `parseEvent`, and also returns the source text. */
export function parseBody(body: Uint8Array | string): ParsedBody {
  const text = typeof body === 'string' ? body : textOf(body);
  if (text === undefined) return notJson('The body is not UTF-8.');
  if (isTooDeep(text)) return notJson(`The body nests deeper than ${MAX_DEPTH} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return notJson(`The body is not JSON: ${(error as Error).message}.`);
  }
  const problem = problemOf(value);
  if (problem !== undefined)
    return { ok: false, reason: 'not-an-event', message: `The body is not an event: ${problem}.` };
  const event = value as WebhookEvent;
  const { before = null, after = null } = event;
  const isWhole = before === event.before && after === event.after;
  // A spread copies a field named __proto__ as a field.
  return isWhole
    ? { ok: true, event, text }
    : { ok: true, event: { ...event, before, after } as WebhookEvent, text: undefined };
}

/** Decodes UTF-8, including a byte order mark; undefined if it is invalid. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const TEXTS = ['collection', 'operation', 'organizationId', 'subscriptionId', 'resourceId'];
const STATES = ['before', 'after'];

/** Returns the first reason why the value is not an event. */
function problemOf(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is not an object';
  const text = TEXTS.find((name) => typeof value[name] !== 'string');
  if (text !== undefined) return `${text}: expected text`;
  const state = STATES.find((name) => !isObject(value[name] ?? {}));
  return state && `${state}: expected an object or null`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether the text nests too deeply. Counts opening brackets first and measures the depth only if there are enough of
 * them.
 */
function isTooDeep(text: string): boolean {
  let openers = 0;
  for (const opener of ['{', '['])
    for (let at = text.indexOf(opener); at >= 0; at = text.indexOf(opener, at + 1))
      if (++openers > MAX_DEPTH) return nestsTooDeep(text);
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, and `]` and `}`, differ in this bit only. */
const CASE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === BACKSLASH) at++;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if ((unit | CASE_BIT) === OPEN && ++depth > MAX_DEPTH) return true;
    else if ((unit | CASE_BIT) === CLOSE) depth--;
  }
  return false;
}
