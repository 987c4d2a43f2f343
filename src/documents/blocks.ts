/** What a document says, before it is Markdown, a page, or a text: each writer makes its own of these. */

/** Text, or text that leads to a heading of the document or to an address. */
export type Inline = string | { text: string; to: string } | { text: string; url: string };

export type Block =
  | { kind: 'heading'; level: number; text: string; anchor: string }
  | { kind: 'text'; text: string }
  /** Names and what they are, e.g. `Status: live`. */
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: readonly Inline[]])[] }
  | { kind: 'list'; items: readonly (readonly Inline[])[]; numbered?: boolean }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly (readonly Inline[])[])[] }
  /** A drawing: as SVG, and as Mermaid where it can be told so. */
  | { kind: 'picture'; title: string; svg?: string | undefined; mermaid: string };

/** The text of a piece, without where it leads. */
export const plain = (piece: Inline): string => (typeof piece === 'string' ? piece : piece.text);

/** Pieces one after the other, parted by commas. */
export const commas = (pieces: readonly Inline[]): Inline[] =>
  pieces.flatMap((piece, at) => (at === 0 ? [piece] : [', ', piece]));
