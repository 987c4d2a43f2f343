import { usageError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import { pluralize } from '../../base/text/words.js';
import type { ModelKind, Place, SourceLocation } from './element.js';

/** A decision that a finding refers to. */
export interface Because {
  /** Id of the decision. */
  id: string;
  /** Number of the decision. */
  number?: number;
  /** Name of the decision. */
  name: string;
  /** Status of the decision. */
  status: string;
}

/** Severity of a finding. */
export type Severity = 'error' | 'warning' | 'note';

/** A diagnostic of a document: a problem, where it is, and how to fix it. */
export interface Finding {
  /** Name of the rule, e.g. `reference/unknown`. */
  rule: string;
  /** Severity. */
  severity: Severity;
  /** The problem, in one sentence. */
  message: string;
  /** How to fix it. */
  hint?: string;
  /** Location, if the element comes from a file. */
  place?: Place;
  /** The element or decision concerned, if any. */
  element?: {
    /** Kind of the element. */
    kind: ModelKind;
    /** Id of the element. */
    id: string;
  };
  /** The decision that a custom rule enforces. */
  because?: Because;
}

/** Throws if a finding is an error. Errors: `usage`. @param outcome End of the message: `no plan was made`. */
export function refuseErrors(
  findings: readonly Finding[],
  outcome: string,
  inWords: (finding: Finding) => string = ({ place, message }) =>
    `${place ? `${place.file}: ` : ''}${message}`,
): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  throw usageError(`The document has ${pluralize(errors.length, 'error')}; ${outcome}.`, {
    details: errors.slice(0, 10).map(inWords),
    hint: 'List the errors with `validate`, and correct the files.',
  });
}

/** An error of a document. */
export const errorFinding = (rule: string, message: string, place: Place, hint?: string): Finding => ({
  rule,
  severity: 'error',
  message,
  ...(hint && { hint }),
  place,
});

/** A source position; lines and columns count from 1, columns in characters. */
export interface Position {
  /** Line, from 1. */
  line: number;
  /** Column, from 1. */
  column: number;
  /** The whole line, without its line ending. */
  text: string;
  /** Offset in the line, in UTF-16 code units. */
  at: number;
}

/**
 * Returns a function that converts offsets to positions. Lines are indexed on the first call. Ascending offsets take a
 * single pass, even if the file is a single line.
 */
export function positions(text: string): (offset: number) => Position {
  requireArguments('positions', { text });
  let starts: number[] | undefined;
  let last = { start: -1, offset: 0, column: 1 };
  return (offset) => {
    starts ??= lineStarts(text);
    const line = lineOf(starts, offset);
    const start = starts[line] ?? 0;
    const end = (starts[line + 1] ?? text.length + 1) - 1;
    const from = last.start === start && last.offset <= offset ? last : { offset: start, column: 1 };
    const column = from.column + countCharacters(text, from.offset, Math.min(offset, end));
    last = { start, offset, column };
    return { line: line + 1, column, text: text.slice(start, end).replace(/\r$/, ''), at: offset - start };
  };
}

/** A place as line and column. @param positionOf Result of `positions` for its file. */
export function locationOf({ file, from }: Place, positionOf: (offset: number) => Position): SourceLocation {
  const { line, column } = positionOf(from);
  return { file, line, column };
}

/** Binary search for the last line that starts at or before the offset. */
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

/** Number of characters in part of a text; a surrogate pair counts as one. */
export function countCharacters(text: string, from: number, to: number): number {
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

/** A rule that is ignored everywhere. */
export interface Ignored {
  /** Id of the rule. */
  rule: string;
  /** Location of the entry. */
  place: Place;
}
