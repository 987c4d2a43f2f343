/**
 * Parser of arrows in component diagrams: `[A] -down-> B : words`.
 *
 *     line  = end [multiplicity] arrow [multiplicity] end [stereotype | color] [":" label]
 *     end   = "[" name "]" | ":" name ":" | "()" name | "(" name ")" | '"' name '"' | word
 *     arrow = [head] dashes [["[" style "]"] [direction] ["[" style "]"] dashes] [head]
 */

export interface End {
  /** An alias, or the label of a declared element. */
  name: string;
  /** Type if nothing declares it. */
  is: 'app' | 'actor' | 'none';
  /** Whether it is a bare word, which does not show its type. */
  isBare: boolean;
}

export interface Arrow {
  from: End;
  to: End;
  words: string;
  direction: 'outgoing' | 'bidirectional' | 'none';
  /** Whether the arrow only affects the layout and is invisible. */
  isHidden: boolean;
}

const END =
  /\s*(?:\[([^\]\n]{1,500})\]|:([^:\n]{1,500}):|\(\)\s*(?:"([^"\n]*)"|([\p{L}\p{N}_]+))|\(([^()\n]{1,500})\)|"([^"\n]{1,500})"|([\p{L}\p{N}_]+(?:[./:@-](?=[\p{L}\p{N}_])[\p{L}\p{N}_]+)*))/uy;
const TIMES = /\s*"[^"\n]*"(?=\s*[<*o+^#@x}0(|]{0,3}[-.=~])/y;
const TIMES_BEHIND = /\s*"[^"\n]*"(?=\s*[\p{L}\p{N}_[(])/uy;
const LINE =
  /\s*((?:[<*+^#@}|]|[ox0(](?=[-.=~()0|]))*)([-.=~]+)(?:(\[[^\]\n]*\])?(left|right|up|down|le|ri|do|l|r|u|d)?(\[[^\]\n]*\])?([-.=~]+|(?:0\)?|\(0?)[-.=~]*))?((?:[>*+^#@{|)(]|[ox0](?=[\s[("|)]|$))*)/y;
const BEHIND = /\s*(?:<<[^>\n]*>>\s*|#[\w;.:]+\s*)?(?::([\s\S]*))?$/y;

/** Parses an arrow; undefined if the line has none. */
export function arrowIn(line: string): Arrow | undefined {
  const first = endAt(line, 0);
  if (!first) return undefined;
  TIMES.lastIndex = first.at;
  const start = TIMES.test(line) ? TIMES.lastIndex : first.at;
  LINE.lastIndex = start;
  const found = LINE.exec(line);
  if (!found) return undefined;
  const [, left = '', , style = '', , otherStyle = '', , right = ''] = found;
  TIMES_BEHIND.lastIndex = LINE.lastIndex;
  const behind = TIMES_BEHIND.test(line) ? TIMES_BEHIND.lastIndex : LINE.lastIndex;
  const second = endAt(line, behind);
  if (!second) return undefined;
  BEHIND.lastIndex = second.at;
  const rest = BEHIND.exec(line);
  if (!rest) return undefined;
  const isBack = left.includes('<');
  const isForth = right.includes('>');
  const direction = isBack && isForth ? 'bidirectional' : isBack || isForth ? 'outgoing' : 'none';
  const [from, to] = isBack && !isForth ? [second.end, first.end] : [first.end, second.end];
  return {
    from,
    to,
    direction,
    words: (rest[1] ?? '').trim().replace(/^[<>]\s|\s[<>]$/g, ''),
    isHidden: /\bhidden\b/.test(style + otherStyle),
  };
}

function endAt(line: string, from: number): { end: End; at: number } | undefined {
  END.lastIndex = from;
  const found = END.exec(line);
  if (!found) return undefined;
  const [, component, actor, quotedPort, port, usecase, quoted, bare] = found;
  const name = component ?? actor ?? quotedPort ?? port ?? usecase ?? quoted ?? bare ?? '';
  const is = actor !== undefined ? 'actor' : usecase !== undefined ? 'none' : 'app';
  return { end: { name: name.trim(), is, isBare: bare !== undefined }, at: END.lastIndex };
}
