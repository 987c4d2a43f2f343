import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineImage } from '../../src/terminal/image.js';
import { relativeTime } from '../../src/terminal/time.js';
import { drawTree } from '../../src/terminal/tree.js';
import { displayWidth, truncate, wrapWords } from '../../src/terminal/width.js';

describe('displayWidth', () => {
  it.each([
    ['plain', 5],
    ['naïve', 5],
    ['日本語', 6],
    ['한국', 4],
    ['👩‍👩‍👧‍👦', 2],
    ['🪐', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['1️⃣', 2],
    ['می‌خواهم', 7],
    ['e\u0301', 1],
    ['ＡＢ', 4],
    ['', 0],
  ])('%s is %i cells', (text, cells) => expect(displayWidth(text)).toBe(cells));

  it('is the same with and without the segmenter', () => {
    const codes = Array.from({ length: 0x2800 - 0x20 }, (_, at) => at + 0x20);
    const texts = codes.map((code) => `a${String.fromCharCode(code)}b`);
    expect(texts.filter((text) => displayWidth(`${text}漢`) !== displayWidth(text) + 2)).toEqual([]);
  });
});

describe('truncate', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 4, 'abc…'],
    ['ab cdef', 4, 'ab…'],
    ['日本語', 4, '日…'],
    ['👩‍👩‍👧‍👦👍🏽x', 3, '👩‍👩‍👧‍👦…'],
    ['abc', 0, ''],
  ])('cuts %s to %i', (text, width, cut) => expect(truncate(text, width)).toBe(cut));

  it('never exceeds the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, width) => {
        expect(displayWidth(truncate(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('wrapWords', () => {
  it('breaks between words only', () => {
    expect(wrapWords('one two three https://example.com/long four', 10)).toEqual([
      'one two',
      'three',
      'https://example.com/long',
      'four',
    ]);
  });
});

describe('relativeTime', () => {
  const now = new Date('2025-11-21T12:00:00Z');
  it.each([
    ['2025-11-21T11:59:57Z', 'just now'],
    ['2025-11-21T11:59:30Z', '30 seconds ago'],
    ['2025-11-21T11:58:59Z', '1 minute ago'],
    ['2025-11-21T14:00:00Z', 'in 2 hours'],
    ['2025-11-18T11:00:00Z', '3 days ago'],
    ['2025-09-01T00:00:00Z', '2 months ago'],
    ['2023-11-01T00:00:00Z', '2 years ago'],
    ['not a time', 'not a time'],
  ])('%s is %s', (iso, words) => expect(relativeTime(iso, now)).toBe(words));
});

describe('drawTree', () => {
  interface Node {
    name: string;
    parts: Node[];
  }
  const reader = { label: ({ name }: Node) => name, children: ({ parts }: Node) => parts };
  const leaf = (name: string): Node => ({ name, parts: [] });

  it('draws guides', () => {
    const root = {
      name: 'Shop',
      parts: [{ name: 'Web', parts: [leaf('Cart'), leaf('Search')] }, leaf('Mail')],
    };
    expect(drawTree(root, reader)).toBe(
      ['Shop', '├── Web', '│   ├── Cart', '│   └── Search', '└── Mail'].join('\n'),
    );
  });

  it('stops at a node that is its own descendant', () => {
    const root: Node = leaf('A');
    root.parts.push({ name: 'B', parts: [root] });
    expect(drawTree(root, reader)).toBe(['A', '└── B', '    └── A (see above)'].join('\n'));
  });
});

describe('inlineImage', () => {
  const png = new Uint8Array(5000).map((_, index) => index % 251);
  const base64 = Buffer.from(png).toString('base64');

  it.each([
    { TERM: 'xterm-kitty' },
    { KITTY_WINDOW_ID: '1' },
    { TERM_PROGRAM: 'ghostty' },
    { TERM_PROGRAM: 'WezTerm' },
  ])('sends kitty chunks for %o', (env) => {
    const sent = inlineImage(png, env, 'a.png') ?? '';
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences are the point
    const chunks = [...sent.matchAll(/\x1b_G([^;]*);([^\x1b]*)\x1b\\/g)];
    expect(chunks.map(([, keys]) => keys)).toEqual(['a=T,f=100,q=2,m=1', 'q=2,m=0']);
    expect(chunks.map(([, , data]) => data).join('')).toBe(base64);
    expect(Math.max(...chunks.map(([, , data]) => data?.length ?? 0))).toBe(4096);
  });

  it.each([{ TERM_PROGRAM: 'iTerm.app' }, { LC_TERMINAL: 'iTerm2' }])(
    'sends an iTerm2 file for %o',
    (env) => {
      const name = Buffer.from('a\x1b.png').toString('base64');
      expect(inlineImage(png, env, 'a\x1b.png')).toBe(
        `\x1b]1337;File=name=${name};size=5000;inline=1:${base64}\x07\n`,
      );
    },
  );

  it.each([{}, { TERM: 'xterm-256color' }, { TERM: 'dumb' }, { KITTY_WINDOW_ID: '1', TMUX: '/tmp/x' }])(
    'is silent for %o',
    (env) => expect(inlineImage(png, env, 'a.png')).toBeUndefined(),
  );
});
