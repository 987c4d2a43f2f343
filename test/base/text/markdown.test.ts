import type { Token, Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { MAX_MARKDOWN, markdownTokens } from '../../../src/base/text/markdown.js';

const paragraphs = (tokens: readonly Token[] | undefined) =>
  (tokens ?? []).filter((it): it is Tokens.Paragraph => it.type === 'paragraph');
const isPlain = ({ tokens, raw }: Tokens.Paragraph) => tokens.length === 1 && tokens[0]?.raw === raw.trim();

describe('bounds of Markdown', () => {
  test.each(['*a_', '_a', '[', '![', '**a', '<a', '!', 'a@', 'ahttp', '`a'])(
    'a paragraph of %j is not parsed inline',
    (part) => {
      const [only] = paragraphs(markdownTokens(`x ${part.repeat(1_600 / part.length)}`));
      expect(only && isPlain(only)).toBe(true);
    },
  );

  test('holds for the whole text: of many paragraphs, only the first ones are parsed', () => {
    const paragraph = `**x** ${'*a_'.repeat(60)}`;
    const found = paragraphs(markdownTokens(Array.from({ length: 200 }, () => paragraph).join('\n\n')));
    expect(found).toHaveLength(200);
    expect(found.findIndex(isPlain)).toBeGreaterThan(3);
    expect(found.slice(20).every(isPlain)).toBe(true);
  });

  test('do not affect a long text with usual formatting', () => {
    const paragraph = 'The **order service** calls `pay()` of [payments](https://x.test/a), _not_ the bank. ';
    const text = Array.from({ length: 180 }, () => paragraph.repeat(5)).join('\n\n');
    expect(text.length).toBeGreaterThan(70_000);
    expect(paragraphs(markdownTokens(text)).some(isPlain)).toBe(false);
  });

  test('a text above the limit, and deep nesting on one line or several, are not parsed', () => {
    expect(markdownTokens('a\n'.repeat(MAX_MARKDOWN / 2))).toBeDefined();
    expect(markdownTokens(`${'a\n'.repeat(MAX_MARKDOWN / 2)}a`)).toBeUndefined();
    expect(markdownTokens('>'.repeat(10_000))).toBeUndefined();
    const list = (levels: number) =>
      Array.from({ length: levels }, (_, at) => `${'  '.repeat(at)}- a\n`).join('');
    expect(markdownTokens(list(300))).toBeUndefined();
    expect(markdownTokens(list(40))).toBeDefined();
  });
});
