/** Draws a result that is complete. */

import { cellText } from './cells.js';
import { plainPalette } from './color.js';
import { drawingSafe, visible } from './escape.js';
import { formatCsv } from './format-csv.js';
import { formatJson, formatNdjson } from './format-json.js';
import { formatRecordTsv, formatTsv } from './format-tsv.js';
import { paintJson } from './paint-json.js';
import type { TableCells, TableOptions } from './table-cells.js';
import type { Column, LineContext, OutputFormat, Result, TextFormat } from './types.js';
import { type Selection, type View, viewOf } from './view.js';
import { truncate } from './width.js';

/** What drawing needs to know of the terminal. */
export interface RenderContext {
  format: OutputFormat | TextFormat;
  /** True for json, ndjson and yaml. */
  machine: boolean;
  /** True where the table is for eyes: on a terminal, or asked for by name. Tab-separated otherwise. */
  aligned: boolean;
  line: LineContext;
  now: Date;
  /** The time by now, which a stream may outlast. */
  clock(): Date;
  selection: Selection;
  /** No cell of CSV is a formula to a spreadsheet. */
  csvSafe: boolean;
  /** Of rows of a list that came before the others. */
  cells?: TableCells | undefined;
  write(text: string): Promise<void>;
  remark(text: string): void;
  warn(text: string): void;
}

/** Text for stdout, and a remark that belongs under it. */
interface Drawn {
  text: string;
  remark?: string;
}

export const UNSORTED = '--sort applies to lists only.';

/** Columns without room that are named. */
const MOST_NAMED = 30;

const tableOptions = ({ line: { palette, width, interactive }, now }: RenderContext): TableOptions => ({
  palette,
  width,
  now,
  reader: interactive ? 'person' : 'pipe',
});

/**
 * Makes cells of the rows that have come while the others are awaited, and lines where these columns will stand alone;
 * undefined where there will be no table of them as they are.
 */
export async function cellsAhead(
  rows: readonly unknown[],
  columns: readonly Column[],
  context: RenderContext,
  { alone }: { alone: boolean },
): Promise<TableCells | undefined> {
  const { fields, query, sort } = context.selection;
  if (context.format !== 'table' || !context.aligned || fields || query || sort) return undefined;
  const { drawAhead, fitted, speaking, tableCells } = await import('./format-table.js');
  const options = tableOptions(context);
  const cells = context.cells ?? tableCells(options);
  // A column without room among these has none among all.
  const make = alone ? drawAhead : fitted;
  make(rows, speaking(columns, rows), options, cells);
  return cells;
}

/**
 * Columns of a list that may find room on the terminal while what stands in those with `of` is not known yet: were they no
 * wider than their headings.
 */
export async function mayFit(
  rows: readonly unknown[],
  columns: readonly Column[],
  context: RenderContext,
): Promise<readonly Column[]> {
  const { fields, query, sort } = context.selection;
  if (context.format !== 'table' || !context.aligned || fields || query || sort) return columns;
  const { fitted, speaking, tableCells } = await import('./format-table.js');
  const options = tableOptions(context);
  const spoken = speaking(columns, rows);
  const narrow = spoken.map((column) =>
    column.of === undefined
      ? column
      : { ...column, kind: 'text' as const, value: () => column.key.slice(0, 1) },
  );
  const kept = new Set(
    fitted(rows, narrow, options, context.cells ?? tableCells(options)).map(({ index }) => index),
  );
  return spoken.filter((_, index) => kept.has(index));
}

async function alignedTable(view: View, context: RenderContext): Promise<Drawn> {
  const { formatTable, formatRecord, speaking } = await import('./format-table.js');
  const options = tableOptions(context);
  if (view.layout === 'record') return { text: await formatRecord(view.rows[0], view.columns, options) };
  // A column that says nothing in any row takes room from those that do; what was asked for by name stays.
  const columns = context.selection.fields ? view.columns : speaking(view.columns, view.rows);
  const { text, dropped } = formatTable(view.rows, columns, options, context.cells);
  if (dropped.length === 0) return { text };
  const named = dropped.slice(0, MOST_NAMED).join(', ');
  const others = dropped.length > MOST_NAMED ? ` and ${dropped.length - MOST_NAMED} more` : '';
  const remark = `Not shown: ${named}${others}. --fields selects columns.`;
  return { text, remark };
}

function lines(view: View, context: RenderContext): string {
  const reader = context.line.interactive ? 'person' : 'pipe';
  return view.rows.map((row) => `${cellText(row, 'text', { reader, now: context.now })}\n`).join('');
}

async function table(view: View, context: RenderContext, empty = 'Nothing found.'): Promise<Drawn> {
  if (view.rows.length === 0) return context.aligned ? { text: '', remark: empty } : { text: '' };
  if (view.layout === 'lines') return { text: lines(view, context) };
  if (context.aligned) return alignedTable(view, context);
  const { rows, columns } = view;
  return { text: view.layout === 'record' ? formatRecordTsv(rows[0], columns) : formatTsv(rows, columns) };
}

/** JSON with colours on a terminal that has them; a pipe gets none, however it is asked. */
export const paintedJson = (json: string, { line }: RenderContext): string =>
  line.interactive && line.palette !== plainPalette ? paintJson(json, line.palette) : json;

async function draw(view: View, context: RenderContext, empty?: string): Promise<Drawn> {
  switch (context.format) {
    case 'json':
      return {
        text: paintedJson(formatJson(view.data, { pretty: context.line.interactive }), context),
      };
    case 'ndjson':
      return { text: paintedJson(formatNdjson(view.data), context) };
    case 'yaml': {
      const { formatYaml } = await import('./format-yaml.js');
      return { text: await formatYaml(view.data) };
    }
    case 'csv':
      return { text: formatCsv(view.rows, view.columns, { safe: context.csvSafe }) };
    // What has no such notation, as the request of a dry run has none, is a table.
    default:
      return table(view, context, empty);
  }
}

async function show(
  view: View,
  context: RenderContext,
  { empty, caption }: { empty?: string; caption?: string } = {},
): Promise<void> {
  const { text, remark } = await draw(view, context, empty);
  const isShown =
    caption !== undefined && text !== '' && context.line.interactive && context.format === 'table';
  const above = isShown
    ? `${context.line.palette.dim(truncate(visible(caption), context.line.width))}\n`
    : '';
  await context.write(`${above}${text}`);
  if (view.missed !== undefined) context.remark(`Nothing matched --query ${view.missed}`);
  else if (remark !== undefined) context.remark(remark);
}

/** The items in their order; no more of them than the list may show. */
async function itemsOf(
  { items, columns, limit }: Extract<Result, { kind: 'list' }>,
  { sort }: Selection,
): Promise<readonly unknown[]> {
  const ordered = sort ? (await import('./sort.js')).sorted(items, columns, sort) : items;
  return limit === undefined ? ordered : ordered.slice(0, limit);
}

/** Writes the result in the format asked for. */
export async function renderWhole(
  result: Exclude<Result, { kind: 'stream' }>,
  context: RenderContext,
): Promise<void> {
  const { selection } = context;
  if (selection.sort && result.kind !== 'list') context.warn(UNSORTED);
  switch (result.kind) {
    case 'nothing':
      return;
    case 'text':
      return context.write(
        context.line.interactive ? visible(result.text, { newline: 'keep' }) : result.text,
      );
    case 'list': {
      const data = await itemsOf(result, selection);
      const view = viewOf({ data, columns: result.columns }, selection);
      return show(view, context, result);
    }
    case 'record': {
      const view = viewOf({ data: result.record, columns: result.columns }, selection);
      return show(view, context);
    }
    case 'drawing': {
      if (context.format === 'table' && !selection.fields && !selection.query) {
        const drawing = result.draw(context.line).replace(/\n$/, '');
        const isEscaped = context.line.interactive && !result.hasImage;
        return context.write(`${isEscaped ? drawingSafe(drawing) : drawing}\n`);
      }
      return show(viewOf({ data: result.data }, selection), context);
    }
  }
}
