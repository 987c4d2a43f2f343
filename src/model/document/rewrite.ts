import { usageError } from '../../base/errors.js';
import { diffModels } from '../compare/diff.js';
import type { Model } from './element.js';
import { mergeLines } from './merge-lines.js';
import { readModel, type SourceFile } from './read.js';
import { Rewriting } from './rewriting.js';
import { writeModel } from './write.js';
import { framed, openYaml, printYaml, unframed, withoutAliases } from './yaml-file.js';

export interface RewriteOptions {
  /** New layouts stand in files of their own; as it is in the files unless told. */
  split?: boolean;
}

/**
 * The files of a document so that they say what a model says. Only what differs changes: comments, order, quotes and
 * white space stay, removed elements go with their comments, new ones stand below their parents or at the end of their
 * list. Rules to ignore and moves stay as they are written. A file of a layout whose diagram is gone is not among the
 * results; new files may be.
 * @throws ArchctlError `usage` for files that cannot be parsed, or that are written in a way that cannot be kept.
 */
export function rewriteModel(
  files: readonly SourceFile[],
  wanted: Model,
  options: RewriteOptions = {},
): SourceFile[] {
  if (files.length === 0) return writeModel(wanted, options);
  const { model, isWhole, findings } = readModel(files);
  if (!isWhole) {
    throw usageError(`${findings[0]?.place?.file ?? 'A file'} cannot be read, and is not written over.`, {
      hint: 'See what is wrong with "archctl model validate".',
    });
  }
  if (isSaid(model, wanted)) return [...files];
  for (const expands of [false, true]) {
    const written = attempt(files, model, wanted, options, expands);
    const again = readModel(written);
    if (again.isWhole && again.findings.length <= findings.length && isSaid(again.model, wanted))
      return written;
  }
  throw usageError('The files are written in a way that cannot be kept while they change.', {
    hint: 'Mend what "archctl model validate" finds in them, or write to another place.',
  });
}

/** Whether a document says what a model says. */
const isSaid = (said: Model, wanted: Model): boolean =>
  diffModels(said, wanted).length === 0 &&
  (wanted.landscape === undefined || wanted.landscape === said.landscape) &&
  (wanted.namespace === undefined || wanted.namespace === said.namespace);

function attempt(
  files: readonly SourceFile[],
  model: Model,
  wanted: Model,
  options: RewriteOptions,
  expands: boolean,
): SourceFile[] {
  const opened = files.map((file) => ({ file, yaml: openYaml(file), before: '' }));
  for (const it of opened) {
    it.before = printYaml(it.yaml);
    if (expands) withoutAliases(it.yaml);
  }
  const rewriting = new Rewriting(
    opened.map(({ yaml }) => yaml),
    model,
    wanted,
    options.split,
  );
  rewriting.run();
  const kept = opened.flatMap(({ file, yaml, before }): SourceFile[] => {
    if (rewriting.gone.has(yaml)) return [];
    const after = printYaml(yaml);
    if (after === before) return [file];
    const { text, frame } = framed(file.text);
    return [{ path: file.path, text: unframed(merged(before, text, after), frame) }];
  });
  return [...kept, ...rewriting.made];
}

/** The text as it was written, with what changed in the way it is printed. */
const merged = (before: string, text: string, after: string): string =>
  before === text
    ? after
    : mergeLines(before.split('\n'), text.split('\n'), after.split('\n')).join('\n');
