export type { OutputStream } from '../base/direct-output.js';

/** Results that commands return and the terminal formats. The terminal is independent of the service. */

export const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'yaml', 'csv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Short description of each format. */
export const OUTPUT_MEANINGS: Readonly<Record<OutputFormat, string>> = {
  table: 'aligned, with a header',
  json: 'the resource or the array itself; pretty on a terminal',
  ndjson: 'one item per line, as it arrives',
  yaml: 'the resource or the array',
  csv: 'RFC 4180 with a header',
};

/** Additional notations of some commands, each for another program. */
export const TEXT_FORMATS = ['text', 'mermaid', 'dot', 'markdown', 'sarif', 'github'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

export const TEXT_MEANINGS: Readonly<Record<TextFormat, string>> = {
  text: 'a notation that archctl also reads',
  mermaid: 'a Mermaid diagram',
  dot: 'a DOT graph, for Graphviz',
  markdown: 'Markdown, for a comment on a pull request',
  sarif: 'findings as SARIF 2.1.0, for code scanning',
  github: 'findings as annotations of GitHub Actions',
};

/** Format of a column's values. Default: `text`. */
export type ColumnKind = 'text' | 'id' | 'time' | 'number' | 'boolean' | 'list' | 'status';

export interface Column {
  /** Dotted path into the row, and the name that `--fields` accepts. */
  key: string;
  /** Heading. Default: the key in words. */
  header?: string;
  kind?: ColumnKind;
  /** Kind of record that the id refers to, as in a noun's `completes`. */
  of?: string;
  /** Second kind that the id may refer to, tried if the first has no such id. */
  orOf?: string;
  /** Ids that cannot be resolved to names: hidden from people unless they request ids. */
  nameless?: boolean;
  /** Shows a change: kept even if every row has the same value. */
  isChange?: boolean;
  /** Bookkeeping of the service: in a record, shown to a person only with `--wide`. */
  wideOnly?: boolean;
  /** Shown to a person only if nothing else is truncated or dropped for it. */
  spare?: boolean;
  /** Priority on a narrow terminal: 1 is kept longest. Default: 3. */
  priority?: 1 | 2 | 3 | 4 | 5;
  /**
   * Computes the value if the row's own field is not suitable. A method, so that an implementation can declare its row
   * type.
   */
  value?(row: unknown): unknown;
}

/** Styles for parts of a line; identity functions if colour is off. */
export interface Palette {
  bold(text: string): string;
  dim(text: string): string;
  italic(text: string): string;
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
  /** True if a person reads the line: relative times, colour. */
  interactive: boolean;
  /** Escapes remote text. Every remote string of a line must pass through it. */
  safe(text: string): string;
  /** Formats a time: relative for a person, RFC 3339 in a pipe. */
  time(iso: string): string;
  /** Formats a local clock time: `14:02:11`, or `Nov 21 23:04` on another day. */
  clock(iso: string): string;
}

/**
 * Events as they arrive, each written before the next is read; or batches of them, for fast streams. `line` is a
 * method, so that an implementation can declare its event type.
 */
export type StreamResult = {
  kind: 'stream';
  columns: readonly Column[];
  /** Formats an event for people; machine formats print the event itself. */
  line(event: unknown, context: LineContext): string;
  /**
   * Noun for the summary after Ctrl-C: `12 records in 3 min`. Null if the last event is a summary. Default: no summary.
   */
  noun?: string | null;
  /** Whether the stream is a list: JSON is one array, which is closed only if the whole list was read. */
  isList?: boolean;
  /** The event as JSON, if available; used if it is one line of printable ASCII. */
  json?(event: unknown): string | undefined;
} & ({ events: AsyncIterable<unknown> } | { batches: AsyncIterable<readonly unknown[]> });

/** Result of a command. */
export type Result =
  | {
      kind: 'list';
      items: readonly unknown[];
      columns: readonly Column[];
      /** Message for an empty list. */
      empty?: string;
      /** Heading above the table, for a person. */
      caption?: string;
      /** Maximum number of items to show, after sorting. */
      limit?: number;
    }
  | { kind: 'record'; record: unknown; columns: readonly Column[] }
  | StreamResult
  /**
   * Drawing for people (a tree, a page); `data` is for machine formats. On a terminal, colours are kept and all other
   * control sequences are escaped, except in an inline image.
   */
  | {
      kind: 'drawing';
      data: unknown;
      draw: (context: LineContext) => string;
      hasImage?: boolean;
      /** Paged only if the user asked for a pager. */
      isHelp?: boolean;
    }
  /** Text in a requested notation, printed as the command returned it. */
  | { kind: 'text'; text: string }
  | { kind: 'nothing' };

/** Prompts. Without a person to ask, each call is a usage error. */
export interface Prompter {
  confirm(message: string, fallback?: boolean): Promise<boolean>;
  input(
    message: string,
    options?: { fallback?: string; validate?: (value: string) => true | string },
  ): Promise<string>;
  /** Prompts without echo. */
  secret(message: string): Promise<string>;
  select<T>(
    message: string,
    choices: readonly { name: string; value: T; description?: string }[],
  ): Promise<T>;
}

export interface Progress {
  update(text: string): void;
  /** Ends the progress and erases its line. */
  stop(): void;
}

/** The part of `process.stdin` that is used here. */
export type InputStream = NodeJS.ReadableStream & { isTTY?: boolean };
