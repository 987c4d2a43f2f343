import { usageError } from '../../base/errors.js';
import { diffModels } from '../compare/diff.js';
import { adoptedText } from './adopted.js';
import type { Model } from './element.js';
import { mergeLines } from './merge-lines.js';
import { readModel, type SourceFile } from './read.js';
import { isForImport } from './read-import.js';
import { Rewriting } from './rewriting.js';
import { writeModel } from './write.js';
import { framed, indentOf, openYaml, printYaml, topOf, unframed, withoutAliases } from './yaml/yaml-file.js';

export interface RewriteOptions {
  /** Also writes open fields, and removes those that the model does not set; by default open fields are kept. */
  exact?: boolean;
  /** Puts new layouts into files of their own (default: as in the existing files). */
  split?: boolean;
}

/**
 * Updates the files of a document to match a model. Changes only what differs: comments, order, quotes and white
 * space are kept; comments of removed elements are deleted; new elements are added below their parents or at the end
 * of their list. `ignore` and `moved` entries are kept. The result omits layout files of deleted diagrams, and may
 * contain new files.
 * @throws ArchctlError `usage` for files that cannot be parsed, or whose format cannot be preserved.
 */
export function rewriteModel(
  files: readonly SourceFile[],
  target: Model,
  options: RewriteOptions = {},
): SourceFile[] {
  if (files.length === 0) return writeModel(target, options);
  const { model, isWhole, findings } = readModel(files);
  if (!isWhole) {
    throw usageError(`${findings[0]?.place?.file ?? 'A file'} cannot be read, and was not overwritten.`, {
      hint: 'List the errors with "archctl model validate".',
    });
  }
  if (matches(model, target, options)) return [...files];
  for (const file of files) {
    if (MAY_BE_IMPORT.test(file.text) && isForImport(topOf(openYaml(file))))
      throw usageError(`${file.path} is in the import format, which cannot be written.`, {
        hint: 'Write to another file.',
      });
  }
  for (const strategy of STRATEGIES) {
    const written = attempt(files, model, target, { ...options, ...strategy });
    if (!written) continue;
    const reread = readModel(written);
    if (reread.isWhole && reread.findings.length <= findings.length && matches(reread.model, target, options))
      return written;
  }
  throw usageError('The format of the files cannot be preserved by this change.', {
    hint: 'Correct the findings of "archctl model validate", or write to another path.',
  });
}

/** Cheap test that avoids parsing most documents twice. */
const MAY_BE_IMPORT = /modelObjects|modelConnections/;

/**
 * Updates one file to match a model exactly, as after a merge: fields that the model does not set are removed.
 * @throws ArchctlError `usage` for the same reasons as `rewriteModel`.
 */
export function writtenInto(file: SourceFile, model: Model): SourceFile[] {
  // Normalizes the model by writing and reading it, which adds implied values.
  return rewriteModel([file], readModel(writeModel(model)).model, { exact: true });
}

/** A strategy for changing the files; the first that produces the wanted model is used. */
interface Strategy {
  /** Keeps the white space of unchanged lines. */
  keepsLines: boolean;
  expandsAliases: boolean;
}
const STRATEGIES: readonly Strategy[] = [
  { keepsLines: true, expandsAliases: false },
  { keepsLines: false, expandsAliases: false },
  { keepsLines: false, expandsAliases: true },
];

const matches = (actual: Model, target: Model, { exact = false }: RewriteOptions): boolean =>
  diffModels(actual, target, { exact }).length === 0 &&
  (target.landscape === undefined || target.landscape === actual.landscape) &&
  (target.namespace === undefined || target.namespace === actual.namespace) &&
  adoptedText(actual.adopted) === adoptedText(target.adopted);

function attempt(
  files: readonly SourceFile[],
  model: Model,
  target: Model,
  { split, exact = false, keepsLines, expandsAliases }: RewriteOptions & Strategy,
): SourceFile[] | undefined {
  const opened = files.map((file) => {
    const yaml = openYaml(file);
    const { text, frame } = framed(file.text);
    const indent = indentOf(text);
    const printed = printYaml(yaml, indent);
    const isEditable = !expandsAliases || withoutAliases(yaml);
    return { isEditable, file, yaml, text, frame, indent, printed };
  });
  if (opened.some(({ isEditable, printed }) => !isEditable || printed === undefined)) return undefined;
  const rewriting = new Rewriting(
    opened.map(({ yaml }) => yaml),
    model,
    target,
    { split, exact },
  );
  rewriting.run();
  const rewritten: SourceFile[] = [];
  for (const { file, yaml, text, frame, indent, printed = '' } of opened) {
    if (rewriting.gone.has(yaml)) continue;
    const printedAfter = printYaml(yaml, indent);
    if (printedAfter === undefined) return undefined;
    const result = keepsLines ? merged(printed, text, printedAfter) : printedAfter;
    rewritten.push(printedAfter === printed ? file : { path: file.path, text: unframed(result, frame) });
  }
  return [...rewritten, ...rewriting.made];
}

/** Three-way merge of lines: takes changed lines from the printed file, and the others from the original text. */
const merged = (printed: string, text: string, printedAfter: string): string =>
  printed === text
    ? printedAfter
    : mergeLines(printed.split('\n'), text.split('\n'), printedAfter.split('\n')).join('\n');
