import { usageError } from '../../base/errors.js';
import { diffModels } from '../compare/diff.js';
import { adoptedText } from './adopted.js';
import type { Model } from './element.js';
import { mergeLines } from './merge-lines.js';
import { readModel, type SourceFile } from './read.js';
import { isForImport } from './read-import.js';
import { Rewriting } from './rewriting.js';
import { writeModel } from './write.js';
import { framed, indentOf, openYaml, printYaml, topOf, unframed, withoutAliases } from './yaml-file.js';

export interface RewriteOptions {
  /** Writes also what the files leave open, and takes away what the model leaves open; open fields stay unless told. */
  exact?: boolean;
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
  if (isSaid(model, wanted, options)) return [...files];
  for (const file of files) {
    if (MAY_BE_IMPORT.test(file.text) && isForImport(topOf(openYaml(file))))
      throw usageError(`${file.path} is a document for imports, which is read and not written.`, {
        hint: 'Write to another file.',
      });
  }
  for (const way of WAYS) {
    const written = attempt(files, model, wanted, { ...options, ...way });
    if (!written) continue;
    const again = readModel(written);
    if (again.isWhole && again.findings.length <= findings.length && isSaid(again.model, wanted, options))
      return written;
  }
  throw usageError('The files are written in a way that cannot be kept while they change.', {
    hint: 'Mend what "archctl model validate" finds in them, or write to another place.',
  });
}

/** Documents are not parsed once more to learn that they are none for imports. */
const MAY_BE_IMPORT = /modelObjects|modelConnections/;

/**
 * One file so that it says a model and nothing else, as a merge has it: what the model leaves open, it leaves open.
 * @throws ArchctlError `usage` as `rewriteModel`.
 */
export function writtenInto(file: SourceFile, model: Model): SourceFile[] {
  // As it is read once it is written: what a document need not say is not missed.
  return rewriteModel([file], readModel(writeModel(model)).model, { exact: true });
}

/** How the change is put into the files; the first way that comes to what is wanted is taken. */
interface Way {
  /** Keeps the white space of what does not change. */
  merges: boolean;
  /** Writes out what aliases stand for. */
  expands: boolean;
}
const WAYS: readonly Way[] = [
  { merges: true, expands: false },
  { merges: false, expands: false },
  { merges: false, expands: true },
];

/** Whether a document says what a model says. */
const isSaid = (said: Model, wanted: Model, { exact = false }: RewriteOptions): boolean =>
  diffModels(said, wanted, { exact }).length === 0 &&
  (wanted.landscape === undefined || wanted.landscape === said.landscape) &&
  (wanted.namespace === undefined || wanted.namespace === said.namespace) &&
  adoptedText(said.adopted) === adoptedText(wanted.adopted);

function attempt(
  files: readonly SourceFile[],
  model: Model,
  wanted: Model,
  { split, exact = false, merges, expands }: RewriteOptions & Way,
): SourceFile[] | undefined {
  const opened = files.map((file) => {
    const yaml = openYaml(file);
    const { text, frame } = framed(file.text);
    const indent = indentOf(text);
    const before = printYaml(yaml, indent);
    const isSound = !expands || withoutAliases(yaml);
    return { isSound, file, yaml, text, frame, indent, before };
  });
  if (opened.some(({ isSound, before }) => !isSound || before === undefined)) return undefined;
  const rewriting = new Rewriting(
    opened.map(({ yaml }) => yaml),
    model,
    wanted,
    { split, exact },
  );
  rewriting.run();
  const kept: SourceFile[] = [];
  for (const { file, yaml, text, frame, indent, before = '' } of opened) {
    if (rewriting.gone.has(yaml)) continue;
    const after = printYaml(yaml, indent);
    if (after === undefined) return undefined;
    const now = merges ? merged(before, text, after) : after;
    kept.push(after === before ? file : { path: file.path, text: unframed(now, frame) });
  }
  return [...kept, ...rewriting.made];
}

/** The text as it was written, with what changed in the way it is printed. */
const merged = (before: string, text: string, after: string): string =>
  before === text ? after : mergeLines(before.split('\n'), text.split('\n'), after.split('\n')).join('\n');
