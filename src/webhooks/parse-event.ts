import { isUtf8 } from 'node:buffer';
import { type WebhookEvent, webhookEvent } from '../contract/webhook.js';

export type ParsedEvent =
  | { ok: true; event: WebhookEvent }
  | { ok: false; reason: 'not-json' | 'not-an-event'; message: string };

/** How deep arrays and objects may nest: what shows an event walks through it. */
const MAX_DEPTH = 200;

const notJson = (message: string): ParsedEvent => ({ ok: false, reason: 'not-json', message });

/**
 * The event in a raw body (service document, Events, Delivery). Unknown fields, collections and operations pass;
 * an absent `before` or `after` becomes null. Call it after `verify`.
 */
export function parseEvent(body: Uint8Array | string): ParsedEvent {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!isUtf8(bytes)) return notJson('The body is not UTF-8.');
  if (isTooDeep(bytes)) return notJson(`The body nests deeper than ${MAX_DEPTH} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(typeof body === 'string' ? body : bufferOf(bytes).toString('utf8'));
  } catch (error) {
    return notJson(`The body is not JSON: ${(error as Error).message}.`);
  }
  const result = webhookEvent.safeParse(value);
  if (result.success) {
    // The value itself, not the schema's copy of it: that one would lose a field called __proto__.
    const event = value as WebhookEvent;
    return { ok: true, event: { ...event, before: event.before ?? null, after: event.after ?? null } };
  }
  const [issue] = result.error.issues;
  const where = issue?.path.join('.');
  return {
    ok: false,
    reason: 'not-an-event',
    message: `The body is not an event: ${where ? `${where}: ` : ''}${issue?.message ?? 'unknown shape'}.`,
  };
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, `]` and `}` differ in one bit only. */
const CASE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if ((byte | CASE_BIT) === OPEN && ++depth > MAX_DEPTH) return true;
    else if ((byte | CASE_BIT) === CLOSE) depth--;
  }
  return false;
}
