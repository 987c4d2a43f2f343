/** `--query`: a JMESPath expression over the data, in every format. */

import { type ArchctlError, usageError } from '../base/errors.js';

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

/**
 * Finds the position of a syntax error in a JMESPath expression. The library's errors have no position, so the parser
 * is probed: the wrong token is the first one after which no completion parses.
 */

interface Token {
  type: string;
  value: unknown;
  start: number;
}

/** Part of the JMESPath library that is used here. */
interface QuerySyntax {
  tokenize(expression: string): readonly Token[];
  compile(expression: string): unknown;
}

/**
 * Possible continuations of an unfinished expression, before its brackets are closed: nothing, an operand, a key, a
 * binding.
 */
const FILLERS = ['', 'a', '0', '*', 'a: a', ': a', '$x = a in a', '= a in a', 'in a'];

const CLOSERS: Readonly<Record<string, string>> = {
  Lbracket: ']',
  Filter: ']',
  Lparen: ')',
  Lbrace: '}',
  Question: ': a',
  let: ' in a',
};
const ENDS = new Set(['Rbracket', 'Rparen', 'Rbrace']);

const parses = (syntax: QuerySyntax, expression: string): boolean => {
  try {
    syntax.compile(expression);
    return true;
  } catch {
    return false;
  }
};

/** Constructs that are open after the tokens, innermost last. */
function openConstructs(tokens: readonly Token[]): string[] {
  const open: string[] = [];
  tokens.forEach(({ type, value }, index) => {
    if (value === 'let' && tokens[index + 1]?.type === 'Variable') open.push('let');
    else if (value === 'in' && open.at(-1) === 'let') open.pop();
    else if (ENDS.has(type))
      open.splice(open.findLastIndex((name) => name.startsWith('L') || name === 'Filter'));
    else if (type === 'Colon' && open.at(-1) === 'Question') open.pop();
    else if (type in CLOSERS) open.push(type);
  });
  return open;
}

function hasCompletion(syntax: QuerySyntax, prefix: string, tokens: readonly Token[]): boolean {
  const closing = openConstructs(tokens)
    .reverse()
    .map((name) => CLOSERS[name])
    .join(' ');
  return FILLERS.some((filler) => parses(syntax, `${prefix} ${filler} ${closing}`));
}

/** Returns the zero-based offset of the first wrong token, or the length of the expression if it is incomplete. */
export function errorPosition(syntax: QuerySyntax, expression: string): number {
  let readable = expression.length;
  let tokens: readonly Token[] | undefined;
  while (tokens === undefined) {
    try {
      tokens = syntax.tokenize(expression.slice(0, readable));
    } catch {
      readable -= 1;
    }
  }
  for (let count = 1; count <= tokens.length; count += 1) {
    const end = tokens[count]?.start ?? readable;
    const seen = tokens.slice(0, count);
    if (!hasCompletion(syntax, expression.slice(0, end), seen)) return tokens[count - 1]?.start ?? 0;
  }
  return readable;
}
