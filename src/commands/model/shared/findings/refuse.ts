import { dirname } from 'node:path';
import { usageError } from '../../../../base/errors.js';
import { pluralize, truncatedLines } from '../../../../base/text/words.js';
import { shellWord } from '../../../../cli/command/input/shell-word.js';
import { type Finding, positions } from '../../../../model/document/finding.js';
import type { SourceFile } from '../../../../model/document/read.js';
import { STDIN } from '../sources.js';

const MAX_REPORTED = 10;

/** Errors: `usage` if a document has errors; `outcome` ends the sentence. */
export function refuseDocument(
  findings: readonly Finding[],
  files: readonly SourceFile[],
  outcome: string,
): void {
  const count = findings.filter(({ severity }) => severity === 'error').length;
  refuseFaults(
    findings,
    files,
    `The document has ${pluralize(count, 'error')}; ${outcome}.`,
    howToSee(files),
  );
}

/** Errors: `usage` if there are errors, with the first ones and their locations. */
export function refuseFaults(
  findings: readonly Finding[],
  files: readonly SourceFile[],
  message: string,
  hint: string,
): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const lines = errors.map((it) => inWords(it, files));
  throw usageError(message, { details: truncatedLines(lines, MAX_REPORTED), hint });
}

/** Hint with the command that shows the errors in their lines, if the files are on disk. */
function howToSee(files: readonly SourceFile[]): string {
  const paths = files.map(({ path }) => path);
  if (paths.some((path) => path === STDIN || path.startsWith('git:'))) return 'Correct the document.';
  const folder = dirname(paths.toSorted((a, b) => a.length - b.length)[0] ?? '');
  const isOneFolder =
    paths.length > 1 && (folder === '.' || paths.every((it) => it.startsWith(`${folder}/`)));
  const targets = (isOneFolder ? [folder] : paths).map(shellWord).join(' ');
  return `Correct the files. "archctl model validate ${targets}" shows the errors in their lines.`;
}

/** `models/a.yaml:3:5: objects[0].nmae is not known.` */
function inWords({ place, message }: Finding, files: readonly SourceFile[]): string {
  const file = files.find(({ path }) => path === place?.file);
  if (!file || !place) return message;
  const { line, column } = positions(file.text)(place.from);
  return `${file.path}:${line}:${column}: ${message}`;
}
