/** Finds the first syntax error of a JSON text. Engines report it in different words, often without a position. */

/** Position of a syntax error and its description, as the end of a sentence. */
export interface JsonFault {
  /** Line number, from 1. */
  line: number;
  /** Column, from 1, in characters. */
  column: number;
  problem: string;
}

/** Expected next token. */
type Wanted = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or ]' | ', or }' | 'the end';

const IN_WORDS: Readonly<Record<Wanted, string>> = {
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
export function jsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  const ended = (): Wanted => (open.length === 0 ? 'the end' : open.at(-1) === '[' ? ', or ]' : ', or }');
  for (;;) {
    at = endOf(BLANK, text, at) ?? at;
    const next = text[at];
    if (next === undefined) return wanted === 'the end' ? undefined : faultAt(text, at, IN_WORDS[wanted]);
    const following = step(next, wanted, open);
    if (following !== undefined) {
      at += 1;
      wanted = following === 'ended' ? ended() : following;
      continue;
    }
    const end = takesScalar(next, wanted) ? endOf(SCALAR, text, at) : undefined;
    if (end === undefined) return faultAt(text, at, problemOf(next, wanted));
    at = end;
    wanted = wanted.startsWith('name') ? ':' : ended();
  }
}

/** Expected token after a bracket, colon or comma; updates `open`. */
function step(next: string, wanted: Wanted, open: ('{' | '[')[]): Wanted | 'ended' | undefined {
  if (wanted.startsWith('value') && (next === '{' || next === '[')) {
    open.push(next);
    return next === '{' ? 'name or }' : 'value or ]';
  }
  if ((next === ']' || next === '}') && wanted.endsWith(` or ${next}`)) {
    open.pop();
    return 'ended';
  }
  if (next === ':' && wanted === ':') return 'value';
  if (next === ',' && wanted.startsWith(',')) return wanted === ', or ]' ? 'value' : 'name';
  return undefined;
}

const takesScalar = (next: string, wanted: Wanted): boolean =>
  wanted.startsWith('value') || (wanted.startsWith('name') && next === '"');

function problemOf(next: string, wanted: Wanted): string {
  if (next === '"' && (wanted.startsWith('value') || wanted.startsWith('name')))
    return 'a string is not closed, or contains a character that must be escaped';
  return next === "'" ? 'strings need double quotes' : IN_WORDS[wanted];
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function faultAt(text: string, at: number, problem: string): JsonFault {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, problem };
}
