export type { OutputStream } from '../base/direct-output.js';

/** The shapes that commands return and the terminal renders. The terminal knows nothing of the service. */

export const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'yaml', 'csv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** What each format is, in a few words. */
export const OUTPUT_MEANINGS: Readonly<Record<OutputFormat, string>> = {
  table: 'aligned, with a header',
  json: 'the resource or the array itself; pretty on a terminal',
  ndjson: 'one item per line, as it arrives',
  yaml: 'the resource or the array',
  csv: 'RFC 4180 with a header',
};

/** Notations that some commands write besides, each for other programs. */
export const TEXT_FORMATS = ['mermaid', 'dot', 'markdown', 'sarif', 'github'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

export const TEXT_MEANINGS: Readonly<Record<TextFormat, string>> = {
  mermaid: 'a Mermaid diagram',
  dot: 'a DOT graph, for Graphviz',
  markdown: 'Markdown, for a comment on a pull request',
  sarif: 'findings as SARIF 2.1.0, for code scanning',
  github: 'findings as annotations of GitHub Actions',
};

/** How a value is shown in a table; `text` unless told. */
export type ColumnKind = 'text' | 'id' | 'time' | 'number' | 'boolean' | 'list' | 'status';

export interface Column {
  /** Dotted path into the row, and the name `--fields` knows it by. */
  key: string;
  /** Heading; the key in words unless told. */
  header?: string;
  kind?: ColumnKind;
  /** Kind of record whose id it holds, as a noun's `completes` names it. */
  of?: string;
  /** Kind that it may be of as well: asked for where an id is none of the first. */
  orOf?: string;
  /** Ids that no list has names for: a person sees them where ids were asked for. */
  nameless?: boolean;
  /** Shown to a person only where nothing else is cut or dropped for it. */
  spare?: boolean;
  /** 1 is kept longest when the terminal is narrow; 3 unless told. */
  priority?: 1 | 2 | 3 | 4 | 5;
  /** Computed value, where the row does not carry it as it should be shown. A method: it may name the rows it is for. */
  value?(row: unknown): unknown;
}

/** Marks and colours for a line of a stream; the identity functions where colour is off. */
export interface Palette {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  cyan(text: string): string;
  magenta(text: string): string;
}

export interface LineContext {
  palette: Palette;
  /** Columns of the terminal, 80 in a pipe. */
  width: number;
  /** True where the line is for a person: relative times, colour. */
  interactive: boolean;
  /** Neutralises text that came from outside; every remote string of a line goes through it. */
  safe(text: string): string;
  /** A time as the terminal shows it: relative for a person, RFC 3339 in a pipe. */
  time(iso: string): string;
  /** The time of the clock on this machine, `14:02:11`; of another day `Nov 21 23:04`. */
  clock(iso: string): string;
}

/**
 * Events as they come, each written out before the next is taken; or batches of them, for those that come fast. What
 * draws one is a method: it may name the events it is for.
 */
export type StreamResult = {
  kind: 'stream';
  columns: readonly Column[];
  /** Draws one for people; machine formats print the event itself. */
  line(event: unknown, context: LineContext): string;
  /**
   * What it is of, for who ends it with Ctrl-C: `12 records in 3 min`. Null where its last event tells; nothing is said
   * of the number unless told.
   */
  noun?: string | null;
  /** The event as JSON, where that is at hand; it is used where it is one line of printable ASCII. */
  json?(event: unknown): string | undefined;
} & ({ events: AsyncIterable<unknown> } | { batches: AsyncIterable<readonly unknown[]> });

/** What a command hands back. */
export type Result =
  | {
      kind: 'list';
      items: readonly unknown[];
      columns: readonly Column[];
      /** Said where there are none. */
      empty?: string;
      /** Stands above the table, for a person. */
      caption?: string;
      /** So many are shown, the first once they are sorted. */
      limit?: number;
    }
  | { kind: 'record'; record: unknown; columns: readonly Column[] }
  | StreamResult
  /**
   * A drawing for people (a tree, a page); `data` for machine formats. A terminal gets its colours and escapes all
   * other control sequences, except in an inline image.
   */
  | { kind: 'drawing'; data: unknown; draw: (context: LineContext) => string; hasImage?: boolean }
  /** What was asked for in a notation: lines as the command wrote them. */
  | { kind: 'text'; text: string }
  | { kind: 'nothing' };

/** Questions to the person at the terminal. Without one, each call is a usage error. */
export interface Prompter {
  confirm(message: string, fallback?: boolean): Promise<boolean>;
  input(
    message: string,
    options?: { fallback?: string; validate?: (value: string) => true | string },
  ): Promise<string>;
  /** Typed without echo. */
  secret(message: string): Promise<string>;
  select<T>(
    message: string,
    choices: readonly { name: string; value: T; description?: string }[],
  ): Promise<T>;
}

export interface Progress {
  update(text: string): void;
  /** Ends it with nothing left on the screen. */
  stop(): void;
}

/** What is needed of `process.stdin`. */
export type InputStream = NodeJS.ReadableStream & { isTTY?: boolean };
