import { onOneLine } from './escape-text.js';

/** Format-independent content of a document: each writer converts these blocks to Markdown, HTML or plain text. */

/** Text, or a link to a heading of the document or to a URL. */
export type Inline = string | { text: string; to: string } | { text: string; url: string };

export type Block =
  | { kind: 'heading'; level: number; text: string; anchor: string }
  | { kind: 'text'; text: string }
  /** Labelled values, such as `Status: live`. */
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: readonly Inline[]])[] }
  | { kind: 'list'; items: readonly (readonly Inline[])[]; numbered?: boolean }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly (readonly Inline[])[])[] }
  /** A drawing: as SVG, and as Mermaid if it can be expressed in it. */
  | { kind: 'picture'; title: string; svg?: string | undefined; mermaid: string };

/** Text of an inline element, without the link. */
const plain = (piece: Inline): string => (typeof piece === 'string' ? piece : piece.text);

/** Inline elements separated by commas. */
export const commas = (pieces: readonly Inline[]): Inline[] =>
  pieces.flatMap((piece, at) => (at === 0 ? [piece] : [', ', piece]));

function lines(it: Block): string[] {
  switch (it.kind) {
    case 'heading':
      return [`${'#'.repeat(it.level)} ${onOneLine(it.text)}`];
    case 'text':
      return [onOneLine(it.text)];
    case 'facts':
      return it.facts.map(([label, value]) => `${label}: ${onOneLine(value.map(plain).join(''))}`);
    case 'list':
      return it.items.map((item) => onOneLine(item.map(plain).join('')));
    case 'table':
      return it.rows.map((row) => row.map((cell) => onOneLine(cell.map(plain).join(''))).join('; '));
    case 'picture':
      return [];
  }
}

/** Formats a document as compact lines of text, for language models and printed pages. */
export const textLines = (blocks: readonly Block[]): string[] => blocks.flatMap(lines);

/** Formats a document for a language model: all text, no pictures. */
export const toLlms = (blocks: readonly Block[]): string => `${textLines(blocks).join('\n')}\n`;
