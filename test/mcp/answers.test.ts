import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/json/json-object.js';
import { escapeTexts, fitToBudget, tokensOf } from '../../src/mcp/answers.js';
import { anyCharacter } from '../support/any-character.js';

const QUESTION = ['list', { kind: 'object' }];
const anyText = fc.string({ unit: anyCharacter, maxLength: 400 });

/** All pages of an answer. */
function pagesOf(answer: Parameters<typeof fitToBudget>[0], maxTokens: number): JsonObject[] {
  const pages: JsonObject[] = [];
  let cursor: string | undefined;
  do {
    const { data } = fitToBudget(answer, QUESTION, { maxTokens, cursor });
    pages.push(data);
    cursor = data.cursor as string | undefined;
  } while (cursor !== undefined);
  return pages;
}

describe('a list', () => {
  test('has each item on one page, and no page has too many tokens', () => {
    const items = fc.array(fc.record({ name: anyText, note: anyText }), { maxLength: 60 });
    fc.assert(
      fc.property(items, fc.integer({ min: 600, max: 2_000 }), (given, maxTokens) => {
        const shown: [number, number][] = [];
        const onPage = (from: number, to: number) => void shown.push([from, to]);
        const pages = pagesOf({ kind: 'list', items: given, facts: { source: 'live' }, onPage }, maxTokens);
        for (const page of pages) expect(tokensOf(JSON.stringify(page))).toBeLessThanOrEqual(maxTokens);
        expect(pages.reduce((sum, { items: on }) => sum + (on as unknown[]).length, 0)).toBe(given.length);
        expect(shown.at(-1)?.[1]).toBe(given.length);
        expect(pages.slice(0, -1).every(({ cut }) => /more items/.test(String(cut)))).toBe(true);
      }),
    );
  });
});

describe('a text', () => {
  test('is complete over its pages', () => {
    const lines = fc.array(anyText, { maxLength: 80 }).map((it) => it.join('\n'));
    fc.assert(
      fc.property(lines, (text) => {
        const pages = pagesOf({ kind: 'text', text }, 500);
        for (const page of pages) expect(tokensOf(JSON.stringify(page))).toBeLessThanOrEqual(500);
        expect(pages.map((it) => it.text).join('')).toBe(escapeTexts(text));
      }),
    );
  });
});

describe('a record', () => {
  test('is shortened, and lists what was cut', () => {
    const record = {
      name: 'Booking',
      description: 'long '.repeat(5_000),
      usedBy: Array(900).fill({ object: 'A' }),
    };
    const { data } = fitToBudget({ kind: 'record', record }, QUESTION, {});
    expect(tokensOf(JSON.stringify(data))).toBeLessThanOrEqual(2_000);
    expect(data.cut).toEqual({
      description: expect.stringMatching(/^\d+ of 25000 characters$/),
      usedBy: expect.stringMatching(/^\d+ of 900 entries$/),
      more: 'Call again with more maxTokens.',
    });
    const whole = fitToBudget({ kind: 'record', record }, QUESTION, { maxTokens: 50_000 }).data;
    expect(whole).toEqual(record);
  });
});

test('a cursor continues only its own question', () => {
  const items = Array.from({ length: 500 }, (_, at) => ({ name: `Object ${at}` }));
  const { data } = fitToBudget({ kind: 'list', items }, QUESTION, {});
  const cursor = String(data.cursor);
  expect(() => fitToBudget({ kind: 'list', items }, ['list', { kind: 'flow' }], { cursor })).toThrow(
    /does not belong/,
  );
  expect(fitToBudget({ kind: 'list', items }, QUESTION, { cursor }).data.items).not.toEqual(data.items);
});

test('control, bidirectional and invisible characters are escaped in texts and keys', () => {
  expect(escapeTexts({ 'a\u202e': ['\u001b[31m', { b: 'x\u0000\ny' }], n: 1, u: undefined })).toEqual({
    'a\\u202e': ['\\x1b[31m', { b: 'x\\x00\ny' }],
    n: 1,
  });
});
