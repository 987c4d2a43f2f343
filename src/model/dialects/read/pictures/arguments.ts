import { macroOf } from './macros.js';

/**
 * Parser of macro arguments: `(alias, "Label, with signs", $tags="a+b")`.
 *
 *     arguments = "(" [argument { "," argument }] ")"
 *     argument  = ["$" name "="] ('"' text '"' | bare, with balanced brackets)
 */

export interface Arg {
  /** Name of a named argument, without `$`. */
  name?: string | undefined;
  /** Text without quotes. */
  text: string;
  from: number;
  to: number;
}

export interface Call {
  args: readonly Arg[];
  /** Position after the closing bracket. */
  end: number;
}

const NAMED = /\$(\w{1,40})[ \t]*=[ \t]*/y;
const BLANK = /\s/;

/** Parses arguments from after the opening bracket; undefined if no bracket closes them before `limit`. */
export function readCall(text: string, start: number, limit: number): Call | undefined {
  const args: Arg[] = [];
  let at = start;
  for (;;) {
    const arg = readArg(text, at, limit);
    if (!arg) return undefined;
    const isLast = text[arg.next] === ')';
    if (!isLast || arg.text !== '' || arg.name !== undefined || args.length > 0) args.push(arg);
    at = arg.next + 1;
    if (isLast) return { args, end: at };
  }
}

/** Parses one argument. `next` is the position of the comma or bracket after it. */
function readArg(text: string, start: number, limit: number): (Arg & { next: number }) | undefined {
  let at = start;
  while (at < limit && BLANK.test(text.charAt(at))) at += 1;
  NAMED.lastIndex = at;
  const named = NAMED.exec(text);
  const from = at;
  if (named) at = NAMED.lastIndex;
  const begin = at;
  let quoted: string | undefined;
  for (let depth = 0; at < limit; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      const close = text.indexOf('"', at + 1);
      if (close === -1 || close >= limit || holdsStatement(text.slice(at, close))) return undefined;
      if (at === begin) quoted = text.slice(at + 1, close);
      at = close;
    } else if (sign === '(') depth += 1;
    else if (depth > 0 && sign === ')') depth -= 1;
    else if (depth === 0 && (sign === ',' || sign === ')')) {
      const value = quoted ?? text.slice(begin, at).trim();
      return { name: named?.[1], text: value, from, to: at, next: at };
    }
  }
  return undefined;
}

const LATER_LINE = /\n[ \t]*(?:\}|([A-Za-z_]\w{0,60})[ \t]*\()/g;

/** Whether a quoted text includes later statements because its closing quote is missing. */
const holdsStatement = (text: string): boolean =>
  [...text.matchAll(LATER_LINE)].some(([, name]) => name === undefined || macroOf(name) !== undefined);

/** Binds arguments to parameters: named arguments first, then by position. */
export function bindArguments(params: readonly string[], args: readonly Arg[]): ReadonlyMap<string, Arg> {
  const bound = new Map<string, Arg>();
  let place = 0;
  for (const arg of args) {
    const name = arg.name ?? params[place];
    if (arg.name === undefined) place += 1;
    if (name !== undefined && !bound.has(name)) bound.set(name, arg);
  }
  return bound;
}
