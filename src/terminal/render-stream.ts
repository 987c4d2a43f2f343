/** Formats events as they arrive; each is written before the next is read. */

import { ArchctlError, toArchctlError } from '../base/errors.js';
import { jsonSafe } from '../base/text/escape.js';
import { pluralize } from '../base/text/words.js';
import { columnValue, readPath, resolveFields } from './fields.js';
import { cellText } from './formats/cells.js';
import { GAP } from './formats/fit-columns.js';
import { csvHeader, csvRow } from './formats/format-csv.js';
import { formatJson, formatJsonLine } from './formats/format-json.js';
import { tsvRow } from './formats/format-tsv.js';
import { paintedJson, type RenderContext, UNSORTED } from './render.js';
import { spanInWords } from './time.js';
import type { Column, StreamResult } from './types.js';
import { type View, viewOf } from './view.js';

type EventText = (event: unknown) => string | Promise<string>;

function spaced(view: View, context: RenderContext): string {
  return view.rows
    .map((row) => {
      const cells = view.columns.map((column) =>
        cellText(columnValue(column, row), column.kind ?? 'text', { reader: 'person', now: context.now }),
      );
      return `${cells.join(' '.repeat(GAP))}\n`;
    })
    .join('');
}

function csvWriter(view: (event: unknown) => View, safe: boolean): EventText {
  let columns: readonly Column[] | undefined;
  return (event) => {
    const current = view(event);
    const header = columns ? '' : csvHeader(current.columns, { safe });
    // The header is printed once, so the first event decides.
    columns ??= current.columns;
    const fixed = columns;
    return header + current.rows.map((row) => csvRow(row, fixed, { safe })).join('');
  };
}

function eventText(result: StreamResult, context: RenderContext): EventText {
  const { selection } = context;
  const view = (event: unknown): View =>
    viewOf({ data: event, columns: result.columns, strict: false }, selection);
  switch (context.format) {
    // An endless array never closes, so JSON prints one line for each event of a stream that is not a list.
    case 'json':
    case 'ndjson': {
      const paint = (json: string): string => paintedJson(json, context);
      if (selection.fields || selection.query)
        return (event) => paint(formatJson(view(event).data, { pretty: false }));
      return (event) => paint(formatJsonLine(event, result.json?.(event)));
    }
    case 'yaml':
      return async (event) => {
        const { formatYaml } = await import('./formats/format-yaml.js');
        return formatYaml(view(event).data, { document: true });
      };
    case 'csv':
      return csvWriter(view, context.csvSafe);
    default: {
      if (!context.aligned) {
        return (event) => {
          const { rows, columns } = view(event);
          return rows.map((row) => tsvRow(row, columns)).join('');
        };
      }
      if (selection.fields || selection.query) return (event) => spaced(view(event), context);
      return (event) => `${result.line(event, context.line)}\n`;
    }
  }
}

async function* oneByOne(events: AsyncIterable<unknown>): AsyncGenerator<readonly unknown[]> {
  for await (const event of events) yield [event];
}

/** Treats Ctrl-C as a normal end of the stream, with a summary of the number of events if available. */
function asNormalEnd(
  error: unknown,
  { noun }: StreamResult,
  count: number,
  { now, clock }: RenderContext,
): unknown {
  const { kind } = toArchctlError(error);
  if (kind !== 'interrupted' || noun === undefined) return error;
  const span = spanInWords(clock().getTime() - now.getTime());
  return new ArchctlError(kind, noun === null ? '' : `${pluralize(count, noun)} in ${span}.`);
}

interface BatchWriter {
  text(batch: readonly unknown[]): string | Promise<string>;
  /** Text after the last event. */
  end(): string;
}

const eventWriter = (text: EventText): BatchWriter => ({
  async text(batch) {
    let out = '';
    for (const event of batch) {
      const piece = text(event);
      out += typeof piece === 'string' ? piece : await piece;
    }
    return out;
  },
  end: () => '',
});

/** Writes all events as one array, with the same text as `formatJson`. */
function arrayWriter(): BatchWriter {
  let separator = '[';
  return {
    text(batch) {
      if (batch.length === 0) return '';
      const text = `${separator}${JSON.stringify(batch).slice(1, -1)}`;
      separator = ',';
      return jsonSafe(text);
    },
    end: () => (separator === '[' ? '[]\n' : ']\n'),
  };
}

/** Writes events until they end or the reader closes; then closes the event source. */
export async function renderStream(
  result: StreamResult,
  context: RenderContext,
  closed: AbortSignal,
): Promise<void> {
  const isArray = result.isList === true && context.format === 'json';
  const { text, end } = isArray ? arrayWriter() : eventWriter(eventText(result, context));
  const { fields, query, sort } = context.selection;
  if (sort) context.warn(UNSORTED);
  const declared = new Set(result.columns.map(({ key }) => key));
  const names = resolveFields(fields ?? [], [], result.columns);
  const unseen = new Set(query ? [] : names.filter((name) => !declared.has(name)));
  let count = 0;
  try {
    for await (const batch of 'batches' in result ? result.batches : oneByOne(result.events)) {
      count += batch.length;
      for (const name of unseen) if (batch.some((event) => readPath(event, name).found)) unseen.delete(name);
      await context.write(await text(batch));
      if (closed.aborted) return;
    }
    const rest = end();
    if (rest !== '') await context.write(rest);
  } catch (error) {
    throw context.machine ? error : asNormalEnd(error, result, count, context);
  } finally {
    // Events have different fields, so an event without the field proves nothing. If no event has it, the name is
    // probably wrong.
    if (count > 0 && unseen.size > 0) context.warn(`No event had the field ${[...unseen].join(', ')}.`);
  }
}
