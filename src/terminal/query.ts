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

/** Bounds of an expression: the parser and the search recurse for each operator and bracket. */
export const QUERY_LIMITS = { characters: 4_000, tokens: 1_000, levels: 100 };

const HINT = 'Split the expression: pipe the output to another program, or query twice.';

function refuseLong({ length }: string, option: string): void {
  if (length > QUERY_LIMITS.characters)
    throw usageError(
      `${option} has ${length} characters; at most ${QUERY_LIMITS.characters} are supported.`,
      { hint: HINT },
    );
}

function refuseComplex(tokens: readonly Token[], option: string): void {
  let depth = 0;
  let deepest = 0;
  for (const { type } of tokens) {
    if (OPENING.has(type)) depth += 1;
    else if (ENDS.has(type)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  if (deepest > QUERY_LIMITS.levels)
    throw usageError(
      `${option} is nested ${deepest} levels deep; at most ${QUERY_LIMITS.levels} are supported.`,
      { hint: HINT },
    );
  const count = tokens.length;
  if (count > QUERY_LIMITS.tokens)
    throw usageError(`${option} has ${count} tokens; at most ${QUERY_LIMITS.tokens} are supported.`, {
      hint: HINT,
    });
}

/**
 * Compiles a JMESPath expression. Errors: `usage` for a syntax error or an unknown function, with its position and the
 * option.
 */
export async function compileQuery(expression: string, option = '--query'): Promise<Query> {
  const { compile, tokenize, isRegistered, TreeInterpreter } = await import('@jmespath-community/jmespath');
  refuseLong(expression, option);
  refuseComplex(readableTokens(tokenize, expression).tokens, option);
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
const OPENING = new Set(['Lbracket', 'Filter', 'Lparen', 'Lbrace']);
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

/** Tokens of the longest prefix that consists of tokens, and its length. */
function readableTokens(tokenize: QuerySyntax['tokenize'], expression: string) {
  for (let length = expression.length; ; length -= 1) {
    try {
      return { tokens: tokenize(expression.slice(0, length)), length };
    } catch {
      // The empty text has no wrong token.
    }
  }
}

/**
 * Returns the zero-based offset of the first wrong token, or the length of the expression if it is incomplete. If a prefix can
 * be completed, so can each shorter one, so a binary search finds the longest.
 */
export function errorPosition(syntax: QuerySyntax, expression: string): number {
  const { tokens, length } = readableTokens(syntax.tokenize, expression);
  const isCompletable = (count: number): boolean =>
    hasCompletion(syntax, expression.slice(0, tokens[count]?.start ?? length), tokens.slice(0, count));
  let [right, wrong] = [0, tokens.length + 1];
  while (wrong - right > 1) {
    const count = (right + wrong) >> 1;
    if (isCompletable(count)) right = count;
    else wrong = count;
  }
  return right === tokens.length ? length : (tokens[right]?.start ?? 0);
}
