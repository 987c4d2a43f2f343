import { characters, type Finding, positions } from '../../../../model/document/finding.js';
import type { SourceFile } from '../../../../model/document/read.js';

/** A finding with where it is, for people and other programs. Lines and columns count from 1, columns in characters. */
export interface Located {
  finding: Finding;
  file: string;
  line: number;
  column: number;
  /** Behind its last character, in the same line: what goes on in others ends with this one. */
  endColumn: number;
  /** Its line, and the part of it that is meant, in units of the string. */
  text: string;
  from: number;
  to: number;
  /** What it is about, by its name and what it is in, where that is written in no file: all of the above is empty then. */
  path?: string;
}

/** Findings in the order of their positions, with these; what has no file is at the beginning of the first. */
export function locate(findings: readonly Finding[], files: readonly SourceFile[]): Located[] {
  const lookups = new Map(files.map(({ path, text }) => [path, positions(text)]));
  const nowhere = { file: files[0]?.path ?? '', from: 0, to: 0 };
  return findings.map((finding): Located => {
    const place = finding.place ?? nowhere;
    const { line, column, text, at } = (lookups.get(place.file) ?? positions(''))(place.from);
    const from = Math.min(at, text.length);
    const to = Math.max(from, Math.min(text.length, from + place.to - place.from));
    const endColumn = column + Math.max(1, characters(text, from, to));
    return { finding, file: place.file, line, column, endColumn, text, from, to };
  });
}

/** Findings about a model that is written in no file, by what they are about. */
export const locateByPath = (findings: readonly Finding[], pathOf: (finding: Finding) => string): Located[] =>
  findings.map((finding) => ({
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

/** A finding for machine formats: with its file and place, or the path of what it is about. */
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
  /** Kind and id of what it is about. */
  kind?: string;
  id?: string;
}

export const recordOf = ({ finding, file, line, column, endColumn, path }: Located): FindingRecord => {
  const { rule, severity, message, hint, element } = finding;
  const told = {
    rule,
    severity,
    message,
    ...(hint !== undefined && { hint }),
    ...(path === undefined ? { file, line, column, endColumn } : { path }),
  };
  return { ...told, ...(element && { kind: element.kind, id: element.id }) };
};
