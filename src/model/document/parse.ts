import type { Document } from 'yaml';
import { parseYamlDocument } from '../../base/parse-yaml.js';
import type { Place } from './element.js';
import { type Finding, fault } from './finding.js';
import { type Reading, readingOf } from './node.js';
import { syntaxFindings } from './syntax.js';

/** Takes files apart, as far as memory and the stack allow; what is wrong with them is told, whatever they hold. */

/**
 * Limits on marks: characters that begin something in YAML. The syntax tree takes about 350 bytes a mark, and is
 * released after each file; the elements that it describes take about a third of that.
 */
export const MOST_MARKS = 2_000_000;
/** Marks of all files of a document. */
export const MOST_MARKS_IN_ALL = 20_000_000;
/** Bytes of all files of a document. */
export const MOST_BYTES = 256 * 1024 * 1024;

const MARKS = new Set([...'\n,:[]{}-?&*!'].map((it) => it.charCodeAt(0)));
/** A quote is a mark after another quote: quoted texts in a row become a node each. */
const [SPACE, TAB, DOUBLE_QUOTE, SINGLE_QUOTE] = [32, 9, 34, 39];

interface NamedText {
  path: string;
  text: string;
}

/** What files of a document may still hold. */
export interface Room {
  marks: number;
}

/** What is wrong with a file, and not with what it says: the model lacks some of it. */
export const isOfFile = ({ rule }: Finding): boolean => rule.startsWith('yaml/');

export const tooDeep = (place: Place): Finding =>
  fault('yaml/depth', 'The file is nested too deep to be read.', place);

/** A file as nodes; undefined where it cannot be parsed, which the findings tell. */
export function parseFile(file: NamedText, findings: Finding[], room: Room): Reading | undefined {
  if (!fits(file, findings, room)) return undefined;
  // Keys that stand twice are told by `pairsOf`: the parser compares each with all others.
  const yaml = parseYamlDocument(file.text, { uniqueKeys: false, version: '1.2' });
  if (yaml.errors.length === 0) return readingOf(file, yaml, findings);
  findings.push(...faultsOf(file, yaml));
  return undefined;
}

/** Whether the file is small enough to be parsed. */
function fits({ path, text }: NamedText, findings: Finding[], room: Room): boolean {
  const isLastRoom = room.marks < MOST_MARKS;
  const own = { marks: isLastRoom ? room.marks : MOST_MARKS };
  room.marks -= own.marks;
  const from = exceeds(text, own);
  room.marks += own.marks;
  if (from === undefined) return true;
  const [message, hint] = isLastRoom ? TOO_MUCH : TOO_LARGE;
  findings.push(fault('yaml/size', message, { file: path, from, to: from }, hint));
  return false;
}

const TOO_LARGE = [
  'The file has more fields and entries up to here than one file may have.',
  'Move elements to other files: all files of a folder are one model.',
] as const;
const TOO_MUCH = [
  'The files have more fields and entries up to here than one model may have.',
  'Split the model into several that are validated and applied on their own.',
] as const;

/** Counts the marks of a text. */
export function marksOf(text: string): number {
  const room = { marks: Number.MAX_SAFE_INTEGER };
  exceeds(text, room);
  return Number.MAX_SAFE_INTEGER - room.marks;
}

/** Subtracts the marks of a text from the room; returns the offset of the first mark that exceeds it. */
function exceeds(text: string, room: Room): number | undefined {
  let isAfterQuote = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === SPACE || code === TAB) continue;
    const isQuote = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
    const isMark = MARKS.has(code) || (isQuote && isAfterQuote);
    isAfterQuote = isQuote;
    if (!isMark) continue;
    if (room.marks === 0) return at;
    room.marks -= 1;
  }
  return undefined;
}

/** What could not be gone into has further errors, which say nothing. */
function faultsOf({ path, text }: NamedText, yaml: Document): Finding[] {
  const deep = yaml.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  return deep
    ? [tooDeep({ file: path, from: deep.pos[0], to: deep.pos[1] })]
    : syntaxFindings(path, text, yaml);
}
