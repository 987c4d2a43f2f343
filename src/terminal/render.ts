/** Formats a complete result. */

import { drawingSafe, visible } from '../base/text/escape.js';
import { plainPalette } from './color.js';
import { columnValue } from './fields.js';
import { cellText, isAbsent } from './formats/cells.js';
import { formatCsv } from './formats/format-csv.js';
import { formatJson, formatNdjson, jsonPieces, paintJson } from './formats/format-json.js';
import type { TableOptions } from './formats/format-table.js';
import { formatRecordTsv, formatTsv } from './formats/format-tsv.js';
import type { Column, LineContext, OutputFormat, Result, TextFormat } from './types.js';
import { type Selection, type View, viewOf } from './view.js';
import { truncate } from './width.js';

/** Terminal properties that formatting depends on. */
export interface RenderContext {
  format: OutputFormat | TextFormat;
  /** True for json, ndjson and yaml. */
  machine: boolean;
  /** True for a table aligned for people: on a terminal, or with `-o table`. Otherwise tab-separated. */
  aligned: boolean;
  line: LineContext;
  now: Date;
  /** Current time; a stream can run for long. */
  clock(): Date;
  selection: Selection;
  /** Keeps columns with one value, and lists the columns that do not fit. */
  wide: boolean;
  /** Escapes CSV cells that a spreadsheet would evaluate. */
  csvSafe: boolean;
  write(text: string): Promise<void>;
  remark(text: string): void;
  warn(text: string): void;
}

/** Text for stdout, and a note to print below it. */
interface DrawnText {
  text: string;
  remark?: string;
}

export const UNSORTED = '--sort applies to lists only.';

/** Maximum number of dropped columns listed by name. */
const MAX_NAMED = 30;

const tableOptions = ({ line: { palette, width, interactive }, now }: RenderContext): TableOptions => ({
  palette,
  width,
  now,
  reader: interactive ? 'person' : 'pipe',
});

/**
 * Lists the columns that may fit the terminal before the names of referenced records are loaded. Columns with `of` are
 * assumed to be as narrow as their headings.
 */
export async function columnsThatMayFit(
  rows: readonly unknown[],
  columns: readonly Column[],
  context: RenderContext,
): Promise<readonly Column[]> {
  const { fields, query, sort } = context.selection;
  if (context.format !== 'table' || !context.aligned || fields || query || sort) return columns;
  const { columnsWithValues, fittedColumns } = await import('./formats/format-table.js');
  const filled = columnsWithValues(columns, rows);
  const { varying, constant } = await dividedColumns(filled, rows, context);
  const narrow = varying.map((column) =>
    column.of === undefined
      ? column
      : { ...column, kind: 'text' as const, value: () => column.key.slice(0, 1) },
  );
  const fitted = fittedColumns(rows, narrow, tableOptions(context));
  const visibleColumns = new Set([...fitted.map(({ index }) => varying[index]), ...constant]);
  return filled.filter((column) => visibleColumns.has(column));
}

/** Columns to show, and constant ones to mention. Only a person who selected nothing gets fewer columns. */
async function dividedColumns(
  columns: readonly Column[],
  rows: readonly unknown[],
  { line, wide, selection: { fields, query } }: RenderContext,
): Promise<{ varying: readonly Column[]; constant: readonly Column[] }> {
  if (!line.interactive || wide || fields || query) return { varying: columns, constant: [] };
  const { divideColumns, isReported } = await import('./formats/constant-columns.js');
  const { varying, constant } = divideColumns(columns, rows);
  return { varying, constant: constant.filter(isReported) };
}

/** Note below a table about columns that are not in it. */
async function columnNote(
  dropped: readonly string[],
  constant: readonly Column[],
  rows: readonly unknown[],
  { wide, selection, now }: RenderContext,
): Promise<string | undefined> {
  if (constant.length > 0)
    return (await import('./formats/constant-columns.js')).constantNote(constant, rows, now);
  const isAsked = wide || Object.values(selection).some((it) => it !== undefined);
  if (dropped.length === 0 || !isAsked) return undefined;
  const named = dropped.slice(0, MAX_NAMED).join(', ');
  const others = dropped.length > MAX_NAMED ? ` and ${dropped.length - MAX_NAMED} more` : '';
  return `Not shown: ${named}${others}. --fields selects columns.`;
}

/** Fields of a record that a person reads: those with a value. */
const filledColumns = ({ columns, rows: [row] }: View): readonly Column[] =>
  columns.filter((column) => !column.wideOnly && !isAbsent(columnValue(column, row)));

async function alignedTable(view: View, context: RenderContext): Promise<DrawnText> {
  const options = tableOptions(context);
  if (view.layout === 'record') {
    const { formatRecord } = await import('./formats/format-record.js');
    const { line, wide, selection } = context;
    const showsAll = !line.interactive || wide || selection.fields || selection.query;
    const columns = showsAll ? view.columns : filledColumns(view);
    return { text: await formatRecord(view.rows[0], columns, options) };
  }
  const { columnsWithValues, formatTable } = await import('./formats/format-table.js');
  // Columns without any values are dropped, unless `--fields` names them.
  const columns = context.selection.fields ? view.columns : columnsWithValues(view.columns, view.rows);
  const { varying, constant } = await dividedColumns(columns, view.rows, context);
  const { text, dropped } = formatTable(view.rows, varying, options);
  const remark = await columnNote(dropped, constant, view.rows, context);
  return remark === undefined ? { text } : { text, remark };
}

function lines(view: View, context: RenderContext): string {
  const reader = context.line.interactive ? 'person' : 'pipe';
  return view.rows.map((row) => `${cellText(row, 'text', { reader, now: context.now })}\n`).join('');
}

async function table(view: View, context: RenderContext, empty = 'Nothing found.'): Promise<DrawnText> {
  if (view.rows.length === 0) return context.aligned ? { text: '', remark: empty } : { text: '' };
  if (view.layout === 'lines') return { text: lines(view, context) };
  if (context.aligned) return alignedTable(view, context);
  const { rows, columns } = view;
  return { text: view.layout === 'record' ? formatRecordTsv(rows[0], columns) : formatTsv(rows, columns) };
}

/** Colours JSON on a terminal with colours; never in a pipe. */
export const paintedJson = (json: string, { line }: RenderContext): string =>
  line.interactive && line.palette !== plainPalette ? paintJson(json, line.palette) : json;

async function draw(view: View, context: RenderContext, empty?: string): Promise<DrawnText> {
  switch (context.format) {
    case 'json':
      return {
        text: paintedJson(formatJson(view.data, { pretty: context.line.interactive }), context),
      };
    case 'ndjson':
      return { text: paintedJson(formatNdjson(view.data), context) };
    case 'yaml': {
      const { formatYaml } = await import('./formats/format-yaml.js');
      return { text: await formatYaml(view.data) };
    }
    case 'csv':
      return { text: formatCsv(view.rows, view.columns, { safe: context.csvSafe }) };
    // Results without this notation, such as the request of a dry run, are printed as a table.
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

/** Items in their order, up to the list's limit. */
async function itemsOf(
  { items, columns, limit }: Extract<Result, { kind: 'list' }>,
  { sort }: Selection,
): Promise<readonly unknown[]> {
  const ordered = sort ? (await import('./sort.js')).sortItems(items, columns, sort) : items;
  return limit === undefined ? ordered : ordered.slice(0, limit);
}

/** Writes the result in the requested format. */
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
      const view = viewOf({ data: result.data }, selection);
      if (context.format !== 'json' || context.line.interactive) return show(view, context);
      // A whole plan of a large model as one text would take several times its size in memory.
      for (const piece of jsonPieces(view.data)) await context.write(piece);
      if (view.missed !== undefined) context.remark(`Nothing matched --query ${view.missed}`);
      return;
    }
  }
}
