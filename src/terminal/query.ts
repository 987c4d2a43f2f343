/** `--query`: a JMESPath expression over the data, whatever the format. */

import { type ArchctlError, usageError } from '../base/errors.js';
import { brokenAt } from './query-position.js';

/** Applies a compiled expression; throws a usage error where the data does not fit it (a wrong type for a function). */
export interface Query {
  (data: unknown): unknown;
  expression: string;
  /** True where it gives null because it finds nothing, and not because null stands there. */
  misses(data: unknown): boolean;
}

/** Stands for each null, to tell one that was found from nothing. */
const NULL_MARK = '\u0000null';

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/^syntax error:?\s*/i, '')
    .replace(/\.$/, '');

function broken(option: string, expression: string, at: number, what: string): ArchctlError {
  const pointer = expression.includes('\n') ? expression : `${expression}\n${' '.repeat(at)}^`;
  return usageError(`Syntax error in ${option} at position ${at + 1}: ${what}.`, {
    hint: `${pointer}\nThe language is JMESPath: https://jmespath.site`,
  });
}

/**
 * Compiles a JMESPath expression. A broken one, or an unknown function, is a usage error with its position and the
 * option it was given with.
 */
export async function compileQuery(expression: string, option = '--query'): Promise<Query> {
  const { compile, tokenize, isRegistered, TreeInterpreter } = await import('@jmespath-community/jmespath');
  let tree: ReturnType<typeof compile>;
  try {
    tree = compile(expression);
  } catch (error) {
    throw broken(option, expression, brokenAt({ compile, tokenize }, expression), reason(error));
  }
  const tokens = tokenize(expression);
  const unknown = tokens.find(
    ({ type, value }, index) =>
      type === 'UnquotedIdentifier' && tokens[index + 1]?.type === 'Lparen' && !isRegistered(String(value)),
  );
  if (unknown) throw broken(option, expression, unknown.start, `unknown function ${String(unknown.value)}()`);
  const apply = (data: unknown): unknown => {
    // Only JSON goes in: dates become text and absent members vanish, as they would in the output.
    const json = JSON.parse(JSON.stringify(data ?? null));
    try {
      return TreeInterpreter.search(tree, json);
    } catch (error) {
      throw usageError(`${option} does not match the data: ${reason(error)}.`, {
        hint: 'Print the data with -o json first.',
      });
    }
  };
  const misses = (data: unknown): boolean => {
    if (apply(data) !== null) return false;
    const marked = JSON.parse(JSON.stringify(data ?? null), (_, value) => value ?? NULL_MARK);
    try {
      return TreeInterpreter.search(tree, marked) === null;
    } catch {
      // A function that takes no text: what it works on was there.
      return false;
    }
  };
  return Object.assign(apply, { expression, misses });
}
