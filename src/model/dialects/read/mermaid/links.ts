import { lineEnd } from '../pictures/source.js';

/**
 * Parser of the links of flowcharts: `-->`, `-- words -->`, `-.->|words|`, `<==>`.
 *
 *     link  = [id "@"] [head] (line | start label end) ["|" label "|"]
 *     line  = "--" | "==" | "-.-" | "~~~", longer for more distance, with or without a head
 *     start = "--" | "==" | "-."        end = the rest of the same kind of line
 *     head  = "<" | ">" | "x" | "o"
 */

export interface Link {
  /** The label in the source. */
  words: string;
  direction: 'outgoing' | 'bidirectional' | 'none';
  /** Whether the link only affects the layout and is invisible. */
  isHidden: boolean;
  /** Whether it points at the first node. */
  isBack: boolean;
  end: number;
  /** Id for style statements; empty if it has none. */
  id: string;
}

const EDGE_ID = /([\w-]{1,100})@(?=[<xo]?[-=~])/y;
const WHOLE = /([<xo]?)(--+[-xo>]|==+[=xo>]|-\.+-[xo>]?|~~~+)/y;
const BEGIN = /([<xo]?)(--|==|-\.)/y;
const CLOSING: Readonly<Record<string, RegExp>> = {
  '--': /--+[-xo>]/y,
  '==': /==+[=xo>]/y,
  '-.': /\.+-[xo>]?/y,
};

/** Where a label must end: with the line or, in quotes, a few lines later. */
interface Limits {
  line: number;
  quoted: number;
}

/** Parses the link that begins here; undefined if there is none or its end is missing. */
export function linkAt(text: string, start: number, limits: Limits): Link | undefined {
  let at = start;
  EDGE_ID.lastIndex = at;
  const id = EDGE_ID.exec(text)?.[1] ?? '';
  if (id !== '') at = EDGE_ID.lastIndex;
  WHOLE.lastIndex = at;
  const whole = WHOLE.exec(text);
  if (whole) {
    const [, tail = '', line = ''] = whole;
    return withLabel(text, { ...directionOf(tail, line), id, words: '', end: WHOLE.lastIndex }, limits);
  }
  BEGIN.lastIndex = at;
  const begin = BEGIN.exec(text);
  if (!begin) return undefined;
  const [, tail = '', line = ''] = begin;
  const link = linkAround(text, { from: BEGIN.lastIndex, limits }, { tail, line });
  return link && { ...link, id };
}

/** Parses a link with the label in its middle. */
function linkAround(
  text: string,
  { from, limits }: { from: number; limits: Limits },
  { tail, line }: { tail: string; line: string },
): Omit<Link, 'id'> | undefined {
  const closing = CLOSING[line];
  const sign = line.at(-1) ?? '-';
  if (!closing) return undefined;
  let end = limits.line;
  for (let at = from; at < end; at += 1) {
    if (text[at] === '"') {
      const close = text.indexOf('"', at + 1);
      if (close !== -1 && close < limits.quoted) {
        at = close;
        end = Math.max(end, lineEnd(text, close));
      }
      continue;
    }
    if (text[at] !== sign) continue;
    closing.lastIndex = at;
    const found = closing.exec(text);
    if (found)
      return {
        ...directionOf(tail, found[0]),
        words: unquoted(text.slice(from, at)),
        end: closing.lastIndex,
      };
    while (text[at + 1] === sign) at += 1;
  }
  return undefined;
}

/** Parses the label after a link, between bars. */
function withLabel(text: string, link: Link, limits: Limits): Link {
  let at = link.end;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (text[at] !== '|') return link;
  let from = at + 1;
  while (text[from] === ' ') from += 1;
  const quote = text[from] === '"' ? text.indexOf('"', from + 1) : -1;
  const close = text.indexOf('|', quote === -1 ? at + 1 : quote);
  if (close === -1 || close > (quote === -1 ? limits.line : limits.quoted)) return link;
  return { ...link, words: unquoted(text.slice(at + 1, close)), end: close + 1 };
}

const unquoted = (text: string): string => text.trim().replace(/^"([^"]*)"$/, '$1');

function directionOf(tail: string, line: string): Pick<Link, 'direction' | 'isHidden' | 'isBack'> {
  const isHidden = line.startsWith('~');
  const [first, last] = [tail === '<', line.endsWith('>')];
  // Crosses and circles have no direction, unless only the far end has one.
  const isMarked = last || (tail === '' && /[xo]$/.test(line));
  const direction = first && last ? 'bidirectional' : first || isMarked ? 'outgoing' : 'none';
  return { direction, isHidden, isBack: first && !last };
}
