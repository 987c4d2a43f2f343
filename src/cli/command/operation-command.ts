import { ArchctlError, usageError } from '../../base/errors.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { validate } from '../../client/send/validate.js';
import type { Operation } from '../../contract/operation.js';
import { SCOPE_NAMES, SCOPES, type Scope, scopesOf } from '../../contract/scopes.js';
import type { Column } from '../../terminal/types.js';
import { bodyOf, setPath } from './body.js';
import { command } from './command.js';
import { longName } from './options.js';
import type { AnyCommand, CommandSpec, Context, Outcome } from './spec.js';
import { isStreamed, streamList } from './stream-list.js';
import type { ArgumentSpec, OptionSpec } from './value-spec.js';

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
  /** Changes the body after options and `--data` are in it. */
  finish?: (body: Json, context: Context) => Json | Promise<Json>;
  /** Note for people once it is done; the resource is the argument. */
  done?: (resource: Json, context: Context) => string;
}

/**
 * A command that is one operation: arguments and scope fill the path, options their body fields and query
 * parameters, and the enveloped resource (or every page of the list) is the result.
 */
export function operationCommand<
  const A extends Record<string, ArgumentSpec> = Record<never, ArgumentSpec>,
  const O extends Record<string, OptionSpec> = Record<never, OptionSpec>,
>(operation: Operation, spec: OperationCommand<A, O>): AnyCommand {
  const options: Record<string, OptionSpec> = spec.options ?? {};
  const isList = operation.answers === 'list';
  return command({
    summary: spec.summary ?? operation.summary,
    ...(spec.details ? { details: spec.details } : {}),
    args: spec.args ?? {},
    options,
    scope: scopeOf(operation, spec.args ?? {}),
    examples: spec.examples,
    operation,
    // Asked for by name: a schema is made when it is looked into.
    ...('body' in operation ? { takesData: true } : {}),
    ...(isList ? { takesLimit: true } : {}),
    ...(spec.aliases ? { aliases: spec.aliases } : {}),
    ...(spec.related ? { related: spec.related } : {}),
    async run(context): Promise<Outcome> {
      refuseClashes(context, options);
      const path = await pathOf(context, operation);
      const query = queryOf(context, options);
      if (isList && isStreamed(context)) return streamList(context, operation, { path, query }, spec.columns);
      if (isList) {
        const found = await collect(context, operation, { path, query });
        return {
          kind: 'list',
          ...found,
          columns: spec.columns,
          ...(spec.empty ? { empty: spec.empty } : {}),
        };
      }
      const response = await send(context, operation, options, { path, query }, spec.finish, spec.confirm);
      const resource = operation.envelope === null ? response : (response[operation.envelope] as Json);
      if (spec.done) context.terminal.success(spec.done(resource, context));
      return { kind: 'record', record: resource, columns: spec.columns };
    },
  });
}

/** Scopes that fill the path parameters which no argument fills. */
const scopeOf = (operation: Operation, args: Record<string, ArgumentSpec>): Scope[] =>
  scopesOf(operation.path).filter((scope) => !Object.hasOwn(args, SCOPES[scope].param));

/** Path parameters from arguments and scope. */
export async function pathOf(context: Context, operation: Operation): Promise<Record<string, string>> {
  const path: Record<string, string> = {};
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    const given = context.parsed.args[name];
    const scope = SCOPE_NAMES.find((it) => SCOPES[it].param === name);
    if (typeof given === 'string') path[name] = given;
    else if (scope) path[name] = await context.scope(scope);
  }
  return path;
}

/** Query parameters from the options that name one. */
function queryOf(context: Context, options: Readonly<Record<string, OptionSpec>>): Json {
  const query: Json = {};
  for (const [key, option] of Object.entries(options)) {
    const value = context.parsed.options[key];
    if (option.query && value !== undefined) setPath(query, option.query, value);
  }
  return query;
}

/** Every item of a list, page by page, up to `--limit`, with a remark where that left some out. */
async function collect(
  context: Context,
  operation: Operation,
  input: { path: Json; query?: Json },
): Promise<{ items: unknown[]; remark?: string }> {
  const { limit } = context.parsed;
  const items: unknown[] = [];
  const client = await context.client();
  for await (const item of client.performPages(operation, input, { maxBytes: MAX_LIST_BYTES })) {
    if (items.length === limit) return { items, remark: `Stopped at ${limit}; --limit shows more.` };
    items.push(item);
  }
  return { items };
}

/** Two options that fill the same field, or one a part of the other's, cannot both be meant. */
function refuseClashes({ parsed }: Context, options: Readonly<Record<string, OptionSpec>>): void {
  const given = Object.entries(options).filter(([key]) => parsed.options[key] !== undefined);
  const overlap = (a = '', b = ''): boolean => a !== '' && b !== '' && `${a}.`.startsWith(`${b}.`);
  for (const [index, [key, { body, query }]] of given.entries()) {
    const rival = given
      .slice(index + 1)
      .find(
        ([, it]) =>
          overlap(body, it.body) ||
          overlap(it.body, body) ||
          overlap(query, it.query) ||
          overlap(it.query, query),
      );
    if (rival) throw usageError(`${longName(key)} and ${longName(rival[0])} exclude one another.`);
  }
}

async function send(
  context: Context,
  operation: Operation,
  options: Readonly<Record<string, OptionSpec>>,
  input: { path: Json; query: Json },
  finish: OperationCommand<unknown, unknown>['finish'],
  confirm: OperationCommand<unknown, unknown>['confirm'],
): Promise<Json> {
  const body = 'body' in operation ? await checkedBody<Json>(context, operation, options, finish) : undefined;
  if (confirm) await context.confirm(await confirm(context));
  const client = await context.client();
  return client.perform(operation, { ...input, ...(body ? { body } : {}) });
}

/** The body of a request from `--data` and options, checked before anything is sent. Errors: `usage`. */
export async function checkedBody<Body>(
  context: Context,
  operation: Operation,
  options: Readonly<Record<string, OptionSpec>>,
  finish?: OperationCommand<unknown, unknown>['finish'],
): Promise<Body> {
  let body = await bodyOf(context, options);
  if (finish) body = await finish(body, context);
  // The commit only says which state is meant to change.
  if (operation.method === 'PATCH' && Object.keys(body).every((field) => field === 'commit')) {
    throw usageError('There is nothing to change.', {
      hint: `Give at least one of ${bodyFlags(options).join(', ')}.`,
    });
  }
  try {
    if (operation.body) validate(operation.body, body, 'The request body');
  } catch (error) {
    throw namingOptions(error, options);
  }
  return body as Body;
}

const bodyFlags = (options: Readonly<Record<string, OptionSpec>>): string[] =>
  Object.entries(options).flatMap(([key, { body }]) => (body && body !== 'commit' ? [longName(key)] : []));

/** A wrong field as a person typed it: `originId: is missing` becomes `originId (--origin): is missing`. */
function namingOptions(error: unknown, options: Readonly<Record<string, OptionSpec>>): unknown {
  if (!(error instanceof ArchctlError) || !error.facts.details) return error;
  const details = error.facts.details.map((detail) => {
    const field = detail.slice(0, detail.indexOf(':'));
    const entry = Object.entries(options).find(
      ([, option]) => option.body && (field === option.body || field.startsWith(`${option.body}.`)),
    );
    if (!entry) return detail;
    const [key, { choices }] = entry;
    // The service's own values are not always the ones to type: null is "none".
    const problem = detail.slice(field.length);
    const named =
      choices && /^: is required/.test(problem) ? `: is required (one of ${choices.join(', ')})` : problem;
    return `${field} (${longName(key)})${named}`;
  });
  return new ArchctlError(error.kind, error.message, { ...error.facts, details });
}
