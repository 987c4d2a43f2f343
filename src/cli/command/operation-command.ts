import { usageError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Operation } from '../../contract/operation.js';
import { SCOPES, type Scope, scopesOf } from '../../contract/scopes.js';
import type { Column } from '../../terminal/types.js';
import { command } from './command.js';
import { type BulkRules, bulkOf } from './family/bulk-rules.js';
import type { ChangeReport } from './family/command-family.js';
import { withFilter } from './filter/filter.js';
import { NO_NAME_MATCHES, nameOptions, nameTest } from './filter/name-filter.js';
import { readData } from './input/body.js';
import { dataOf } from './input/given-data.js';
import { type Finish, pathOf, queryOf, refuseClashes, Unchanged } from './input/request-parts.js';
import { limitNote } from './limit-note.js';
import type { Examples } from './noun.js';
import { printsOneLine } from './one-line.js';
import { type Positional, positionalArguments } from './positional.js';
import { sendWithNames } from './send-operation.js';
import type { AnyCommand, Context, Outcome } from './spec.js';
import { isStreamed, streamList } from './stream-list.js';
import type { ArgumentSpec, OptionSpec } from './value-spec.js';

export { checkedBody, pathOf } from './input/request-parts.js';

export interface OperationCommand<A, O> {
  summary?: string;
  details?: string;
  /** Positional arguments; an argument with the key of a path parameter fills it. */
  args?: A;
  options?: O;
  /** Options that are also arguments (default for a create or upsert: the name). */
  positional?: Positional;
  columns: readonly Column[];
  examples: Examples;
  aliases?: readonly string[];
  related?: readonly string[];
  empty?: string;
  confirm?: (context: Context) => string | Promise<string>;
  /** Path parameter of the record whose name the confirmation asks for. */
  confirmsName?: string;
  /** Called after the confirmation, before the request. */
  prepare?: (context: Context) => Promise<void>;
  /** Bulk rules, if the operation creates, changes or deletes one record; false to disable bulk. */
  bulk?: Partial<BulkRules> | false;
  /** Changes the complete body. */
  finish?: Finish;
  /** Converts the resource that is printed. */
  shown?: (resource: JsonObject, context: Context) => JsonObject;
  /** Values that are printed with the resource and are not part of it, from further requests. */
  extra?: (resource: JsonObject, context: Context) => Promise<ExtraColumns | undefined>;
  /** Converts an error of the service. */
  failed?: (error: unknown, context: Context) => unknown;
  /**
   * Family of the record, if a person gets one line about the change instead of the record; the record is read before
   * it is changed.
   */
  written?: ChangeReport;
  /** Success message, from the resource. For a person it replaces the resource. */
  done?: (resource: JsonObject, context: Context) => string | Promise<string>;
}

export interface ExtraColumns {
  values: JsonObject;
  columns: readonly Column[];
}

/**
 * A command for one operation: arguments and scopes fill the path, options fill body fields and query parameters, and
 * the result is the resource, or every page of the list.
 */
export function operationCommand<
  const A extends Record<string, ArgumentSpec> = Record<never, ArgumentSpec>,
  const O extends Record<string, OptionSpec> = Record<never, OptionSpec>,
>(operation: Operation, spec: OperationCommand<A, O>): AnyCommand {
  const isList = operation.answers === 'list';
  const isNamed = isList && spec.columns.some(({ key }) => key === 'name');
  const options: Record<string, OptionSpec> = {
    ...(isNamed && nameOptions(operation.filters)),
    ...spec.options,
  };
  const rules = bulkOf(operation, spec.args ?? {}, spec.bulk);
  const filters = isList ? operation.filters : rules?.selectFrom?.list.filters;
  return command({
    summary: spec.summary ?? operation.summary,
    ...(spec.details ? { details: spec.details } : {}),
    args: {
      ...argumentsOf(spec.args ?? {}, rules),
      ...positionalArguments(options, spec.positional ?? namePositional(operation)),
    },
    options,
    scope: scopeOf(operation, spec.args ?? {}),
    examples: spec.examples,
    operation,
    columns: spec.columns,
    // `in` does not evaluate the schema, which is created on access.
    ...('body' in operation ? { takesData: true } : {}),
    ...(rules ? { takesBulk: true } : {}),
    ...(filters ? { takesFilter: filters } : {}),
    ...(rules?.selectFrom ? { filterOptions: rules.selectFrom.filters } : {}),
    ...(rules?.selectFrom && rules.idArgument ? { takesSeveral: rules.idArgument } : {}),
    ...(isList ? { takesLimit: true } : {}),
    ...(spec.aliases ? { aliases: spec.aliases } : {}),
    ...(spec.related ? { related: spec.related } : {}),
    async run(context): Promise<Outcome> {
      refuseClashes(context, options);
      const path = await pathOf(context, operation);
      const query = withFilter(operation, queryOf(context, options), isList ? context.parsed.filter : []);
      const fits = isNamed ? nameTest(context.parsed.options) : undefined;
      if (isList && isStreamed(context))
        return streamList(context, operation, { path, query }, { columns: spec.columns, fits });
      if (isList) {
        const found = await collect(context, operation, { path, query }, fits);
        const empty = fits ? NO_NAME_MATCHES : spec.empty;
        return { kind: 'list', ...found, columns: spec.columns, ...(empty ? { empty } : {}) };
      }
      const data = rules && (await recordsOf(context, rules));
      if (data?.kind === 'many') {
        const { runBulk } = await import('../bulk/run-bulk.js');
        const { columns, finish } = spec;
        return runBulk(context, {
          operation,
          rules: data.rules,
          options,
          columns,
          finish,
          path,
          query,
          entries: data.entries,
          idKind: spec.args?.[data.rules.idArgument ?? '']?.completes,
          chosen: data.chosen,
          written: spec.written,
        });
      }
      const value = rules ? data?.value : await givenData(context, operation);
      const input = { path, query, data: value };
      const isOneLine = (spec.written ?? spec.done) !== undefined && printsOneLine(context);
      const { response, before } = await sendWithNames(context, operation, options, input, spec).catch(
        async (error) => {
          if (error instanceof Unchanged) return { response: error.answer, before: 'same' as const };
          throw (await spec.failed?.(error, context)) ?? error;
        },
      );
      const resource = operation.envelope === null ? response : (response[operation.envelope] as JsonObject);
      if (spec.written && isOneLine && operation.method !== 'DELETE') {
        const { reportChanges } = await import('./family/report-change.js');
        await reportChanges(context, spec.written, [
          { before: before === 'same' ? resource : before, after: resource },
        ]);
        return { kind: 'nothing' };
      }
      if (spec.done) context.terminal.success(await spec.done(resource, context));
      if (isOneLine) return { kind: 'nothing' };
      const record = spec.shown?.(resource, context) ?? resource;
      const extra = await spec.extra?.(resource, context);
      return {
        kind: 'record',
        record: { ...record, ...extra?.values },
        columns: [...spec.columns, ...(extra?.columns ?? [])],
      };
    },
  });
}

/** A record is created by its name. */
const namePositional = ({ id }: Operation): Positional =>
  /\.(create|upsert)$/.test(id) ? { name: 'NAME' } : {};

/** Arguments of the command; one that lines can name is optional or variadic. */
const argumentsOf = (args: Record<string, ArgumentSpec>, rules: BulkRules | undefined) =>
  Object.fromEntries(
    Object.entries(args).map(([key, it]) => [
      key,
      key === rules?.idArgument
        ? { ...it, optional: true, orInData: true, ...(rules.selectFrom && { variadic: true }) }
        : it,
    ]),
  );

/** Records named, selected or read from `--data`; or the one record of the argument. Errors: `usage`. */
async function recordsOf(context: Context, rules: BulkRules) {
  const { idArgument } = rules;
  const isNamed = idArgument === undefined || context.parsed.args[idArgument] !== undefined;
  const given = await dataOf(context);
  if (choosesSeveral(context, rules)) {
    const { selectRecords } = await import('../bulk/choose.js');
    const { entries, chosen } = await selectRecords(context, rules, given);
    return { kind: 'many' as const, rules, entries, chosen };
  }
  if (given === undefined || given.kind === 'one') {
    // With `--failures`, a single record counts as a line.
    const isLine = given !== undefined && context.parsed.failures !== undefined && idArgument === undefined;
    if (isNamed && !isLine) return { kind: 'one' as const, value: given?.value };
    if (given === undefined)
      throw usageError('No record was given.', {
        hint: rules.selectFrom
          ? 'Name one or more, select some with --where or --filter, or use --data with one record per line.'
          : 'Pass its id, or use --data with one record per line.',
      });
    const entry = { where: 'line 1', text: JSON.stringify(given.value), value: given.value };
    return { kind: 'many' as const, rules, entries: [entry], chosen: undefined };
  }
  if (idArgument !== undefined && isNamed)
    throw usageError('An id cannot be combined with --data that contains many records.', {
      hint: 'Each line needs its own "id".',
    });
  return { kind: 'many' as const, rules, entries: given.entries, chosen: undefined };
}

const choosesSeveral = ({ parsed }: Context, { idArgument = '', selectFrom }: BulkRules): boolean =>
  selectFrom !== undefined &&
  (Array.isArray(parsed.args[idArgument]) || parsed.where !== undefined || parsed.filter !== undefined);

/** Scopes for path parameters that no argument fills. */
const scopeOf = (operation: Operation, args: Record<string, ArgumentSpec>): Scope[] =>
  scopesOf(operation.path).filter((scope) => !Object.hasOwn(args, SCOPES[scope].param));

/**
 * Collects matching items page by page up to `--limit`, or all if they must be sorted. The remark states what was left
 * out.
 */
async function collect(
  context: Context,
  operation: Operation,
  input: { path: JsonObject; query?: JsonObject },
  fits: ((item: unknown) => boolean) | undefined,
): Promise<{ items: unknown[]; limit?: number; remark?: string }> {
  const { limit = Number.POSITIVE_INFINITY, globals } = context.parsed;
  const items: unknown[] = [];
  let total: number | undefined;
  const onTotal = (count: number): void => {
    total = count;
  };
  const client = await context.client();
  const options = { maxBytes: MAX_LIST_BYTES, onTotal };
  for await (const page of client.performWholePages(operation, input, options)) {
    for (const item of page) {
      if (fits && !fits(item)) continue;
      // The total number of matching names is not yet known.
      if (items.length === limit && !globals.sort)
        return { items, remark: limitNote(limit, fits ? undefined : total) };
      items.push(item);
    }
  }
  return items.length > limit ? { items, limit, remark: limitNote(limit, items.length) } : { items };
}

/** The content of `--data` for an operation without bulk. */
const givenData = async (
  { parsed, world }: Context,
  operation: Operation,
): Promise<JsonObject | undefined> =>
  parsed.data === undefined || !('body' in operation) ? undefined : readData(parsed.data, world);
