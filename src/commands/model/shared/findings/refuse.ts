import { ArchctlError } from '../../../../base/errors.js';
import { type Finding, positions, refuseErrors } from '../../../../model/document/finding.js';
import type { SourceFile } from '../../../../model/document/read.js';

const MAX_REPORTED = 3;

/** Errors: `usage` if a document has errors; `outcome` ends the sentence. */
export const refuseDocument = (
  findings: readonly Finding[],
  files: readonly SourceFile[],
  outcome: string,
): void => refuseErrors(findings, outcome, (it) => inWords(it, files));

/** Errors: `usage` if there are errors, with the first ones and their locations. */
export function refuseFaults(
  findings: readonly Finding[],
  files: readonly SourceFile[],
  message: string,
  hint: string,
): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const hiddenCount = errors.length - MAX_REPORTED;
  const details = [
    ...errors.slice(0, MAX_REPORTED).map((it) => inWords(it, files)),
    ...(hiddenCount > 0 ? [`… and ${hiddenCount} more`] : []),
  ];
  throw new ArchctlError('usage', message, { details, hint });
}

/** `models/a.yaml:3:5: objects[0].nmae is not known.` */
function inWords({ place, message }: Finding, files: readonly SourceFile[]): string {
  const file = files.find(({ path }) => path === place?.file);
  if (!file || !place) return message;
  const { line, column } = positions(file.text)(place.from);
  return `${file.path}:${line}:${column}: ${message}`;
}
