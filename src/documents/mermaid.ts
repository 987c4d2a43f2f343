import { onOneLine } from './one-line.js';

/**
 * What means something in Mermaid, wherever names and texts stand: statements and comments (`;`, `#`, `%`), quotes and
 * Markdown strings, marks of HTML, edges of nodes and labels, escapes, formulas, and the colon of directives and icons.
 */
const MEANINGFUL = /[#;%"`<>&[\]{}|\\$:]/g;

/** The word that closes a block, wherever it stands. */
const END = /\b(e)(n)(d)\b/gi;

const entity = (sign: string): string => `#${sign.charCodeAt(0)};`;

/** A text as it may stand in any diagram of Mermaid, in quotes or without: what has a meaning becomes an entity. Never empty. */
export const mermaidText = (text: string): string =>
  onOneLine(text)
    .replace(MEANINGFUL, entity)
    .replace(END, (_, first: string, second: string, third: string) => first + entity(second) + third) || '…';
