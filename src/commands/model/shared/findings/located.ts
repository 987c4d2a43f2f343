import { inCommandWords } from '../../../../cli/command/command-words.js';
import {
  type Because,
  countCharacters,
  type Finding,
  positions,
} from '../../../../model/document/finding.js';
import type { SourceFile } from '../../../../model/document/read.js';

/** A finding with its location, for people and programs. Lines and columns count from 1, columns in characters. */
export interface Located {
  finding: Finding;
  file: string;
  line: number;
  column: number;
  /** Exclusive end column on the same line; ranges over several lines end with their first line. */
  endColumn: number;
  /** The line, and the range of the finding in UTF-16 code units. */
  text: string;
  from: number;
  to: number;
  /** Path of the element, if the model was not read from files; the fields above are empty then. */
  path?: string;
}

const inWords = ({ hint, ...finding }: Finding): Finding =>
  hint === undefined ? finding : { ...finding, hint: inCommandWords(hint) };

/** Findings sorted by their positions in these files. Findings without a file are at the start of the first one. */
export function locate(findings: readonly Finding[], files: readonly SourceFile[]): Located[] {
  const lookups = new Map(files.map(({ path, text }) => [path, positions(text)]));
  const nowhere = { file: files[0]?.path ?? '', from: 0, to: 0 };
  return findings.map(inWords).map((finding): Located => {
    const place = finding.place ?? nowhere;
    const { line, column, text, at } = (lookups.get(place.file) ?? positions(''))(place.from);
    const from = Math.min(at, text.length);
    const to = Math.max(from, Math.min(text.length, from + place.to - place.from));
    const endColumn = column + Math.max(1, countCharacters(text, from, to));
    return { finding, file: place.file, line, column, endColumn, text, from, to };
  });
}

/** Findings about a model without files, located by element. */
export const locateByPath = (findings: readonly Finding[], pathOf: (finding: Finding) => string): Located[] =>
  findings.map(inWords).map((finding) => ({
    finding,
    file: '',
    line: 0,
    column: 0,
    endColumn: 0,
    text: '',
    from: 0,
    to: 0,
    path: pathOf(finding),
  }));

/** A finding for machine formats, with its file and position, or the path of its element. */
export interface FindingRecord {
  rule: string;
  severity: Finding['severity'];
  message: string;
  hint?: string;
  file?: string;
  line?: number;
  column?: number;
  endColumn?: number;
  path?: string;
  kind?: string;
  id?: string;
  /** The decision that the rule enforces. */
  because?: Because;
}

export const recordOf = ({ finding, file, line, column, endColumn, path }: Located): FindingRecord => {
  const { rule, severity, message, hint, element, because } = finding;
  const facts = {
    rule,
    severity,
    message,
    ...(hint !== undefined && { hint }),
    ...(path === undefined ? { file, line, column, endColumn } : { path }),
  };
  return {
    ...facts,
    ...(element && { kind: element.kind, id: element.id }),
    ...(because && { because }),
  };
};
