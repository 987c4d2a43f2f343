import type { Token, Tokens } from 'marked';
import { markdownTokens, resolveEntities } from '../base/text/markdown.js';
import { plainPalette } from './color.js';
import type { LineContext } from './types.js';
import { displayWidth } from './width.js';

/**
 * Renders Markdown for a terminal: headings, paragraphs, lists, quotes, code, tables, emphasis and links. Without colours,
 * emphasis keeps its Markdown. Every text is escaped, because it is remote.
 */

const MAX_RULE = 40;
const INDENT = '    ';

/** Part of a line with its style. */
interface Piece {
  text: string;
  paint: (text: string) => string;
}

export function renderMarkdown(source: string, line: LineContext): string {
  const text = source.replace(/\r\n?/g, '\n');
  const tokens = markdownTokens(text);
  if (!tokens) return sourceLines(text, line).join('\n');
  const width = line.interactive ? line.width : Number.POSITIVE_INFINITY;
  return blocks(tokens, { line, width }).join('\n');
}

/** Where blocks are drawn. */
interface Place {
  line: LineContext;
  width: number;
}

/** Lines of the source, escaped; tabs become spaces. */
const sourceLines = (text: string, { safe }: LineContext): string[] =>
  text.replace(/\t/g, INDENT).split('\n').map(safe);

/** Lines of several blocks, separated by blank lines unless they are in a tight list. */
function blocks(tokens: readonly Token[], place: Place, isTight = false): string[] {
  const drawn = tokens.map((token) => block(token, place)).filter((lines) => lines.length > 0);
  return drawn.flatMap((lines, index) => (index === 0 || isTight ? lines : ['', ...lines]));
}

function block(token: Token, { line, width }: Place): string[] {
  const { palette, safe } = line;
  switch (token.type) {
    case 'heading':
      return wrapped(inline(token.tokens, line), width).map((it, index) =>
        palette.bold(index === 0 ? `${'#'.repeat(token.depth)} ${it}` : it),
      );
    case 'paragraph':
    case 'text':
      return wrapped(token.tokens ? inline(token.tokens, line) : [plain(safe(token.text))], width);
    case 'list':
      return list(token as Tokens.List, { line, width });
    case 'blockquote':
      return blocks(token.tokens ?? [], { line, width: width - 2 }).map((it) => `${palette.dim('│')} ${it}`);
    case 'code':
      return sourceLines(token.text, line).map((it) => `${INDENT}${palette.cyan(it)}`.trimEnd());
    case 'table':
      return table(token as Tokens.Table, line);
    case 'hr':
      return [palette.dim('─'.repeat(Math.min(MAX_RULE, line.width)))];
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    default:
      return sourceLines(token.raw.replace(/\n+$/, ''), line);
  }
}

function list({ items, ordered, start, loose }: Tokens.List, { line, width }: Place): string[] {
  const first = Number(start) || (ordered && start === 0 ? 0 : 1);
  return items.flatMap((item, index) => {
    const mark = ordered ? `${first + index}. ` : '- ';
    const box = item.task ? `[${item.checked ? 'x' : ' '}] ` : '';
    const margin = ' '.repeat(mark.length);
    const lines = blocks(item.tokens, { line, width: width - mark.length - box.length }, !item.loose);
    const [head = '', ...rest] = lines;
    const drawn = [`${mark}${box}${head}`, ...rest.map((it) => (it === '' ? '' : `${margin}${it}`))];
    return loose && index > 0 ? ['', ...drawn] : drawn;
  });
}

function table({ header, rows }: Tokens.Table, line: LineContext): string[] {
  const cells = [header, ...rows].map((row) => row.map(({ tokens }) => inline(tokens, line)));
  const widths = header.map((_, at) => Math.max(...cells.map((row) => widthOf(row[at] ?? []))));
  const drawn = cells.map((row) =>
    row
      .map((pieces, at) => `${painted(pieces)}${' '.repeat((widths[at] ?? 0) - widthOf(pieces))}`)
      .join('  ')
      .trimEnd(),
  );
  const rule = line.palette.dim(widths.map((size) => '─'.repeat(size)).join('  '));
  return [...drawn.slice(0, 1), rule, ...drawn.slice(1)];
}

const same = (text: string): string => text;
const plain = (text: string): Piece => ({ text, paint: same });
const painted = (pieces: readonly Piece[]): string => pieces.map(({ text, paint }) => paint(text)).join('');
const widthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text }) => sum + displayWidth(text), 0);

/** Pieces of a text; a line break is a piece of its own. */
function inline(tokens: readonly Token[] = [], line: LineContext): Piece[] {
  return tokens.flatMap((token) => inlinePieces(token, line));
}

function inlinePieces(token: Token, line: LineContext): Piece[] {
  const { palette, safe } = line;
  const isPlain = palette === plainPalette;
  const inside = (paint: (text: string) => string, mark: string): Piece[] => {
    const pieces = inline(token.type === 'codespan' ? undefined : (token as Tokens.Strong).tokens, line);
    if (isPlain) return [plain(mark), ...pieces, plain(mark)];
    return pieces.map((it) => ({ text: it.text, paint: (text) => paint(it.paint(text)) }));
  };
  switch (token.type) {
    case 'strong':
      return inside(palette.bold, '**');
    case 'em':
      return inside(palette.italic, '*');
    case 'del':
      return inside(palette.dim, '~~');
    case 'codespan': {
      const text = safe(token.text.replace(/\s/g, ' '));
      return [isPlain ? plain(`\`${text}\``) : { text, paint: palette.cyan }];
    }
    case 'link':
      return linked(inline(token.tokens, line), token.href, line);
    case 'image':
      return linked([plain(safe(token.text))], token.href, line);
    case 'br':
      return [plain('\n')];
    default:
      return [
        plain(safe(resolveEntities(token.type === 'text' ? token.text : token.raw).replace(/\s/g, ' '))),
      ];
  }
}

/** A text and its target, unless they are equal. */
function linked(pieces: readonly Piece[], href: string, { palette, safe }: LineContext): Piece[] {
  const target = { text: safe(href), paint: palette.blue };
  const shown = pieces.map(({ text }) => text).join('');
  if (shown === target.text || shown === '') return [target];
  return [...pieces, plain(' ('), target, plain(')')];
}

/** Breaks pieces into lines of at most this width, between words. */
function wrapped(pieces: readonly Piece[], width: number): string[] {
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const word of wordsOf(pieces)) {
    const size = widthOf(word);
    const isBreak = word.length === 1 && word[0]?.text === '\n';
    if (isBreak || (used > 0 && used + 1 + size > width)) {
      lines.push(isBreak ? [] : [...word]);
      used = isBreak ? 0 : size;
    } else if (size > 0) {
      lines.at(-1)?.push(...(used > 0 ? [plain(' ')] : []), ...word);
      used += size + (used > 0 ? 1 : 0);
    }
  }
  return lines.map(painted);
}

/** Words of pieces; a word can consist of parts with different styles. */
function wordsOf(pieces: readonly Piece[]): Piece[][] {
  const words: Piece[][] = [[]];
  for (const { text, paint } of pieces) {
    if (text === '\n') {
      words.push([plain('\n')], []);
      continue;
    }
    for (const [index, part] of text.split(/ +/).entries()) {
      if (index > 0) words.push([]);
      if (part !== '') words.at(-1)?.push({ text: part, paint });
    }
  }
  return words;
}
