import { createHash } from 'node:crypto';
import { usageError } from '../../../base/errors.js';
import { counted } from '../../../base/words.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Model } from '../../../model/document/element.js';
import { readModel, type SourceFile } from '../../../model/document/read.js';
import { EMPTY_HINT, saysNothing } from '../../../model/sync/plan-model.js';
import { validate } from '../../../model/validate/validate.js';
import { locate } from './findings/located.js';

/** A document that may be planned with, and the bytes it was read from. */
export interface Document {
  model: Model;
  sources: readonly Source[];
}

export interface Source {
  path: string;
  /** SHA-256 of the text. */
  sha256: string;
}

/** Findings that an error tells. */
const MOST_TOLD = 10;

/**
 * The document of these files. Errors: `usage` where it cannot be read, breaks a rule, or says nothing at all: that is
 * a program that failed rather than a wish that everything goes.
 */
export function documentOf({ terminal }: Pick<Context, 'terminal'>, files: readonly SourceFile[]): Document {
  const read = readModel(files);
  const found = locate(validate(files, read), files);
  const errors = found.filter(({ finding }) => finding.severity === 'error');
  const others = found.length - errors.length;
  if (errors.length > 0) {
    const told = errors
      .slice(0, MOST_TOLD)
      .map(({ file, line, column, finding }) => `${file}:${line}:${column}: ${finding.message}`);
    throw usageError(`The document has ${counted(errors.length, 'error')}; nothing is planned.`, {
      details: told,
      hint: '"archctl model validate" shows each with its line.',
    });
  }
  if (saysNothing(read.model))
    throw usageError(`${files.map(({ path }) => path).join(', ')} says nothing; nothing is planned.`, {
      hint: EMPTY_HINT,
    });
  if (others > 0) terminal.warn(`"archctl model validate" has ${counted(others, 'remark')} on the document.`);
  return { model: read.model, sources: files.map(({ path, text }) => ({ path, sha256: hashOf(text) })) };
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
