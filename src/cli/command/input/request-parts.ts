import { ArchctlError, usageError } from '../../../base/errors.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { validate } from '../../../client/send/validate.js';
import type { Operation } from '../../../contract/operation.js';
import { SCOPE_NAMES, SCOPES } from '../../../contract/scopes.js';
import { longName } from '../options.js';
import type { Context } from '../spec.js';
import type { OptionSpec } from '../value-spec.js';
import { bodyOf, setPath } from './body.js';

/** Builds a request from a command line: path, query and body, validated before sending. */

type Options = Readonly<Record<string, OptionSpec>>;

/** Changes the complete body, after options and `--data`. `id` is that of a line of `--data`. */
export type Finish = (body: JsonObject, context: Context, id?: string) => JsonObject | Promise<JsonObject>;

/** Thrown by `Finish` if the record already is as wanted; `answer` replaces the response. */
export class Unchanged extends Error {
  constructor(readonly answer: JsonObject) {
    super('Nothing is sent.');
  }
}

/** Path parameters from arguments (default: those of the command) and scopes. */
export async function pathOf(
  context: Context,
  operation: Operation,
  args: Context['parsed']['args'] = context.parsed.args,
): Promise<Record<string, string>> {
  const path: Record<string, string> = {};
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    const given = args[name];
    const scope = SCOPE_NAMES.find((it) => SCOPES[it].param === name);
    if (typeof given === 'string') path[name] = given;
    else if (scope) path[name] = await context.scope(scope);
  }
  return path;
}

/** Query parameters from the options that declare one. */
export function queryOf(context: Context, options: Options): JsonObject {
  const query: JsonObject = {};
  for (const [key, option] of Object.entries(options)) {
    const value = context.parsed.options[key];
    if (option.query && value !== undefined) setPath(query, option.query, value);
  }
  return query;
}

/** Rejects two options that set the same field, or a field and a part of it. */
export function refuseClashes({ parsed }: Context, options: Options): void {
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
    if (rival) throw usageError(`${longName(key)} and ${longName(rival[0])} cannot be combined.`);
  }
}

/**
 * Builds and validates the body of a request. Errors: `usage`.
 *
 * @param data content of `--data`, if it was read already.
 */
export async function checkedBody<Body>(
  context: Context,
  operation: Operation,
  options: Options,
  finish?: Finish,
  data?: JsonObject,
): Promise<Body> {
  const body = await bodyOf(context, options, data);
  return checkBody(operation, options, finish ? await finish(body, context) : body) as Body;
}

/** Validates a body. Errors: `usage`, naming fields and options. */
export function checkBody(operation: Operation, options: Options, body: JsonObject): JsonObject {
  // A body with only a commit changes nothing.
  if (operation.method === 'PATCH' && Object.keys(body).every((field) => field === 'commit')) {
    throw usageError('There is nothing to change.', {
      hint: `Use at least one of ${bodyFlags(options).join(', ')}.`,
    });
  }
  try {
    return operation.body ? (validate(operation.body, body, 'The request body') as JsonObject) : body;
  } catch (error) {
    throw error instanceof ArchctlError ? namingOptions(error, options) : error;
  }
}

const bodyFlags = (options: Options): string[] =>
  Object.entries(options).flatMap(([key, { body, changes = body }]) =>
    changes && changes !== 'commit' ? [longName(key)] : [],
  );

/** Adds the option to a field error: `originId: is missing` becomes `originId (--origin): is missing`. */
export function namingOptions(error: ArchctlError, options: Options): ArchctlError {
  if (!error.facts.details) return error;
  const details = error.facts.details.map((detail) => {
    const field = detail.slice(0, detail.indexOf(':'));
    const entry = Object.entries(options).find(([, { body, changes = body, query }]) =>
      [changes, query].some((place) => place !== undefined && isAt(field, place)),
    );
    if (!entry) return detail;
    const [key, { choices }] = entry;
    // Converts values of the service to those that users type: null is "none".
    const problem = detail.slice(field.length);
    const named =
      choices && /^: is required/.test(problem) ? `: is required (one of ${choices.join(', ')})` : problem;
    return `${field} (${longName(key)})${named}`;
  });
  return new ArchctlError(error.kind, error.message, { ...error.facts, details });
}

/** Whether a field is inside a place: `tagIds[0]` and `body.content` are inside `tagIds` and `body`. */
const isAt = (field: string, place: string): boolean =>
  field === place || field.startsWith(`${place}.`) || field.startsWith(`${place}[`);
