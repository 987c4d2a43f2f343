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
export const plain = (piece: Inline): string => (typeof piece === 'string' ? piece : piece.text);

/** Inline elements separated by commas. */
export const commas = (pieces: readonly Inline[]): Inline[] =>
  pieces.flatMap((piece, at) => (at === 0 ? [piece] : [', ', piece]));
