/**
 * Hostile text, which would control a terminal, forge lines or reorder text, and a service that returns
 * nothing else.
 */

import { bodyOfBytes, type Send, type WireResponse } from '../../src/client/send/wire.js';

/**
 * Colours, a hyperlink, the clipboard, C1, text direction, line ends, other controls, and quotes of formats.
 */
export const HOSTILE = [
  '\u001b[31mred\u001b[2J',
  '\u001b]8;;https://evil.test\u0007here\u001b]8;;\u0007',
  '\u001b]52;c;ZXZpbA==\u001b\\',
  '\u009b31m\u009d0;title\u009c',
  '\u202egnp.exe\u202c\u2066x\u2069\u200f',
  'one\r\ntwo\nthree\rfour\u2028five',
  'a\tb\u0000c\u0008d\u007fe\u0085f\ufeffg',
  '"quoted", with; commas \\x1b[1m',
].join('|');

/** Characters that control a terminal or reorder text. Line feeds and tabs are part of normal output. */
const RAW = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

/** Returns the code point of the first control character in an output. */
export function controlCharacterIn(text: string): string | undefined {
  const found = RAW.exec(text.replace(/[\n\t]/g, ''))?.[0];
  return found && `U+${found.charCodeAt(0).toString(16)}`;
}

/** Fields whose texts are written by people. All other texts of a response are ids, times, enumerations or addresses. */
const FIELDS_OF_PEOPLE =
  /^(name|nameShort|description|caption|content|notes|summary|message|rejectionMessage|performedByName|email|billingEmail|jobRole|category|slugs|defaultSlug|websiteUrl|docsUrl|autoInviteDomains|actorEmail)$/;

/**
 * Fields that decide whether there is another page. Other values would make archctl request pages forever.
 */
const PAGING_FIELDS = /^(nextCursor|status|url|svg|png)$/;

/** Number of records of a list that become hostile. Later ones would not add anything. */
const HOSTILE_RECORDS = 8;
/** Lists that stay complete: a page with fewer entries than its limit is the last one of a log. */
const LOG_LISTS = /^(actionLogs|organizationLogs)$/;

/** Replaces texts of people by hostile text; with `all`, every text except those that control paging. */
export function withHostileTexts(value: unknown, all: boolean, key = ''): unknown {
  if (typeof value === 'string')
    return (all && !PAGING_FIELDS.test(key)) || FIELDS_OF_PEOPLE.test(key) ? HOSTILE : value;
  if (Array.isArray(value))
    return (LOG_LISTS.test(key) ? value : value.slice(0, HOSTILE_RECORDS)).map((it) =>
      withHostileTexts(it, all, key),
    );
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withHostileTexts(inner, all, name)]);
  // Labels and links: people choose key and value.
  if (key === 'labels' || key === 'links') entries.push([HOSTILE, HOSTILE]);
  return Object.fromEntries(entries);
}

export interface Recorder {
  /**
   * Forwards new requests, and answers repeated ones from its records, in the same order, so that changes
   * happen once. With `all`, every text of JSON and the request id are hostile.
   */
  sender(all: boolean): Send;
}

/** Records the responses of a service. */
export function recorder(send: Send): Recorder {
  const recorded = new Map<string, RecordedResponse[]>();
  return {
    sender(all) {
      const turns = new Map<string, number>();
      return async (request) => {
        const { method, url, headers, body } = request;
        const key = [method, url.href, headers.authorization, body].join(' ');
        const answers = recorded.get(key) ?? [];
        recorded.set(key, answers);
        const turn = turns.get(key) ?? 0;
        turns.set(key, turn + 1);
        let answer = answers[turn];
        if (!answer) {
          const head = await send(request);
          answer = { head, bytes: await head.body.bytes(), hostile: new Map() };
          answers.push(answer);
        }
        return hostileResponse(answer, all);
      };
    },
  };
}

/** A recorded response and its hostile versions. */
interface RecordedResponse {
  head: WireResponse;
  bytes: Uint8Array;
  /** Indexed by `all`. */
  hostile: Map<boolean, Uint8Array>;
}

function hostileResponse(answer: RecordedResponse, all: boolean): WireResponse {
  const { head, bytes } = answer;
  const isJson = head.headers['content-type']?.includes('json') && bytes.length > 0;
  const headers = all ? { ...head.headers, 'x-request-id': HOSTILE } : head.headers;
  if (!isJson) return { ...head, headers, body: bodyOfBytes(bytes) };
  const made =
    answer.hostile.get(all) ?? encoded(withHostileTexts(JSON.parse(new TextDecoder().decode(bytes)), all));
  answer.hostile.set(all, made);
  return { ...head, headers, body: bodyOfBytes(made) };
}

const encoded = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
