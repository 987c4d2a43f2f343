import type { Document } from 'yaml';
import { usageError } from '../../../base/errors.js';
import { bytesInWords } from '../../../base/text/words.js';
import type { Place } from '../element.js';
import { errorFinding, type Finding } from '../finding.js';
import { type Reading, readingOf } from './node.js';
import { parseText } from './parse-text.js';
import { syntaxFindings } from './syntax.js';

/** Parses files within limits for memory and stack, and reports errors as findings. */

/**
 * Maximum number of marks in a file; marks are characters that can start a YAML node. The syntax tree takes about 350
 * bytes per mark, and is released after each file; the elements take about a third of that.
 */
export const MAX_MARKS = 2_000_000;
/** Maximum number of marks in all files of a document. */
export const MAX_MARKS_IN_ALL = 20_000_000;
/** Maximum size of all files of a document, in bytes. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** 1 at the codes of marks. */
const MARKS = new Uint8Array(128);
for (const mark of '\n,:[]{}-?&*!') MARKS[mark.charCodeAt(0)] = 1;
/** A quote after another quote counts as a mark: each quoted text in a row becomes a node. */
const [SPACE, TAB, DOUBLE_QUOTE, SINGLE_QUOTE] = [32, 9, 34, 39];

interface NamedText {
  path: string;
  text: string;
}

/** Number of marks that the remaining files of a document may have. */
export interface MarkBudget {
  marks: number;
}

/** Whether the finding is about the file rather than its content, in which case the model is incomplete. */
export const isFileFinding = ({ rule }: Finding): boolean => rule.startsWith('yaml/');

export const tooDeep = (place: Place): Finding =>
  errorFinding('yaml/depth', 'The nesting of the file is too deep.', place);

/** Parses a file; returns undefined and adds findings if it cannot be parsed. */
export function parseFile(file: NamedText, findings: Finding[], budget: MarkBudget): Reading | undefined {
  if (!checkSize(file, findings, budget)) return undefined;
  // `pairsOf` reports duplicate keys, because the parser compares each key with all others.
  const { root, faulty } = parseText(file.text);
  if (!faulty) return readingOf(file, root, findings);
  findings.push(...faultsOf(file, faulty));
  return undefined;
}

/** Whether the file is small enough to be parsed; reports a file that is not. Spends its marks. */
function checkSize({ path, text }: NamedText, findings: Finding[], budget: MarkBudget): boolean {
  const isTotalLimit = budget.marks < MAX_MARKS;
  const fileBudget = { marks: isTotalLimit ? budget.marks : MAX_MARKS };
  budget.marks -= fileBudget.marks;
  const from = spendMarks(text, fileBudget);
  budget.marks += fileBudget.marks;
  if (from === undefined) return true;
  const [message, hint] = isTotalLimit ? TOO_MUCH : TOO_LARGE;
  findings.push(errorFinding('yaml/size', message, { file: path, from, to: from }, hint));
  return false;
}

/** Message and hint for a file above its own limit, and for one above that of all files. */
const TOO_LARGE = [
  'The file exceeds the maximum number of fields and entries here.',
  'Move elements to other files: all files of a folder are one model.',
] as const;
const TOO_MUCH = [
  'The files exceed the maximum number of fields and entries of a model here.',
  'Split the model into several that are validated and applied separately.',
] as const;

/** Number of marks in a text. */
export function marksOf(text: string): number {
  const budget = { marks: Number.MAX_SAFE_INTEGER };
  spendMarks(text, budget);
  return Number.MAX_SAFE_INTEGER - budget.marks;
}

/** Errors: `usage` for files that would be too large to be read again. */
export function refuseTooLarge(files: readonly NamedText[]): void {
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  // Before the marks, which take much longer to count.
  if (bytes > MAX_BYTES) throw tooLarge(`be larger than ${bytesInWords(MAX_BYTES)}`);
  let marks = 0;
  for (const { path, text } of files) {
    const own = marksOf(text);
    if (own > MAX_MARKS)
      throw usageError(
        `${path} would have more than ${inMillions(MAX_MARKS)} fields and entries, the maximum of a file; nothing was written.`,
        { hint: 'Move some of its elements to another file of its folder, or use a new folder.' },
      );
    marks += own;
  }
  if (marks > MAX_MARKS_IN_ALL)
    throw tooLarge(`have more than ${inMillions(MAX_MARKS_IN_ALL)} fields and entries`);
}

const tooLarge = (excess: string) =>
  usageError(`The files would ${excess}, the maximum of a model; nothing was written.`, {
    hint: 'Split the model into several.',
  });

const inMillions = (count: number): string => `${count / 1_000_000} million`;

/** Subtracts the marks of a text from the budget; returns the offset of the first mark that exceeds it. */
function spendMarks(text: string, budget: MarkBudget): number | undefined {
  let isAfterQuote = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === SPACE || code === TAB) continue;
    const isQuote = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
    const isMark = MARKS[code] === 1 || (isQuote && isAfterQuote);
    isAfterQuote = isQuote;
    if (!isMark) continue;
    if (budget.marks === 0) return at;
    budget.marks -= 1;
  }
  return undefined;
}

/** If the nesting is too deep, the parser adds useless errors, which are dropped. */
function faultsOf({ path, text }: NamedText, yaml: Document): Finding[] {
  const deep = yaml.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  return deep
    ? [tooDeep({ file: path, from: deep.pos[0], to: deep.pos[1] })]
    : syntaxFindings(path, text, yaml);
}
