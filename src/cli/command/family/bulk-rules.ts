import type { JsonObject } from '../../../base/json/json-object.js';
import type { Operation } from '../../../contract/operation.js';
import type { Column } from '../../../terminal/types.js';
import type { Context } from '../spec.js';
import type { ArgumentSpec, OptionSpec } from '../value-spec.js';

/** Rules for a command that processes many records. */
export interface BulkRules {
  /** Display name of the kind, for example "model object". */
  noun: string;
  /** Argument that names the record, `id` in each line. Undefined for a create. */
  idArgument: string | undefined;
  /**
   * PUT operation that creates the same record with an id of the caller. Unlike a POST, it can be retried without
   * creating a duplicate.
   */
  repeatableAs: Operation | undefined;
  /** Question to confirm before the first request. */
  question: ((context: Context, ids: readonly string[]) => Promise<string>) | undefined;
  /** Text about cascaded deletes; each field of `answer` joins the ids of that field in all answers. */
  losses: ((context: Context, answer: JsonObject) => Promise<string>) | undefined;
  /** Body for a selected record, if options change part of a field such as its labels. */
  partialBody: ((body: JsonObject, record: JsonObject, context: Context) => JsonObject) | undefined;
  selectFrom: SelectionList | undefined;
}

/** A list from which records are named or selected. */
export interface SelectionList {
  list: Operation;
  columns: readonly Column[];
  kind: string | undefined;
  /** Options of the list; they define which kinds the values of `--filter` name. */
  filters: Readonly<Record<string, OptionSpec>>;
}

const WRITES = /\.(create|upsert|update|delete)$/;

/** Bulk rules of a command whose operation creates, changes or deletes one record. */
export function bulkOf(
  operation: Operation,
  args: Readonly<Record<string, ArgumentSpec>>,
  given: Partial<BulkRules> | false = {},
): BulkRules | undefined {
  if (given === false || operation.answers !== 'one' || !WRITES.test(operation.id)) return undefined;
  const [, last] = /\{(\w+)\}$/.exec(operation.path) ?? [];
  const isCreate = operation.method === 'POST';
  // A record that is given by a setting, such as the current user, cannot be named by lines.
  const isNamed = last !== undefined && Object.hasOwn(args, last) && !args[last]?.optional;
  if (isCreate === (last !== undefined) || (last !== undefined && !isNamed)) return undefined;
  const none = {
    repeatableAs: undefined,
    question: undefined,
    losses: undefined,
    partialBody: undefined,
    selectFrom: undefined,
  };
  return { noun: 'record', ...none, ...given, idArgument: last };
}
