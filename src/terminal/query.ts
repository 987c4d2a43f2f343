/** `--query`: a JMESPath expression over the data, in every format. */

import { type ArchctlError, usageError } from '../base/errors.js';
import { errorPosition } from './query-position.js';

/** Applies a compiled expression. Errors: `usage` if the data does not fit it (a wrong type for a function). */
export interface Query {
  (data: unknown): unknown;
  expression: string;
  /** True if the result is null because nothing matched, not because the data contains null. */
  findsNothing(data: unknown): boolean;
}

/** Replaces each null, to distinguish a null in the data from no match. */
const NULL_MARK = '\u0000null';

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/^syntax error:?\s*/i, '')
    .replace(/\.$/, '');

function syntaxError(option: string, expression: string, at: number, what: string): ArchctlError {
  const pointer = expression.includes('\n') ? expression : `${expression}\n${' '.repeat(at)}^`;
  return usageError(`Syntax error in ${option} at position ${at + 1}: ${what}.`, {
    hint: `${pointer}\nThe language is JMESPath: https://jmespath.site`,
  });
}

/**
 * Compiles a JMESPath expression. Errors: `usage` for a syntax error or an unknown function, with its position and the
 * option.
 */
export async function compileQuery(expression: string, option = '--query'): Promise<Query> {
  const { compile, tokenize, isRegistered, TreeInterpreter } = await import('@jmespath-community/jmespath');
  let tree: ReturnType<typeof compile>;
  try {
    tree = compile(expression);
  } catch (error) {
    throw syntaxError(option, expression, errorPosition({ compile, tokenize }, expression), reason(error));
  }
  const tokens = tokenize(expression);
  const unknown = tokens.find(
    ({ type, value }, index) =>
      type === 'UnquotedIdentifier' && tokens[index + 1]?.type === 'Lparen' && !isRegistered(String(value)),
  );
  if (unknown)
    throw syntaxError(option, expression, unknown.start, `unknown function ${String(unknown.value)}()`);
  const apply = (data: unknown): unknown => {
    // Converts to plain JSON, as in the output: dates become text and undefined members are omitted.
    const json = JSON.parse(JSON.stringify(data ?? null));
    try {
      return TreeInterpreter.search(tree, json);
    } catch (error) {
      throw usageError(`${option} does not match the data: ${reason(error)}.`, {
        hint: 'Print the data with -o json first.',
      });
    }
  };
  const findsNothing = (data: unknown): boolean => {
    if (apply(data) !== null) return false;
    const marked = JSON.parse(JSON.stringify(data ?? null), (_, value) => value ?? NULL_MARK);
    try {
      return TreeInterpreter.search(tree, marked) === null;
    } catch {
      // A function rejected the text marker, so its input was a null from the data.
      return false;
    }
  };
  return Object.assign(apply, { expression, findsNothing });
}
