import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { capitalised, pluralize } from '../../base/text/words.js';
import { columnValue } from '../../terminal/fields.js';
import type { Column } from '../../terminal/types.js';
import type { BulkRules, SelectionList } from '../command/family/bulk-rules.js';
import { valueInWords } from '../command/family/change-words.js';
import { locationOf } from '../command/family/delete-question.js';
import { pathOf } from '../command/input/request-parts.js';
import type { Context, KindNames, Outcome } from '../command/spec.js';
import type { OptionSpec } from '../command/value-spec.js';
import type { SelectedRecords } from './choose.js';
import type { Job } from './jobs.js';

const MAX_SHOWN = 20;

/** Key prefix of the columns that show changes. */
const CHANGE_PREFIX = 'to.';

export interface Preview {
  rules: BulkRules;
  options: Readonly<Record<string, OptionSpec>>;
  jobs: readonly Job[];
  chosen: SelectedRecords;
}

/** Returns the changes to each record. On a terminal, returns the table that the confirmation prompt shows. */
export async function previewOf(context: Context, preview: Preview): Promise<Outcome> {
  const { jobs, chosen, rules } = preview;
  const { isInteractive, format } = context.terminal;
  if (isInteractive && format === 'table' && rules.selectFrom)
    return {
      kind: 'list',
      items: chosen,
      columns: await columnsOf(context, preview, rules.selectFrom, chosen),
    };
  const items = jobs.map(({ operation, id, body }, at) => {
    const name = chosen[at]?.name;
    return {
      action: operation.method === 'DELETE' ? 'delete' : 'update',
      id,
      ...(typeof name === 'string' && { name }),
      ...(body && { body }),
    };
  });
  const columns: Column[] = [
    { key: 'action', priority: 1 },
    { key: 'name', priority: 1 },
    { key: 'id', header: 'ID', kind: 'id', priority: 2 },
    { key: 'body', header: 'Changes', priority: 3 },
  ];
  return { kind: 'list', items, columns };
}

/**
 * Shows the selected records and the changes, and asks for confirmation once; `--yes` skips it. Errors: `usage` without
 * a terminal, `interrupted` for "no".
 */
export async function confirmSelection(context: Context, preview: Preview): Promise<void> {
  const { rules, jobs, chosen } = preview;
  const { selectFrom } = rules;
  if (context.asks && selectFrom) {
    const items = chosen.slice(0, MAX_SHOWN);
    await context.terminal.preview(items, await columnsOf(context, preview, selectFrom, items));
    if (chosen.length > MAX_SHOWN) context.terminal.remark(`and ${chosen.length - MAX_SHOWN} more`);
  }
  const ids = jobs.map(({ id }) => id ?? '');
  await context.confirm(
    await (rules.question ? rules.question(context, ids) : questionOf(context, rules, ids.length)),
  );
}

async function questionOf(context: Context, { noun, selectFrom }: BulkRules, count: number): Promise<string> {
  const action = `Change ${pluralize(count, noun)}`;
  if (!context.asks || !selectFrom) return `${action}?`;
  const path = await pathOf(context, selectFrom.list, {});
  return `${action}${await locationOf(context, await context.client(), path)}?`;
}

/** Columns that identify the records by name, and show the changes. */
async function columnsOf(
  context: Context,
  preview: Preview,
  among: SelectionList,
  items: SelectedRecords,
): Promise<readonly Column[]> {
  const [first] = preview.jobs;
  const columns = first?.body ? await changeColumns(context, preview, first.body, among) : among.columns;
  const { withNames } = await import('../names/shown-names.js');
  const named = await withNames({ kind: 'list', items, columns }, { operation: among.list }, context);
  const shown = context.showsIds ? named.columns : withoutIds(named.columns, items);
  return withPaths(context, among, shown);
}

/** Removes the id column if other columns identify every record. */
function withoutIds(columns: readonly Column[], rows: SelectedRecords): readonly Column[] {
  const others = columns.filter(({ key }) => key !== 'id');
  const identifying = others.filter(
    ({ key, priority }) => key === 'name' || (priority === 1 && !key.startsWith(CHANGE_PREFIX)),
  );
  return rows.every((row) => identifying.some((it) => Boolean(columnValue(it, row)))) ? others : columns;
}

/** Columns for the records, and for the old and new value of each field. */
async function changeColumns(
  context: Context,
  { options, jobs }: Preview,
  body: JsonObject,
  { columns }: SelectionList,
): Promise<Column[]> {
  const identifying = columns.filter(({ key, priority }) => key === 'name' || key === 'id' || priority === 1);
  const changes = Object.keys(body).filter((field) => field !== 'commit');
  const bodies = new Map<unknown, JsonObject | undefined>(jobs.map((job) => [job.id, job.body]));
  const comparisons = changes.map(async (field): Promise<Column> => {
    const column = columns.find(({ key }) => key === field);
    const option = Object.values(options).find((it) => it.body === field);
    const names = await namesOf(context, column?.of ?? option?.completes);
    const header = column?.header ?? (column ? undefined : capitalised(field.replace(/Ids?$/, '')));
    return {
      key: `${CHANGE_PREFIX}${field}`,
      header: header ?? capitalised(field),
      priority: 1,
      isChange: true,
      value: (row) => change((row as JsonObject)[field], bodies.get((row as JsonObject).id)?.[field], names),
    };
  });
  return [...identifying, ...(await Promise.all(comparisons))];
}

async function namesOf(context: Context, kind: string | undefined): Promise<KindNames | undefined> {
  if (!context.registry.nouns.some(({ kinds }) => kind !== undefined && kinds?.includes(kind)))
    return undefined;
  return (await context.names()).of(kind ?? '').catch(() => undefined);
}

/** Formats a change: `live → deprecated`; for lists, the added and removed items. */
function change(before: unknown, after: unknown, names: KindNames | undefined): string {
  const format = (value: unknown): string => valueInWords(value, (id) => names?.nameOf(id));
  if (isObject(after) && ('$add' in after || '$remove' in after)) {
    const part = (sign: string, value: unknown): string[] =>
      Array.isArray(value) ? value.map((it) => `${sign}${format(it)}`) : [];
    return [...part('+', after.$add), ...part('-', after.$remove)].join(', ');
  }
  const [from, to] = [format(before), format(after)];
  return from === to ? `${to} (as it is)` : `${from} → ${to}`;
}

/** Shows the path of records whose names are ambiguous. */
async function withPaths(
  context: Context,
  { kind }: SelectionList,
  columns: readonly Column[],
): Promise<readonly Column[]> {
  const names = await namesOf(context, kind);
  return columns.map((column) => {
    if (column.key !== 'name' || !names) return column;
    const value = (row: unknown): unknown => {
      const { id, name } = row as JsonObject;
      return typeof id === 'string' && names.nameOf(id) !== undefined ? names.pathOf(id) : name;
    };
    return { ...column, value };
  });
}
