import { Lexer, type Token } from 'marked';

/**
 * Parses Markdown within bounds on time and nesting. All bounds hold for the whole text: many short paragraphs take as long as
 * a long one.
 */

/** Texts above this length are not parsed. */
export const MAX_MARKDOWN = 100_000;
/** Paragraphs above this length are not parsed. */
const MAX_INLINE = 5_000;
/**
 * Bound on the comparisons of delimiters with each other. The parser looks for the partner of each delimiter among all later
 * ones of its paragraph, so a paragraph with n of them takes up to n² comparisons.
 */
const MAX_COMPARISONS = 200_000;
/** Characters that open or close inline elements, and beginnings of addresses. */
const DELIMITERS = /[*_~`[\]()<>!&@:\\]|http|www|ftp/gi;
/** Nested quotes and lists on one line; deeper nesting exhausts the stack of the parser. */
const DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){30}/m;
/** A list item that is indented as deeply as one with 60 above it. */
const INDENTED = /^[ \t]{120}[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/m;

/**
 * Tokens of a Markdown text with `\n` line endings; undefined if it is too long or nested too deeply. Once the bound of
 * comparisons is reached, the remaining paragraphs are plain text.
 */
export function markdownTokens(text: string): Token[] | undefined {
  if (text.length > MAX_MARKDOWN || DEEP.test(text) || INDENTED.test(text)) return undefined;
  const lexer = new Lexer();
  lexer.blockTokens(text, lexer.tokens);
  let remaining = MAX_COMPARISONS;
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length <= MAX_INLINE) remaining -= (src.match(DELIMITERS)?.length ?? 0) ** 2;
    if (src.length > MAX_INLINE || remaining < 0) tokens.push({ type: 'text', raw: src, text: src });
    else lexer.inlineTokens(src, tokens);
  }
  return lexer.tokens;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Resolves character references of Markdown such as `&amp;` and `&#39;`. */
export const resolveEntities = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|nbsp)|#(\d{1,6}));/g, (whole, name?: string, code?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return Number(code) > 0 ? String.fromCodePoint(Number(code)) : whole;
  });
