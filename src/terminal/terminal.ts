/** Terminal: data on stdout, everything else on stderr. Detects the terminal's capabilities once. */

import { usageError } from '../base/errors.js';
import { visible } from '../base/text/escape.js';
import { paletteFor, plainPalette } from './color.js';
import { parseFields } from './fields.js';
import type { Environment } from './image.js';
import { createMessages, type Messages } from './messages.js';
import { isPagerNamed } from './pager-named.js';
import type { Page } from './paging.js';
import { hidingProgress, noProgress, progressLine, type Ticker } from './progress.js';
import { inquirerPrompter, refusingPrompter } from './prompter.js';
import { columnsThatMayFit, type RenderContext, renderWhole } from './render.js';
import { clockTime, relativeTime } from './time.js';
import type {
  Column,
  InputStream,
  LineContext,
  OutputFormat,
  OutputStream,
  Palette,
  Progress,
  Prompter,
  Result,
  TextFormat,
} from './types.js';
import { TEXT_FORMATS } from './types.js';
import type { Selection } from './view.js';
import { dataSink } from './write-text.js';

export interface TerminalOptions {
  stdin: InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
  env: Environment;
  /** `-o`. Default: a table on a terminal and tab-separated lines in a pipe. */
  format?: OutputFormat | TextFormat | undefined;
  /** `--fields` as typed. */
  fields?: string | undefined;
  /** `--sort` as typed, once or several times. */
  sort?: readonly string[] | undefined;
  /** `--query` as typed. */
  query?: string | undefined;
  /** `--wide`. */
  wide?: boolean | undefined;
  /** `--csv-safe`. */
  csvSafe?: boolean | undefined;
  quiet?: boolean | undefined;
  noColor?: boolean | undefined;
  noInput?: boolean | undefined;
  /** Runs a pager on the terminal. Without it, long text is not paged. */
  page?: Page | undefined;
  noPager?: boolean | undefined;
  /** `--pager`: help is paged too. */
  pager?: boolean | undefined;
  now: () => Date;
  /** Ticker of the spinner. Default: the system's timer. */
  every?: Ticker | undefined;
  /** Aborts open prompts. */
  signal?: AbortSignal | undefined;
  /** Prompter that replaces the interactive one. */
  prompter?: Prompter | undefined;
}

export interface Terminal extends Messages {
  readonly format: OutputFormat | TextFormat;
  /** True for json, ndjson and yaml. */
  readonly machine: boolean;
  /** True if stdout is a terminal. */
  readonly isInteractive: boolean;
  /** True if a person can be prompted: stdin and stderr are terminals, no `--no-input`, no CI, no TERM=dumb. */
  readonly canPrompt: boolean;
  /** Width of stdout in columns; COLUMNS, or 80, in a pipe. */
  readonly width: number;
  /** Palette for stdout. */
  readonly palette: Palette;
  readonly prompter: Prompter;
  /** True once the reader of stdout has closed it; producers of data may stop. */
  readonly closed: boolean;
  /** Aborts when `closed` becomes true. */
  readonly closing: AbortSignal;
  /** Validates `--query`, `--fields`, `--sort` and `--csv-safe` before any request is sent. Errors: `usage`. */
  check(): Promise<void>;
  /** Lists the columns that may be shown, as far as is known before the names of referenced records are loaded. */
  mayFit(rows: readonly unknown[], columns: readonly Column[]): Promise<readonly Column[]>;
  /** Writes a result to stdout; resolves once all of it is written. */
  render(result: Result): Promise<void>;
  /** Prints the rows that a prompt refers to, as a table on stderr. */
  preview(rows: readonly unknown[], columns: readonly Column[]): Promise<void>;
  lineContext(): LineContext;
  progress(text: string): Progress;
  /** Starts a wait for a response; a spinner appears after a moment. Returns a function that ends the wait. */
  waiting(): () => void;
}

const isText = (format: string): boolean => TEXT_FORMATS.some((it) => it === format);

const isCi = ({ CI }: Environment): boolean => Boolean(CI) && CI !== 'false' && CI !== '0';

function widthOf({ stdout, env }: TerminalOptions): number {
  if (stdout.isTTY && stdout.columns) return stdout.columns;
  const columns = Number(env.COLUMNS);
  return Number.isInteger(columns) && columns > 0 ? columns : 80;
}

/** Parses `--fields`, `--sort` and `--query` once, on first use, because a query loads the JMESPath library. */
function selectionOf({ fields, query, sort }: TerminalOptions): () => Promise<Selection> {
  let selection: Promise<Selection> | undefined;
  const read = async (): Promise<Selection> => ({
    fields: fields === undefined ? undefined : parseFields(fields),
    sort: sort && (await import('./sort.js')).parseSort(sort),
    query: query === undefined ? undefined : await (await import('./query.js')).compileQuery(query),
  });
  return () => {
    selection ??= read();
    return selection;
  };
}

/**
 * Writes a complete text: in the pager if it is longer than the screen and a person is present, not a program that
 * emulates a terminal.
 */
function pagingWriter(
  options: TerminalOptions,
  { write, warn }: { write: (text: string) => Promise<void>; warn: (text: string) => void },
): (text: string) => Promise<void> {
  const { stdout, env, page, noPager, noInput } = options;
  const isOff = noPager || noInput || isCi(env) || env.TERM === 'dumb' || !stdout.isTTY;
  if (page === undefined || isOff) return write;
  return async (text) => {
    const { showPaged } = await import('./paging.js');
    await showPaged(text, { stdin: () => options.stdin, stdout, env, page, write, warn });
  };
}

function lineContextOf(options: TerminalOptions, palette: Palette): LineContext {
  const interactive = options.stdout.isTTY === true;
  return {
    palette,
    width: widthOf(options),
    interactive,
    safe: (text) => visible(text),
    time: (iso) => visible(interactive ? relativeTime(iso, options.now()) : iso),
    clock: (iso) => visible(clockTime(iso, options.now())),
  };
}

/** Creates the terminal. Asynchronous only because colour support is loaded on demand. */
export async function createTerminal(options: TerminalOptions): Promise<Terminal> {
  const { stdout, stderr, env, quiet = false, signal } = options;
  const format = options.format ?? 'table';
  const machine = format === 'json' || format === 'ndjson' || format === 'yaml';
  const isInteractive = stdout.isTTY === true;
  // Prompts move the cursor, which a dumb terminal cannot.
  const mayPrompt = !options.noInput && !isCi(env) && env.TERM !== 'dumb';
  // Stdin is checked last, because opening it is slow and most commands never prompt.
  const hasPerson = mayPrompt && stderr.isTTY === true && options.stdin.isTTY === true;
  const canPrompt = options.prompter !== undefined || hasPerson;
  const palette = await paletteFor(stdout, env, options.noColor);
  const errorPalette = await paletteFor(stderr, env, options.noColor);
  const hasSpinner = stderr.isTTY === true && !quiet && env.TERM !== 'dumb';
  const line = hasSpinner ? progressLine(stderr, () => stderr.columns || 80, options.every) : noProgress;
  const sink = dataSink(stdout);
  const selection = selectionOf(options);
  const messages = createMessages({
    stderr,
    palette: errorPalette,
    machine,
    quiet,
    width: () => (stderr.isTTY && stderr.columns) || Number.POSITIVE_INFINITY,
    clear: line.clear,
    rewrites: stderr.isTTY === true && env.TERM !== 'dumb',
  });
  // A closed stderr must not end a program whose stdout still has a reader.
  stderr.on('error', () => {});

  const lineContext = (): LineContext => lineContextOf(options, palette);
  const color = errorPalette !== plainPalette;
  const asking = (): Prompter =>
    canPrompt
      ? inquirerPrompter({ stdin: options.stdin, stderr, color, signal })
      : refusingPrompter(env.TERM === 'dumb' ? 'TERM=dumb has no prompts' : 'there is no terminal');

  const contextOf = async (write: RenderContext['write']): Promise<RenderContext> => ({
    ...messages,
    format,
    machine,
    aligned: isInteractive || options.format === 'table',
    line: lineContext(),
    now: options.now(),
    clock: options.now,
    selection: await selection(),
    wide: options.wide === true,
    csvSafe: options.csvSafe === true,
    write,
  });

  return {
    ...messages,
    format,
    machine,
    isInteractive,
    canPrompt,
    palette,
    prompter: hidingProgress(options.prompter ?? asking(), line),
    closing: sink.closed,
    lineContext,
    progress: machine ? noProgress.start : line.start,
    waiting: isInteractive && !isCi(env) ? line.wait : noProgress.wait,
    get width() {
      return widthOf(options);
    },
    get closed() {
      return sink.closed.aborted;
    },
    async check() {
      if (options.csvSafe && format !== 'csv')
        throw usageError('--csv-safe requires CSV.', { hint: 'Add -o csv.' });
      const picking = options.query === undefined ? options.fields && '--fields' : '--query';
      if (picking !== undefined && isText(format))
        throw usageError(`${picking} cannot be combined with -o ${format}, which is a drawing.`, {
          hint: 'Use -o json.',
        });
      await selection();
    },
    async preview(rows, columns) {
      const { formatTable, columnsWithValues } = await import('./formats/format-table.js');
      const width = stderr.columns || 80;
      const how = { width, reader: 'person', palette: errorPalette, now: options.now() } as const;
      line.clear();
      stderr.write(formatTable(rows, columnsWithValues(columns, rows), how).text);
    },
    async mayFit(rows, columns) {
      return columnsThatMayFit(rows, columns, await contextOf(sink.write));
    },
    async render(result) {
      const write = (text: string): Promise<void> => {
        line.clear();
        return sink.write(text);
      };
      const context = await contextOf(write);
      if (result.kind !== 'stream') {
        const { warn } = messages;
        const isPrinted = result.kind === 'drawing' && result.isHelp && !options.pager && !isPagerNamed(env);
        if (isPrinted) return renderWhole(result, context);
        return renderWhole(result, { ...context, write: pagingWriter(options, { write, warn }) });
      }
      line.hideWaits();
      const { renderStream } = await import('./render-stream.js');
      return renderStream(result, context, sink.closed);
    },
  };
}
