import { isAscii, isUtf8 } from 'node:buffer';
import { type WebhookEvent, webhookEvent } from '../contract/webhook.js';
import { checkRawBody } from './raw-body.js';

/** Result of `parseEvent`. */
export type ParsedEvent =
  | { ok: true; event: WebhookEvent }
  | { ok: false; reason: 'not-json' | 'not-an-event'; message: string };

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
  if (isWholeEvent(value)) return { ok: true, event: value, text };
  const result = webhookEvent.safeParse(value);
  if (result.success) {
    // Uses the value itself, because the schema's copy would lose a field named __proto__.
    const { before = null, after = null } = value as Partial<WebhookEvent>;
    return { ok: true, event: { ...(value as WebhookEvent), before, after }, text: undefined };
  }
  const [issue] = result.error.issues;
  const where = issue?.path.join('.');
  return {
    ok: false,
    reason: 'not-an-event',
    message: `The body is not an event: ${where ? `${where}: ` : ''}${issue?.message ?? 'unknown shape'}.`,
  };
}

/** Decodes UTF-8; undefined if it is invalid. */
function textOf(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return buffer.toString('latin1');
  return isUtf8(buffer) ? buffer.toString('utf8') : undefined;
}

const isState = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && !Array.isArray(value));

/**
 * Whether the schema would accept the value unchanged. Fast path that most events take, ten times faster than the
 * schema; the schema decides on all others.
 */
export function isWholeEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const event = value as Record<keyof WebhookEvent, unknown>;
  return (
    typeof event.collection === 'string' &&
    typeof event.operation === 'string' &&
    typeof event.organizationId === 'string' &&
    typeof event.subscriptionId === 'string' &&
    typeof event.resourceId === 'string' &&
    isState(event.before) &&
    isState(event.after)
  );
}

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
