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
export interface QuerySyntax {
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
