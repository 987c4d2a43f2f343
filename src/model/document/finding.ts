import { usageError } from '../../base/errors.js';
import { counted } from '../../base/words.js';
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

/** Errors: `usage` if a finding is an error; `outcome` ends the sentence. */
export function refuseErrors(findings: readonly Finding[], outcome: string): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  throw usageError(`The document has ${counted(errors.length, 'error')}; ${outcome}.`, {
    details: errors.slice(0, 10).map(({ place, message }) => `${place ? `${place.file}: ` : ''}${message}`),
    hint: 'List the errors with "validate", and correct the files.',
  });
}

/** Where a place is in its file; lines and columns count from 1, columns in characters. */
export interface Position {
  line: number;
  column: number;
  /** The whole line, without its end. */
  text: string;
  /** Where in the line it is, in units of the string. */
  at: number;
}

/**
 * Looks positions up in a text; the lines are counted at the first one. Asked for in order, they cost no more than one
 * pass: a file may be a single line.
 */
export function positions(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  let last = { start: -1, offset: 0, column: 1 };
  return (offset) => {
    starts ??= lineStarts(text);
    const line = lineOf(starts, offset);
    const start = starts[line] ?? 0;
    const end = (starts[line + 1] ?? text.length + 1) - 1;
    const from = last.start === start && last.offset <= offset ? last : { offset: start, column: 1 };
    const column = from.column + characters(text, from.offset, Math.min(offset, end));
    last = { start, offset, column };
    return { line: line + 1, column, text: text.slice(start, end).replace(/\r$/, ''), at: offset - start };
  };
}

/** The index of the last start that is not behind the offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many characters a part of a text has: two surrogates are one. */
export function characters(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const isSecond =
      (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
    if (!isSecond || at === from) count += 1;
  }
  return count;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
