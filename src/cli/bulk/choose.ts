import { ArchctlError, usageError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { compileQuery, type Query } from '../../terminal/query.js';
import type { BulkRules, SelectionList } from '../command/family/bulk-rules.js';
import { displayName } from '../command/family/display-name.js';
import { withFilter } from '../command/filter/filter.js';
import type { DataEntry, GivenData } from '../command/input/given-data.js';
import { kindOf } from '../command/input/not-an-object.js';
import { pathOf } from '../command/input/request-parts.js';
import type { Context } from '../command/spec.js';

/** Selected records; a record that was not read has only its id. */
export type SelectedRecords = readonly JsonObject[];

/**
 * Records that the command line names, or selects with `--where` and `--filter`, each with the fields of `--data`.
 * Errors: `not-found` if none matches; `usage` if several ways are combined or the expression is not boolean; those of
 * the client.
 */
export async function selectRecords(
  context: Context,
  rules: BulkRules,
  given: GivenData | undefined,
): Promise<{ entries: DataEntry[]; chosen: SelectedRecords }> {
  const { idArgument = '', selectFrom, noun } = rules;
  const named = context.parsed.args[idArgument];
  const isChosen = context.parsed.where !== undefined || context.parsed.filter !== undefined;
  if (named !== undefined && isChosen)
    throw usageError('Named records cannot be combined with --where or --filter.');
  if (given?.kind === 'many')
    throw usageError('--data with many records cannot be combined with named records.', {
      hint: 'Each line needs its own "id".',
    });
  if (selectFrom === undefined) throw new TypeError('No list contains these records.');
  const chosen = Array.isArray(named)
    ? await namedRecords(context, selectFrom, [...new Set(named)])
    : await matchingRecords(context, selectFrom, noun);
  const entries = chosen.map(({ id, name }): DataEntry => {
    const value = { ...given?.value, id };
    return { where: displayName(context, { id, name }), text: JSON.stringify(value), value };
  });
  return { entries, chosen };
}

/** Selected records from the list that resolved their names. */
async function namedRecords(
  context: Context,
  { kind }: SelectionList,
  ids: readonly string[],
): Promise<JsonObject[]> {
  const names = kind === undefined ? undefined : await context.names();
  // Without permission to list them, only the ids are available.
  const records = (await names?.records(kind ?? '').catch(() => undefined)) ?? [];
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.map((id) => byId.get(id) ?? { id });
}

async function matchingRecords(
  context: Context,
  { list }: SelectionList,
  noun: string,
): Promise<JsonObject[]> {
  const { where, filter, globals } = context.parsed;
  const query = withFilter(list, {}, filter);
  const matches = where === undefined ? undefined : predicateOf(await compileQuery(where, '--where'));
  // A dry run must read records to show the changes.
  const client = await context.client(globals.dryRun ? { reads: true } : undefined);
  const path = await pathOf(context, list, {});
  const found: JsonObject[] = [];
  for await (const item of client.performPages(list, { path, query }, { maxBytes: MAX_LIST_BYTES })) {
    const record = item as JsonObject;
    if (!matches || matches(record)) found.push(record);
  }
  if (found.length > 0) return found;
  throw new ArchctlError('not-found', `No ${noun} matches; nothing was sent.`, {
    ...(where !== undefined && {
      hint: 'Print the list with -o json to see which fields an expression can use.',
    }),
  });
}

/** Whether an expression is exactly true for a record; other values are errors. */
const predicateOf =
  (query: Query) =>
  (record: JsonObject): boolean => {
    const value = query(record);
    if (typeof value === 'boolean') return value;
    if (value === null) return false;
    throw usageError(`Option --where: "${query.expression}" is ${kindOf(value)}, not true or false.`, {
      hint: `Compare it: --where "status == 'deprecated'", --where "length(tagIds) > \`0\`".`,
    });
  };
