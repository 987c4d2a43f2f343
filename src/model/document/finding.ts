import type { ElementKind, Place } from './element.js';

export type Severity = 'error' | 'warning' | 'note';

/** Something to say about a document. */
export interface Finding {
  /** Name of the rule, e.g. `reference/unknown`. */
  rule: string;
  severity: Severity;
  /** What is wrong, for people, in one sentence. */
  message: string;
  /** What to do about it. */
  hint?: string;
  place?: Place;
  /** What it is about, where that is an element. */
  element?: { kind: ElementKind; id: string };
}

/** Where a place is in its file; lines and columns count from 1, columns in characters. */
export interface Position {
  line: number;
  column: number;
  /** The whole line, without its end. */
  text: string;
}

/** Looks positions up in a text; the lines are counted at the first one. */
export function positions(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = starts[low] ?? 0;
    const end = (starts[low + 1] ?? text.length + 1) - 1;
    const line = text.slice(start, end).replace(/\r$/, '');
    return { line: low + 1, column: Array.from(text.slice(start, offset)).length + 1, text: line };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
