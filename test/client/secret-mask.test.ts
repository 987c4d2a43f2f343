import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.js';
import { createRedactor } from '../../src/client/send/redact.js';
import { secretMask } from '../../src/client/send/secret-mask.js';
import { fetchTransport } from '../../src/client/transport/transport.js';
import { getLandscape } from '../../src/contract/resources/landscape.js';
import { runs } from '../support/property-runs.js';

const SECRET = 'q7Zr-0pXw_T4kLmV9sBhYc2NdGfE8uJ1tA6oQiR3eHxWvUyMzPlKjCbDnFgSa5I_';
const SIGNIFICANT_LENGTH = 8;

const percentEncoded = (text: string, picks: (index: number) => boolean, upper: boolean): string =>
  Array.from(new TextEncoder().encode(text), (byte, index) => {
    const digits = byte.toString(16).padStart(2, '0');
    return byte > 0x7e || byte < 0x21 || byte === 0x25 || picks(index)
      ? `%${upper ? digits.toUpperCase() : digits}`
      : String.fromCharCode(byte);
  }).join('');
const jsonEscaped = (text: string, picks: (index: number) => boolean, upper: boolean): string =>
  Array.from({ length: text.length }, (_, index) => {
    const digits = text.charCodeAt(index).toString(16).padStart(4, '0');
    return picks(index) || text[index] === '\\' || text[index] === '"'
      ? `\\u${upper ? digits.toUpperCase() : digits}`
      : text[index];
  }).join('');

/** Base64 characters that depend only on the bytes, after so many other bytes. */
const stable = (bytes: Buffer, before: number): string => {
  const bits = [before * 8, (before + bytes.length) * 8];
  const whole = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(3)]).toString('base64');
  return whole.slice(Math.ceil((bits[0] ?? 0) / 6), Math.floor((bits[1] ?? 0) / 6));
};

/** Remaining part of the secret in a text, in any encoding. Undefined if it is too short to matter. */
function leftIn(text: string, secret: string): string | undefined {
  const plain = [text];
  for (let depth = 0; depth < 2; depth += 1) {
    for (const one of [...plain]) {
      plain.push(
        one.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        ),
        one.replace(/\\u([\da-f]{4})/gi, (_, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        ),
      );
    }
  }
  const seen = [...new Set(plain)];
  for (let at = 0; at + SIGNIFICANT_LENGTH <= secret.length; at += 1) {
    const part = secret.slice(at, at + SIGNIFICANT_LENGTH);
    const bytes = Buffer.from(part);
    const found = seen.find(
      (one) =>
        one.includes(part) ||
        one.toLowerCase().includes(bytes.toString('hex')) ||
        [0, 1, 2].some((before) =>
          one.replaceAll('-', '+').replaceAll('_', '/').includes(stable(bytes, before)),
        ),
    );
    if (found !== undefined) return `${part} in ${found}`;
  }
  return undefined;
}

const picks = fc.func(fc.boolean());
const letters = fc.constantFrom(
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~+/=%\\" ',
);
const secrets = fc.string({ unit: letters, minLength: 20, maxLength: 64 });
const around = fc.string({ unit: fc.constantFrom(...'abc XYZ09%\\"{}:,/?=&+'), maxLength: 20 });
/** An encoding of the secret. */
const encodings = fc.oneof(
  fc.constant((secret: string) => secret),
  fc.tuple(picks, fc.boolean()).map(
    ([pick, upper]) =>
      (secret: string) =>
        percentEncoded(secret, pick, upper),
  ),
  fc.tuple(picks, fc.boolean()).map(
    ([pick, upper]) =>
      (secret: string) =>
        jsonEscaped(secret, pick, upper),
  ),
  fc.tuple(picks, picks).map(
    ([inner, outer]) =>
      (secret: string) =>
        jsonEscaped(percentEncoded(secret, inner, true), outer, false),
  ),
  fc.constantFrom<(secret: string) => string>(
    (secret) => JSON.stringify(JSON.stringify(secret)),
    (secret) => encodeURIComponent(secret),
    (secret) => Buffer.from(secret).toString('hex'),
    (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
    (secret) => encodeURIComponent(Buffer.from(`id:${secret}`).toString('base64')),
  ),
  fc.tuple(fc.string({ maxLength: 7 }), fc.string({ maxLength: 7 }), fc.boolean()).map(
    ([before, after, url]) =>
      (secret: string) =>
        Buffer.from(before + secret + after).toString(url ? 'base64url' : 'base64'),
  ),
);

describe('a secret', () => {
  it('leaves no significant part in any encoding, whole or truncated before', () => {
    fc.assert(
      fc.property(
        secrets,
        encodings,
        around,
        around,
        fc.nat(60),
        fc.nat(60),
        (secret, encode, before, after, first, last) => {
          const encoded = encode(secret);
          const text = before + encoded + after;
          const cut = text.slice(
            Math.min(first, before.length),
            text.length - Math.min(last, encoded.length),
          );
          const { text: prose, body, url, headers } = createRedactor([secret]);
          for (const shown of [
            prose(text),
            prose(cut),
            body(text),
            body(JSON.stringify({ a: text, [text]: [cut] })),
            url(`https://x.example/${cut}`),
            Object.values(headers({ 'x-echo': text, location: cut })).join('\n'),
          ]) {
            expect(leftIn(shown, secret)).toBeUndefined();
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('of any characters is redacted as it is, in URLs and in JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 12, maxLength: 40 }), around, (secret, before) => {
        fc.pre(!secret.includes('redacted'));
        const mask = secretMask([secret]);
        for (const encode of [String, encodeURIComponent, (it: string) => JSON.stringify(it).slice(1, -1)]) {
          const shown = mask(`${before}|${encode(secret)}|`);
          expect(shown).not.toContain(encode(secret));
          expect(shown).toContain('[redacted]');
        }
      }),
    );
  });

  it.each([
    ['half', `sent ${SECRET.slice(0, 32)}`, 'sent [redacted]'],
    ['nearly all', `sent ${SECRET.slice(0, 63)}`, 'sent [redacted]'],
    ['the end', `${SECRET.slice(20)} came`, '[redacted] came'],
    ['twice, side by side', SECRET + SECRET, '[redacted]'],
    ['twice, apart', `${SECRET} and ${SECRET}.`, '[redacted] and [redacted].'],
    ['a part too short to be redacted', `sent ${SECRET.slice(0, 7)}`, `sent ${SECRET.slice(0, 7)}`],
    ['with its id, for Basic', Buffer.from(`id:${SECRET}`).toString('base64'), 'aWQ[redacted]=='],
  ])('%s', (_, text, shown) => {
    expect(secretMask([SECRET])(text)).toBe(shown);
  });

  it('of a few characters is redacted as a whole, and others are unchanged', () => {
    expect(secretMask(['hunter2'])('hunter2 or hunter3, aHVudGVyMg==')).toMatch(
      /^\[redacted\] or hunter3, (?!aHVudGVyMg)/,
    );
    expect(secretMask(['abc'])('abc')).toBe('abc');
    expect(secretMask([])('abc')).toBe('abc');
  });

  it('takes linear time for a long text of escapes', () => {
    const mask = secretMask([SECRET]);
    for (const text of ['%'.repeat(500_000), '\\'.repeat(500_000), '%41\\u0041'.repeat(50_000)]) {
      const started = performance.now();
      expect(mask(text)).toBe(text);
      // Quadratic time would be hours; the limit allows for a busy machine.
      expect(performance.now() - started).toBeLessThan(20_000);
    }
  });
});

describe('secrets that a service repeats', () => {
  /** A service that answers with an error with this `message`. */
  const erring = (answer: object, headers: Record<string, string> = {}) =>
    createClient({
      baseUrl: 'http://localhost',
      credentials: { id: 'key-id', secret: SECRET },
      transport: fetchTransport(() => Response.json(answer, { status: 400, headers })),
      retries: 0,
    });
  const shownBy = async (client: ReturnType<typeof erring>): Promise<string> => {
    const error: unknown = await client
      .call(getLandscape, { path: { landscapeId: 'l' } })
      .catch((thrown: unknown) => thrown);
    const { message, facts } = error as { message: string; facts: object };
    expect(message.length).toBeLessThanOrEqual(1000);
    return `${message}\n${JSON.stringify(facts)}`;
  };

  it.each([930, 937, 990, 995, 999])('are redacted before truncation, %i characters in', async (before) => {
    const filler = 'x '.repeat(500).slice(0, before);
    for (const form of [
      SECRET,
      Buffer.from(SECRET).toString('hex'),
      Buffer.from(SECRET).toString('base64'),
    ]) {
      const text = filler + form;
      const shown = await shownBy(
        erring({ message: text, code: text, errors: [text, { message: text, path: [text] }, { text }] }),
      );
      expect(leftIn(shown, SECRET)).toBeUndefined();
    }
  });

  it('are redacted in the request id before truncation', async () => {
    const shown = await shownBy(erring({ message: 'No.' }, { 'x-request-id': 'r'.repeat(150) + SECRET }));
    expect(shown).toContain('rrr');
    expect(leftIn(shown, SECRET)).toBeUndefined();
  });

  it('are redacted in all output of --debug, wherever the line is truncated', async () => {
    for (const before of [1_940, 1_990, 16_330, 16_380, 1_048_520]) {
      const lines: string[] = [];
      const answer = {
        landscape: {},
        [SECRET]: 'a name',
        filler: 'y '.repeat(before).slice(0, before - 60),
        note: `${SECRET} ${Buffer.from(SECRET).toString('base64')}`,
        token: [SECRET],
      };
      const client = createClient({
        baseUrl: 'http://localhost',
        credentials: { id: 'key-id', secret: SECRET },
        transport: fetchTransport(() =>
          Response.json(answer, { headers: { 'content-type': `application/json; echo=${SECRET}` } }),
        ),
        hooks: {
          onDebug: (line) => lines.push(line),
          onMismatch: (where, problems) => lines.push(`${where}: ${problems.join()}`),
        },
      });
      await client.call(getLandscape, { path: { landscapeId: 'l' } });
      expect(lines.join('\n')).toContain('< 200');
      expect(leftIn(lines.join('\n'), SECRET)).toBeUndefined();
    }
  });
});
