/** Text that would drive a terminal, forge lines or turn what is read around, and a service that answers nothing else. */

import { bodyOfBytes, type Send, type WireResponse } from '../../src/client/send/wire.js';

/** Colours, a link, the clipboard, C1, direction, line ends, other controls, and what formats quote. */
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

/** Whatever drives a terminal or reorders what it shows; line feeds and tabs stand between what archctl prints. */
const RAW = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

/** The first such character in what was printed, by its code point. */
export function rawIn(text: string): string | undefined {
  const found = RAW.exec(text.replace(/[\n\t]/g, ''))?.[0];
  return found && `U+${found.charCodeAt(0).toString(16)}`;
}

/** Texts that people write: everything else in an answer is an id, a time, a word of the service or an address. */
const WRITTEN =
  /^(name|nameShort|description|caption|content|notes|summary|message|rejectionMessage|performedByName|email|billingEmail|jobRole|category|slugs|defaultSlug|websiteUrl|docsUrl|autoInviteDomains|actorEmail)$/;

/** What decides whether there is more to ask for: with any other value archctl would go on asking. */
const STEERING = /^(nextCursor|status|url|svg|png)$/;

/** Records of a list that are looked at: the next hundred are as hostile. */
const MANY = 8;
/** A page with fewer than it may hold is the last one of a log. */
const COUNTED = /^(actionLogs|organizationLogs)$/;

/** The value with hostile text in what people write; with `all`, in every text but what steers archctl. */
export function poisoned(value: unknown, all: boolean, key = ''): unknown {
  if (typeof value === 'string') return (all && !STEERING.test(key)) || WRITTEN.test(key) ? HOSTILE : value;
  if (Array.isArray(value))
    return (COUNTED.test(key) ? value : value.slice(0, MANY)).map((it) => poisoned(it, all, key));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, poisoned(inner, all, name)]);
  // Labels and links: what people choose is key and value.
  if (key === 'labels' || key === 'links') entries.push([HOSTILE, HOSTILE]);
  return Object.fromEntries(entries);
}

export interface Recorder {
  /**
   * Carries what was never asked before, and answers the rest as it was answered then, in the same order: what changes
   * things does so once. With `all`, every text of JSON is hostile, and the id of the request.
   */
  sender(all: boolean): Send;
}

/** Keeps the answers of a service. */
export function recorder(send: Send): Recorder {
  const kept = new Map<string, Kept[]>();
  return {
    sender(all) {
      const asked = new Map<string, number>();
      return async (request) => {
        const { method, url, headers, body } = request;
        const key = [method, url.href, headers.authorization, body].join(' ');
        const answers = kept.get(key) ?? [];
        kept.set(key, answers);
        const turn = asked.get(key) ?? 0;
        asked.set(key, turn + 1);
        let answer = answers[turn];
        if (!answer) {
          const head = await send(request);
          answer = { head, bytes: await head.body.bytes(), spoiled: new Map() };
          answers.push(answer);
        }
        return spoiled(answer, all);
      };
    },
  };
}

/** What was answered once, and what was made of it, which is told again and again. */
interface Kept {
  head: WireResponse;
  bytes: Uint8Array;
  /** By `all`. */
  spoiled: Map<boolean, Uint8Array>;
}

function spoiled(answer: Kept, all: boolean): WireResponse {
  const { head, bytes } = answer;
  const isJson = head.headers['content-type']?.includes('json') && bytes.length > 0;
  const headers = all ? { ...head.headers, 'x-request-id': HOSTILE } : head.headers;
  if (!isJson) return { ...head, headers, body: bodyOfBytes(bytes) };
  const made = answer.spoiled.get(all) ?? encoded(poisoned(JSON.parse(new TextDecoder().decode(bytes)), all));
  answer.spoiled.set(all, made);
  return { ...head, headers, body: bodyOfBytes(made) };
}

const encoded = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
