import type { Operation } from '../../contract/operation.js';
import type { Column } from '../../terminal/types.js';
import type { Context } from './spec.js';
import type { ArgumentSpec, OptionSpec } from './value-spec.js';

type Json = Record<string, unknown>;

/** How a command takes many records at once, one a line. */
export interface BulkRules {
  /** For people: "model object". */
  noun: string;
  /** The argument that names the record; each line has it as `id`. None for a create. */
  idArgument: string | undefined;
  /**
   * The PUT that makes the same record under an id of the caller's: unlike a POST, it can be sent again where nobody
   * knows whether the first one arrived, and no second record comes of it.
   */
  repeatableAs: Operation | undefined;
  /** Asked before the first request is sent. */
  question: ((context: Context, ids: readonly string[]) => Promise<string>) | undefined;
  /** Words for what was deleted besides the records; each field of `answer` joins the ids of that field in all answers. */
  losses: ((context: Context, answer: Json) => Promise<string>) | undefined;
  /** The body for one of those that were chosen, where options change a part of a field, such as its labels. */
  partly: ((body: Json, record: Json, context: Context) => Json) | undefined;
  /** The list that several are named of, or chosen from. */
  among: Among | undefined;
}

/** Records that several are named of, or chosen from. */
export interface Among {
  list: Operation;
  columns: readonly Column[];
  /** The kind that their names are known by. */
  kind: string | undefined;
  /** Options of the list: they tell what the values of `--filter` name. */
  filters: Readonly<Record<string, OptionSpec>>;
}

const WRITES = /\.(create|upsert|update|delete)$/;

/** The rules of a command, where its operation makes, changes or deletes one record. */
export function bulkOf(
  operation: Operation,
  args: Readonly<Record<string, ArgumentSpec>>,
  given: Partial<BulkRules> | false = {},
): BulkRules | undefined {
  if (given === false || operation.answers !== 'one' || !WRITES.test(operation.id)) return undefined;
  const [, last] = /\{(\w+)\}$/.exec(operation.path) ?? [];
  const isCreate = operation.method === 'POST';
  // What no line can name is one place, such as one's own account; so is what a setting names where no argument does.
  const isNamed = last !== undefined && Object.hasOwn(args, last) && !args[last]?.optional;
  if (isCreate === (last !== undefined) || (last !== undefined && !isNamed)) return undefined;
  const none = {
    repeatableAs: undefined,
    question: undefined,
    losses: undefined,
    partly: undefined,
    among: undefined,
  };
  return { noun: 'record', ...none, ...given, idArgument: last };
}
