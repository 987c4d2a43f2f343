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

/** A finding for machine formats. */
export interface FindingRecord {
  rule: string;
  severity: Finding['severity'];
  message: string;
  hint?: string;
  file: string;
  line: number;
  column: number;
  endColumn: number;
  /** Kind and id of what it is about. */
  kind?: string;
  id?: string;
}

export const recordOf = ({ finding, file, line, column, endColumn }: Located): FindingRecord => {
  const { rule, severity, message, hint, element } = finding;
  const told = {
    rule,
    severity,
    message,
    ...(hint !== undefined && { hint }),
    file,
    line,
    column,
    endColumn,
  };
  return { ...told, ...(element && { kind: element.kind, id: element.id }) };
};
