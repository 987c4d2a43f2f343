/** Parser of flowchart nodes (grammar in `flowchart.ts`): an id, and a text in brackets that show the shape. */

export type Shape = 'box' | 'round' | 'store';

export interface NodeText {
  shape: Shape;
  /** The text without quotes. */
  text: string;
  /** Position after the closing bracket. */
  end: number;
}

interface Brackets {
  open: string;
  close: readonly string[];
  shape: Shape;
}

/** Longest first: shorter brackets are prefixes of longer ones. */
const BRACKETS: readonly Brackets[] = [
  { open: '(((', close: [')))'], shape: 'round' },
  { open: '((', close: ['))'], shape: 'round' },
  { open: '([', close: ['])'], shape: 'round' },
  { open: '(-', close: ['-)'], shape: 'round' },
  { open: '[(', close: [')]'], shape: 'store' },
  { open: '[[', close: [']]'], shape: 'box' },
  { open: '[/', close: ['/]', '\\]'], shape: 'box' },
  { open: '[\\', close: ['\\]', '/]'], shape: 'box' },
  { open: '{{', close: ['}}'], shape: 'box' },
  { open: '[', close: [']'], shape: 'box' },
  { open: '(', close: [')'], shape: 'box' },
  { open: '{', close: ['}'], shape: 'box' },
  { open: '>', close: [']'], shape: 'box' },
];

/** Ids contain no brackets, links or separators. */
const ID = /(?:[^\s[\](){}<>|&;:@"~,=-]|-(?![->.\s])|=(?!=))+/y;

/** The id that begins here; empty if there is none. */
export function idAt(text: string, at: number): string {
  ID.lastIndex = at;
  return ID.exec(text)?.[0] ?? '';
}

const BLANK = /\s/;

/**
 * Parses the text in brackets that begins here. Returns undefined if no bracket opens, or the missing closing bracket
 * if none is on the line or after the quoted text.
 */
export function textAt(
  text: string,
  at: number,
  lineEnd: number,
): NodeText | { expected: string } | undefined {
  const brackets = BRACKETS.find(({ open }) => text.startsWith(open, at));
  if (!brackets) return undefined;
  const { open, close, shape } = brackets;
  let from = at + open.length;
  while (from < lineEnd && BLANK.test(text.charAt(from))) from += 1;
  if (text[from] === '"') {
    const quote = text.indexOf('"', from + 1);
    if (quote === -1) return { expected: '"' };
    let behind = quote + 1;
    while (BLANK.test(text.charAt(behind)) && behind < text.length) behind += 1;
    const found = close.find((it) => text.startsWith(it, behind));
    if (found === undefined) return { expected: close[0] ?? '' };
    return { shape, text: text.slice(from + 1, quote), end: behind + found.length };
  }
  const line = text.slice(from, lineEnd);
  const ends = close.map((it) => ({ at: line.indexOf(it), it })).filter(({ at: found }) => found !== -1);
  const [first] = ends.sort((a, b) => a.at - b.at);
  if (!first) return { expected: close[0] ?? '' };
  return { shape, text: line.slice(0, first.at).trim(), end: from + first.at + first.it.length };
}

const STORES =
  /^(?:cyl|cylinder|db|database|disk|lin-cyl|lined-cylinder|h-cyl|das|horizontal-cylinder|stored-data|bow-rect|datastore|data-store|queue)$/i;
const ROUND = /^(?:circle|circ|stadium|pill|terminal|sm-circ|dbl-circ|double-circle|person|actor)$/i;
const KEY = /([a-z]{1,20})"?\s{0,9}:\s{0,9}(?:"([^"]*)"|'([^']*)'|([^,}\n]*))/gi;

/** Everything up to a bracket outside of quotes. */
const FACTS = /^(?:[^}"]|"[^"]*")*(?=\})/;
const LONGEST_FACTS = 5_000;

/** Parses the attributes of `id@{ shape: cyl, label: "Orders" }`, from the bracket on. */
export function factsAt(
  text: string,
  at: number,
  limit: number,
): { shape: Shape | undefined; text: string | undefined; end: number } | undefined {
  const inside = FACTS.exec(text.slice(at + 1, Math.min(limit, at + LONGEST_FACTS)))?.[0];
  if (inside === undefined) return undefined;
  let shape: Shape | undefined;
  let label: string | undefined;
  for (const [, key = '', ...values] of inside.matchAll(KEY)) {
    const value = (values.find((it) => it !== undefined) ?? '').trim();
    if (/^(?:shape|type)$/i.test(key))
      shape = STORES.test(value) ? 'store' : ROUND.test(value) ? 'round' : 'box';
    if (/^(?:label|alias)$/i.test(key)) label = value;
  }
  return { shape, text: label, end: at + inside.length + 2 };
}
