import { usageError } from '../../base/errors.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Operation } from '../../contract/operation.js';
import { SCOPES, type Scope, scopesOf } from '../../contract/scopes.js';
import type { Column } from '../../terminal/types.js';
import { type BulkRules, bulkOf } from './bulk-rules.js';
import { command } from './command.js';
import { withFilter } from './filter.js';
import { dataOf } from './given-data.js';
import { NOBODY_CALLED_SO, nameOptions, nameTest } from './name-filter.js';
import { checkedBody, type Finish, pathOf, queryOf, refuseClashes } from './request-parts.js';
import type { AnyCommand, CommandSpec, Context, Outcome } from './spec.js';
import { stoppedAt } from './stopped-at.js';
import { isStreamed, streamList } from './stream-list.js';
import type { ArgumentSpec, OptionSpec } from './value-spec.js';

export { checkedBody, pathOf } from './request-parts.js';

type Json = Record<string, unknown>;

export interface OperationCommand<A, O> {
  summary?: string;
  details?: string;
  /** Positional arguments; a key that is a path parameter of the operation fills it. */
  args?: A;
  options?: O;
  columns: readonly Column[];
  examples: CommandSpec['examples'];
  aliases?: readonly string[];
  related?: readonly string[];
  /** Sentence for an empty list. */
  empty?: string;
  /** Asked before the request is sent. */
  confirm?: (context: Context) => string | Promise<string>;
  /** For many records at once, where the operation makes, changes or deletes one; false for one at a time only. */
  bulk?: Partial<BulkRules> | false;
  /** Changes the body after options and `--data` are in it. */
  finish?: Finish;
  /** What is shown in place of the answer. */
  shown?: (resource: Json, context: Context) => Json;
  /** The error in place of one that the service answered with. */
  failed?: (error: unknown, context: Context) => unknown;
  /** Note for people once it is done; the resource is the argument. */
  done?: (resource: Json, context: Context) => string | Promise<string>;
}

/**
 * A command that is one operation: arguments and scope fill the path, options their body fields and query
 * parameters, and the enveloped resource (or every page of the list) is the result.
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
  const filters = isList ? operation.filters : rules?.among?.list.filters;
  return command({
    summary: spec.summary ?? operation.summary,
    ...(spec.details ? { details: spec.details } : {}),
    args: argumentsOf(spec.args ?? {}, rules),
    options,
    scope: scopeOf(operation, spec.args ?? {}),
    examples: spec.examples,
    operation,
    columns: spec.columns,
    // Asked for by name: a schema is made when it is looked into.
    ...('body' in operation ? { takesData: true } : {}),
    ...(rules ? { takesBulk: true } : {}),
    ...(filters ? { takesFilter: filters } : {}),
    ...(rules?.among ? { filterOptions: rules.among.filters } : {}),
    ...(rules?.among && rules.idArgument ? { takesSeveral: rules.idArgument } : {}),
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
        const found = await collect(context, operation, { path, query }, { columns: spec.columns, fits });
        const empty = fits ? NOBODY_CALLED_SO : spec.empty;
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
          chosen: data.chosen,
        });
      }
      const input = { path, query, data: data?.value };
      const response = await send(context, operation, options, input, spec).catch((error) => {
        throw spec.failed?.(error, context) ?? error;
      });
      const resource = operation.envelope === null ? response : (response[operation.envelope] as Json);
      if (spec.done) context.terminal.success(await spec.done(resource, context));
      const record = spec.shown?.(resource, context) ?? resource;
      return { kind: 'record', record, columns: spec.columns };
    },
  });
}

/** The argument that lines may name in its place need not be given, or several times. */
const argumentsOf = (args: Record<string, ArgumentSpec>, rules: BulkRules | undefined) =>
  Object.fromEntries(
    Object.entries(args).map(([key, it]) => [
      key,
      key === rules?.idArgument ? { ...it, optional: true, ...(rules.among && { variadic: true }) } : it,
    ]),
  );

/** Many records, named, chosen or held by `--data`; or the one that the argument names. Errors: `usage`. */
async function recordsOf(context: Context, rules: BulkRules) {
  const { idArgument } = rules;
  const isNamed = idArgument === undefined || context.parsed.args[idArgument] !== undefined;
  const given = await dataOf(context);
  if (choosesSeveral(context, rules)) {
    const { chooseSeveral } = await import('../bulk/choose.js');
    const { entries, chosen } = await chooseSeveral(context, rules, given);
    return { kind: 'many' as const, rules, entries, chosen };
  }
  if (given === undefined || given.kind === 'one') {
    // Who wants failures kept may feed one line of many.
    const isLine = given !== undefined && context.parsed.failures !== undefined && idArgument === undefined;
    if (isNamed && !isLine) return { kind: 'one' as const, value: given?.value };
    if (given === undefined)
      throw usageError('Nothing says which record is meant.', {
        hint: rules.among
          ? 'Name it, or several; choose some with --where or --filter; or give --data with one record a line.'
          : 'Give its id, or --data with one record a line.',
      });
    const entry = { where: 'line 1', text: JSON.stringify(given.value), value: given.value };
    return { kind: 'many' as const, rules, entries: [entry], chosen: undefined };
  }
  if (idArgument !== undefined && isNamed)
    throw usageError('An id was given beside --data that holds many records.', {
      hint: 'Each of its lines has its own "id".',
    });
  return { kind: 'many' as const, rules, entries: given.entries, chosen: undefined };
}

const choosesSeveral = ({ parsed }: Context, { idArgument = '', among }: BulkRules): boolean =>
  among !== undefined &&
  (Array.isArray(parsed.args[idArgument]) || parsed.where !== undefined || parsed.filter !== undefined);

/** Scopes that fill the path parameters which no argument fills. */
const scopeOf = (operation: Operation, args: Record<string, ArgumentSpec>): Scope[] =>
  scopesOf(operation.path).filter((scope) => !Object.hasOwn(args, SCOPES[scope].param));

/**
 * Every item of a list that fits, page by page, up to `--limit`; all, where they are sorted first. A remark tells what was
 * left out.
 */
async function collect(
  context: Context,
  operation: Operation,
  input: { path: Json; query?: Json },
  { columns, fits }: { columns: readonly Column[]; fits: ((item: unknown) => boolean) | undefined },
): Promise<{ items: unknown[]; limit?: number; remark?: string }> {
  const { limit = Number.POSITIVE_INFINITY, globals } = context.parsed;
  const items: unknown[] = [];
  let total: number | undefined;
  const onTotal = (count: number): void => {
    total = count;
  };
  const client = await context.client();
  // With a limit, the next page may not be needed.
  const ahead = limit === Number.POSITIVE_INFINITY;
  const options = { maxBytes: MAX_LIST_BYTES, ahead, onTotal };
  // Those that will hold names are others by then.
  const ready = context.showsNames
    ? columns.filter(({ key, of }) => key !== 'id' && of === undefined)
    : columns;
  for await (const page of client.performWholePages(operation, input, options)) {
    for (const item of page) {
      if (fits && !fits(item)) continue;
      // How many of all are called so is not known yet.
      if (items.length === limit && !globals.sort)
        return { items, remark: stoppedAt(limit, fits ? undefined : total) };
      items.push(item);
    }
    if (ahead && items.length > 0)
      await context.terminal.ahead(items, ready, { alone: ready.length === columns.length });
  }
  return items.length > limit ? { items, limit, remark: stoppedAt(limit, items.length) } : { items };
}

async function send(
  context: Context,
  operation: Operation,
  options: Readonly<Record<string, OptionSpec>>,
  { data, ...input }: { path: Json; query: Json; data: Json | undefined },
  { finish, confirm }: Pick<OperationCommand<unknown, unknown>, 'finish' | 'confirm'>,
): Promise<Json> {
  const body =
    'body' in operation ? await checkedBody<Json>(context, operation, options, finish, data) : undefined;
  if (confirm) await context.confirm(await confirm(context));
  const client = await context.client();
  return client.perform(operation, { ...input, ...(body ? { body } : {}) });
}
