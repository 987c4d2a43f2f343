/**
 * Finds the first syntax error of a JSON text. JavaScript engines report it in different words, often without a
 * position.
 */

/** Position and description of a syntax error. `problem` completes a sentence. */
export interface JsonFault {
  /** Line number, from 1. */
  line: number;
  /** Column, from 1, in characters. */
  column: number;
  problem: string;
}

/** Expected next token. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or ]' | ', or }' | 'the end';

const PROBLEMS: Readonly<Record<Expected, string>> = {
  value: 'a value is missing',
  'value or ]': 'a value or ] is missing',
  name: 'a name in double quotes is missing',
  'name or }': 'a name in double quotes or } is missing',
  ':': 'a colon is missing',
  ', or ]': 'a comma or ] is missing',
  ', or }': 'a comma or } is missing',
  'the end': 'nothing may follow here',
};

const BLANK = /[ \t\r\n]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/uy;

/**
 * The first syntax error of a text, or undefined if the text is valid JSON. Works on texts of millions of characters.
 */
export function findJsonError(text: string): JsonFault | undefined {
  const brackets: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const afterValue = (): Expected =>
    brackets.length === 0 ? 'the end' : brackets.at(-1) === '[' ? ', or ]' : ', or }';
  for (;;) {
    at = endOf(BLANK, text, at) ?? at;
    const next = text[at];
    if (next === undefined) return expected === 'the end' ? undefined : faultAt(text, at, PROBLEMS[expected]);
    const following = step(next, expected, brackets);
    if (following !== undefined) {
      at += 1;
      expected = following === 'ended' ? afterValue() : following;
      continue;
    }
    const end = acceptsScalar(next, expected) ? endOf(SCALAR, text, at) : undefined;
    if (end === undefined) return faultAt(text, at, problemOf(next, expected));
    at = end;
    expected = expected.startsWith('name') ? ':' : afterValue();
  }
}

/**
 * Consumes a bracket, colon or comma: updates `brackets`, and returns the next expected token. Returns undefined for
 * any other character.
 */
function step(next: string, expected: Expected, brackets: ('{' | '[')[]): Expected | 'ended' | undefined {
  if (expected.startsWith('value') && (next === '{' || next === '[')) {
    brackets.push(next);
    return next === '{' ? 'name or }' : 'value or ]';
  }
  if ((next === ']' || next === '}') && expected.endsWith(` or ${next}`)) {
    brackets.pop();
    return 'ended';
  }
  if (next === ':' && expected === ':') return 'value';
  if (next === ',' && expected.startsWith(',')) return expected === ', or ]' ? 'value' : 'name';
  return undefined;
}

const acceptsScalar = (next: string, expected: Expected): boolean =>
  expected.startsWith('value') || (expected.startsWith('name') && next === '"');

function problemOf(next: string, expected: Expected): string {
  if (next === '"' && (expected.startsWith('value') || expected.startsWith('name')))
    return 'a string is not closed, or contains a character that must be escaped';
  return next === "'" ? 'strings need double quotes' : PROBLEMS[expected];
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function faultAt(text: string, at: number, problem: string): JsonFault {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, problem };
}
