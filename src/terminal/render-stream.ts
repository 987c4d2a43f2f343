/** Draws events as they come, each written out before the next is taken. */

import { cellText } from './cells.js';
import { columnValue, readPath } from './fields.js';
import { csvHeader, csvRow } from './format-csv.js';
import { formatJson } from './format-json.js';
import { tsvRow } from './format-tsv.js';
import { GAP } from './layout.js';
import type { RenderContext } from './render.js';
import type { Column, Result } from './types.js';
import { type View, viewOf } from './view.js';

type StreamResult = Extract<Result, { kind: 'stream' }>;
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

function csvWriter(view: (event: unknown) => View): EventText {
  let columns: readonly Column[] | undefined;
  return (event) => {
    const current = view(event);
    const header = columns ? '' : csvHeader(current.columns);
    // A header cannot change midway, so the first event decides.
    columns ??= current.columns;
    const kept = columns;
    return header + current.rows.map((row) => csvRow(row, kept)).join('');
  };
}

function eventText(result: StreamResult, context: RenderContext): EventText {
  const { selection } = context;
  const view = (event: unknown): View =>
    viewOf({ data: event, columns: result.columns, strict: false }, selection);
  switch (context.format) {
    // An endless array never closes; a line for each event is the JSON a stream can have.
    case 'json':
    case 'ndjson':
      return (event) => formatJson(view(event).data, { pretty: false });
    case 'yaml':
      return async (event) => {
        const { formatYaml } = await import('./format-yaml.js');
        return formatYaml(view(event).data, { document: true });
      };
    case 'csv':
      return csvWriter(view);
    case 'table': {
      if (!context.aligned) {
        return (event) => {
          const { rows, columns } = view(event);
          return rows.map((row) => tsvRow(row, columns)).join('');
        };
      }
      if (selection.fields || selection.query) return (event) => spaced(view(event), context);
      return (event) => `${result.line(event as never, context.line)}\n`;
    }
  }
}

/** Writes events until they end or nobody reads any more; then the events are closed. */
export async function renderStream(
  result: StreamResult,
  context: RenderContext,
  gone: AbortSignal,
): Promise<void> {
  const text = eventText(result, context);
  const { fields, query } = context.selection;
  const declared = new Set(result.columns.map(({ key }) => key));
  const unseen = new Set(query ? [] : (fields ?? []).filter((name) => !declared.has(name)));
  let count = 0;
  try {
    for await (const event of result.events) {
      count += 1;
      for (const name of unseen) if (readPath(event, name).found) unseen.delete(name);
      await context.write(await text(event));
      if (gone.aborted) break;
    }
  } finally {
    // Events differ, so one without the field proves nothing; none at all with it looks like a slip.
    if (count > 0 && unseen.size > 0) context.warn(`No event had the field ${[...unseen].join(', ')}.`);
  }
}
