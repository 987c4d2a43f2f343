import { Lexer, type Token } from 'marked';

/** Parses Markdown within bounds on time and nesting. */

/** Paragraphs above this length are not parsed, since the parser takes quadratic time. */
const MAX_INLINE = 5_000;
/** Nested quotes and lists on one line; deeper nesting exhausts the stack of the parser. */
const DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){30}/m;

/** Tokens of a Markdown text with `\n` line endings; undefined if it is nested too deeply. */
export function markdownTokens(text: string): Token[] | undefined {
  if (DEEP.test(text)) return undefined;
  const lexer = new Lexer();
  lexer.blockTokens(text, lexer.tokens);
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > MAX_INLINE) tokens.push({ type: 'text', raw: src, text: src });
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
