import { describe, expect, it } from 'vitest';
import { visible } from '../../src/base/text/escape.js';
import { colourPalette, plainPalette } from '../../src/terminal/color.js';
import { renderMarkdown } from '../../src/terminal/markdown.js';
import type { LineContext } from '../../src/terminal/types.js';

const context = (more: Partial<LineContext> = {}): LineContext => ({
  palette: plainPalette,
  width: 40,
  interactive: false,
  safe: (text) => visible(text),
  time: (iso) => iso,
  clock: (iso) => iso,
  ...more,
});
const plain = (text: string): string => renderMarkdown(text, context());
const narrow = (text: string): string => renderMarkdown(text, context({ interactive: true }));

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences begin with ESC.
const STYLES = /\x1b\[[\d;]*m/g;

describe('Markdown on a terminal', () => {
  it.each([
    ['headings', '# One\nTwo\n===\n### Three', '# One\n\n# Two\n\n### Three'],
    ['paragraphs', 'One\ntwo\n\nthree', 'One two\n\nthree'],
    ['hard line breaks', 'One  \ntwo\\\nthree', 'One\ntwo\nthree'],
    ['emphasis', '*a* **b** ~~c~~ `d`', '*a* **b** ~~c~~ `d`'],
    ['links', '[a](https://x.example) <https://y.example>', 'a (https://x.example) https://y.example'],
    ['images', '![a chart](chart.png)', 'a chart (chart.png)'],
    ['lists', '- a\n- b\n  - c\n- [x] d\n- [ ] e', '- a\n- b\n  - c\n- [x] d\n- [ ] e'],
    ['numbered lists', '3. a\n4. b', '3. a\n4. b'],
    ['loose lists', '- a\n\n- b', '- a\n\n- b'],
    ['quotes', '> a\n>\n> b', '│ a\n│ \n│ b'],
    ['code', '```sql\nSELECT\t1;\n```\n\n    indented', '    SELECT    1;\n\n    indented'],
    ['tables', '| a | bbb |\n|---|---|\n| cc | d |', 'a   bbb\n──  ───\ncc  d'],
    ['rules', 'a\n\n---\n\nb', `a\n\n${'─'.repeat(40)}\n\nb`],
    ['HTML', '<b>a</b>\n\n<div>\nb\n</div>', '<b>a</b>\n\n<div>\nb\n</div>'],
    ['character references', 'a &amp; b &lt; &#39;c&#39;', "a & b < 'c'"],
    ['Windows line ends', 'a\r\n\r\nb', 'a\n\nb'],
    ['nothing', '', ''],
  ])('renders %s', (_, source, expected) => {
    expect(plain(source)).toBe(expected);
  });

  it('wraps paragraphs and lists for a person, and never in a pipe', () => {
    const words = 'word '.repeat(20).trim();
    expect(plain(words)).toBe(words);
    expect(
      narrow(words)
        .split('\n')
        .every((line) => line.length <= 40),
    ).toBe(true);
    const [first, second] = narrow(`1. ${words}`).split('\n');
    expect([first?.slice(0, 7), second?.slice(0, 7)]).toEqual(['1. word', '   word']);
    expect(narrow('料金'.repeat(8).replace(/(.{4})/g, '$1 ')).split('\n')[0]).toBe(
      '料金料金 料金料金 料金料金 料金料金',
    );
  });

  it('uses styles instead of marks on a terminal with colours', async () => {
    const line = context({ palette: await colourPalette() });
    const drawn = renderMarkdown('# A\n\n*b* **c** `d` [e](https://x.example)', line);
    expect(drawn.replace(STYLES, '')).toBe('# A\n\nb c d e (https://x.example)');
    expect(drawn).toContain('\x1b[3mb\x1b[23m');
    expect(drawn).toContain('\x1b[1mc\x1b[22m');
  });

  it.each([
    'text \x1b[2J here',
    '# head \x1b]0;title\x07',
    '`code \x1b[31m`',
    '```\nblock \x1b[2J\n```',
    '[link](https://x.example/\x1b[2J)',
    '![\x1b[2J](x)',
    '| \x1b[2J |\n|---|\n| \u202e |',
    '<div>\x1b[2J</div>',
    '- \x9b2J',
    '&#27;[2J',
    `${'a '.repeat(3000)}\x1b[2J`,
    `${'>'.repeat(100)} \x1b[2J`,
  ])('escapes control characters: %j', (source) => {
    const drawn = plain(source);
    expect(drawn).toBe(visible(drawn, { newline: 'keep' }));
    expect(drawn).toMatch(/\\x1b|\\x9b/);
  });

  it('prints text that is too long or too deep for the parser', () => {
    const long = `${'_a__b'.repeat(2000)}`;
    expect(plain(long)).toBe(long);
    const deep = `${'> '.repeat(5000)}a`;
    expect(plain(deep)).toBe(deep);
    const steps = Array.from({ length: 40 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n');
    expect(plain(steps)).toBe(steps);
  });
});
