import { type Document, isScalar, visit, type YAMLError } from 'yaml';
import type { Place } from '../element.js';
import type { Finding } from '../finding.js';

/**
 * Explains YAML syntax errors in terms of the model instead of the grammar, at the place of the mistake. Later errors
 * of the parser are consequences and are left out.
 */

type SyntaxProblem = Pick<Finding, 'message' | 'hint'> & { at: number; to: number };

/** Maximum number of tabs or conflict lines reported per file. */
const MAX_LINES = 20;

/** Findings for a text that the parser rejected; at least one. */
export function syntaxFindings(file: string, text: string, yaml: Document): Finding[] {
  return syntaxProblems(text, yaml).map(({ at, to, ...it }) => {
    const place: Place = { file, from: at, to };
    return { rule: 'yaml/syntax', severity: 'error', ...it, place };
  });
}

function syntaxProblems(text: string, yaml: Document): SyntaxProblem[] {
  const conflicts = linesAt(text, /^<{7} .*$/gm);
  if (conflicts.length > 0)
    return conflicts.map((it) => ({
      ...it,
      message: 'There is an unresolved merge conflict here.',
      hint: 'Combine both sides, and remove the lines of <, = and >.',
    }));
  const errors = [...yaml.errors].sort((one, other) => one.pos[0] - other.pos[0]);
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT').slice(0, MAX_LINES);
  if (tabs.length > 0)
    return tabs.map((it) => ({
      ...placeOf(it),
      message: 'A tab indents this line.',
      hint: 'Indent with spaces: YAML does not allow tabs.',
    }));
  return errors.slice(0, 1).map((it) => syntaxProblem(it, text, yaml));
}

function linesAt(text: string, line: RegExp): { at: number; to: number }[] {
  const found: { at: number; to: number }[] = [];
  for (const { index, 0: all } of text.matchAll(line)) {
    if (found.push({ at: index, to: index + all.length }) === MAX_LINES) break;
  }
  return found;
}

const placeOf = ({ pos }: YAMLError): { at: number; to: number } => ({ at: pos[0], to: pos[1] });

const COLUMNS = 'Start all fields of a map in the same column, and all dashes of a list.';

function syntaxProblem(error: YAMLError, text: string, yaml: Document): SyntaxProblem {
  const place = placeOf(error);
  const rest = restOfLine(text, place.at);
  switch (error.code) {
    case 'MULTIPLE_DOCS':
      return {
        ...place,
        message: 'A file contains one document, but "---" starts another.',
        hint: 'Move it to a separate file: all files of a folder are one model.',
      };
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (error.message.startsWith('A block sequence')) return otherColumn(place.at, text);
      return /:(\s|$)/.test(rest) ? colonInside(place) : otherColumn(lineBehind(text, place.at), text);
    case 'MULTILINE_IMPLICIT_KEY':
      return {
        ...place,
        message: 'This is not a field with a value.',
        hint: 'Write "name: value", with a space after the colon.',
      };
    case 'BAD_INDENT':
    case 'MISSING_CHAR':
      return missing(error, text, yaml);
    case 'BLOCK_IN_FLOW':
      return {
        ...place,
        message: 'A comma is missing between fields.',
        hint: 'Write fields in braces as { id: a, name: A }.',
      };
    case 'BAD_SCALAR_START':
      return {
        ...place,
        message: `A value cannot start with ${text.charAt(place.at)}.`,
        hint: 'Put the value in quotes.',
      };
    case 'BAD_DQ_ESCAPE':
      return {
        ...place,
        message: 'This backslash does not start a valid escape sequence.',
        hint: 'Double it, or put the value in single quotes.',
      };
    default:
      return unexpected(error);
  }
}

function missing(error: YAMLError, text: string, yaml: Document): SyntaxProblem {
  const place = placeOf(error);
  const quote = /^Missing closing (["'])/.exec(error.message)?.[1];
  if (quote !== undefined) {
    const at = openedAt(yaml, place.at) ?? place.at;
    const message = 'The quote opened here is not closed.';
    return { at, to: at + 1, message, hint: `Close the value with ${quote}.` };
  }
  const closing = /with a ([\]}])$/.exec(error.message)?.[1];
  if (closing !== undefined) {
    const opening = closing === ']' ? '[' : '{';
    const message = `A preceding ${opening} is not closed.`;
    return { ...place, message, hint: `Close it with ${closing}.` };
  }
  return otherColumn(place.at, text);
}

/** Offset at which the unclosed quoted text that ends here starts. */
function openedAt(yaml: Document, end: number): number | undefined {
  let found: number | undefined;
  visit(yaml, {
    Scalar(_, node) {
      const quoted = isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE');
      if (quoted && node.range && node.range[1] >= end) found = node.range[0];
    },
  });
  return found;
}

const colonInside = (place: { at: number; to: number }): SyntaxProblem => ({
  ...place,
  message: 'The value contains a colon, so it is read as a field.',
  hint: 'Put the value in quotes.',
});

/** A line that is indented differently from all lines that it could belong to. */
function otherColumn(at: number, text: string): SyntaxProblem {
  const start = at + (/^[ \n\r]*/.exec(text.slice(at, at + MAX_INDENT))?.[0].length ?? 0);
  const line = restOfLine(text, start);
  const place = { at: start, to: start + Math.max(line.length, 1) };
  if (/^-[^\s-]/.test(line))
    return { ...place, message: 'A dash must be followed by a space.', hint: 'Write "- id: a".' };
  return {
    ...place,
    message: 'This line starts in a different column than the lines it belongs to.',
    hint: COLUMNS,
  };
}

/** Lines are not indented further than this, which bounds the search. */
const MAX_INDENT = 10_000;

const unexpected = (error: YAMLError): SyntaxProblem =>
  error.code === 'UNEXPECTED_TOKEN' && error.message.endsWith('at node end')
    ? {
        ...placeOf(error),
        message: 'There is text after the end of the value.',
        hint: "Quote the whole value; within single quotes, double each '.",
      }
    : { ...placeOf(error), message: sentence(error.message) };

const sentence = (text: string): string => `${text.replace(/\s+/g, ' ').replace(/\.?$/, '')}.`;

function restOfLine(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end === -1 ? undefined : end).replace(/\r$/, '');
}

function lineBehind(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? at : end + 1;
}
