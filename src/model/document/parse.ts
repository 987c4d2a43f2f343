import type { Document } from 'yaml';
import { parseYamlDocument } from '../../base/parse-yaml.js';
import type { Place } from './element.js';
import type { Finding } from './finding.js';
import { type Reading, readingOf } from './node.js';
import { syntaxFindings } from './syntax.js';

/** Takes files apart, as far as memory and the stack allow; what is wrong with them is told, whatever they hold. */

/**
 * The most that files of a document may hold, counted in characters that begin something: each can become a node, of
 * which so many fit into the memory that a process has.
 */
export const MOST_MARKS = 2_000_000;

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

const fault = (rule: string, message: string, place: Place): Finding => ({
  rule: `yaml/${rule}`,
  severity: 'error',
  message,
  place,
});

export const tooDeep = (place: Place): Finding =>
  fault('depth', 'The file is nested too deep to be read.', place);

/** A file as nodes; undefined where it cannot be parsed, which the findings tell. */
export function parseFile(file: NamedText, findings: Finding[], room: Room): Reading | undefined {
  const { path, text } = file;
  if (!fits(file, findings, room)) return undefined;
  // Keys that stand twice are told by `pairsOf`: the parser compares each with all others.
  const yaml = parseYamlDocument(text, { uniqueKeys: false, version: '1.2' });
  if (yaml.errors.length === 0) return readingOf(path, yaml, findings);
  findings.push(...faultsOf(file, yaml));
  return undefined;
}

/** Whether the file is small enough to be parsed. */
function fits({ path, text }: NamedText, findings: Finding[], room: Room): boolean {
  const tooMuchAt = exceeds(text, room);
  if (tooMuchAt === undefined) return true;
  const place = { file: path, from: tooMuchAt, to: tooMuchAt };
  findings.push(fault('size', 'There is more up to here than a document may hold.', place));
  return false;
}

/** Subtracts the marks of a text from the room; returns the offset of the first mark that exceeds it. */
export function exceeds(text: string, room: Room): number | undefined {
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
