import { BOOLEAN, checkOptions, MAP, OBJECT, type OptionTypes } from '../../../base/check-options.js';
import { usageError } from '../../../base/errors.js';
import { requireArguments } from '../../../base/require-arguments.js';
import { diffModels } from '../../compare/diff.js';
import { adoptedText } from '../adopted.js';
import { isDecisionFile } from '../decision/decision-files.js';
import { rewriteDecisions } from '../decision/rewrite-decisions.js';
import { areSameIgnores } from '../drift-ignores.js';
import { DOCUMENT_LISTS, isSameList } from '../edit/document-lists.js';
import { elementKey, type Model } from '../element.js';
import { type Excerpt, type Extent, excerptOf } from '../excerpt.js';
import { type Change, documentChange, extentsOf, type Part, partsOf } from '../file-changes.js';
import { hasPositions, withPositions } from '../positions.js';
import { type ReadFiles, readModel, type SourceFile } from '../read.js';
import { hasSameSections } from '../references.js';
import { writeModel } from '../write.js';
import { refuseTooLarge } from '../yaml/parse.js';
import { isScalar } from '../yaml/tree.js';
import {
  indentOf,
  openYaml,
  printYaml,
  removeFrame,
  restoreFrame,
  withoutAliases,
} from '../yaml/yaml-file.js';
import { mergeLines } from './merge-lines.js';
import { PartRewriter } from './part-rewriter.js';

/** Options of `rewriteModel`. */
export interface RewriteOptions {
  /**
   * Also writes open fields, such as layouts, and removes those that the model does not set. By default open fields are
   * kept.
   */
  exact?: boolean;
  /** Puts new layouts into files of their own (default: as in the existing files). */
  split?: boolean;
  /** Paths of the files to whose top elements move, by `KIND ID` of the element. */
  homes?: ReadonlyMap<string, string>;
  /** Result of `readModel` for these files, if they have been read already. */
  read?: ReadFiles;
}

const OPTIONS: OptionTypes<RewriteOptions> = { exact: BOOLEAN, split: BOOLEAN, homes: MAP, read: OBJECT };

/**
 * Updates the files of a document, including its decisions, to match a model. Changes only what differs:
 * - Comments, order, quotes and white space are kept. A removed element loses its comments.
 * - A new element is written below its parent, or at the end of its list.
 * - A layout loses the positions that its diagram no longer draws, and gets those of new entries.
 * - Ignored rules, ignored drift and moves are kept, unless `exact` is set.
 *
 * @returns all files: without the layouts of deleted diagrams, and with new files.
 * @throws ArchctlError `usage` for files that cannot be parsed, or whose format cannot be preserved
 */
export function rewriteModel(
  files: readonly SourceFile[],
  wanted: Model,
  options: RewriteOptions = {},
): SourceFile[] {
  requireArguments('rewriteModel', { files, model: wanted });
  checkOptions('rewriteModel', options, OPTIONS);
  if (options.read !== undefined) requireArguments('rewriteModel', { read: options.read });
  const documents = files.filter((it) => !isDecisionFile(it));
  const decisions = files.filter(isDecisionFile);
  const rewritten = wanted.decisions ? rewriteDecisions(files, wanted.decisions) : decisions;
  return [...rewriteDocuments(documents, wanted, options), ...rewritten];
}

/** Like `rewriteModel`, for the files of a document without its decisions. */
function rewriteDocuments(files: readonly SourceFile[], given: Model, options: RewriteOptions): SourceFile[] {
  if (files.length === 0) return writeModel(given, options);
  const read = options.read ?? readModel(files);
  const { model, isWhole, findings, outlines } = read;
  if (!isWhole) {
    throw usageError(`${findings[0]?.place?.file ?? 'A file'} cannot be read, and was not overwritten.`, {
      hint: 'List the errors with `validate`.',
    });
  }
  const { split, exact = false, homes = new Map() } = options;
  const wanted = exact ? given : withPositions(model, given);
  const isDone = (actual: Model): boolean =>
    matches(actual, wanted, options) && (exact || hasPositions(model, actual, wanted));
  if (homes.size === 0 && isDone(model)) return [...files];
  for (const { path } of files) {
    const keys = outlines.get(path)?.keys;
    if (keys?.has('modelObjects') || keys?.has('modelConnections'))
      throw usageError(`${path} is in the import format, which cannot be written.`, {
        hint: 'Write to another file.',
      });
  }
  const change = documentChange(
    read,
    wanted,
    files.map(({ path }) => path),
    { ...(split !== undefined && { split }), exact, homes },
  );
  for (const strategy of STRATEGIES) {
    const written = tryStrategy(files, change, strategy);
    if (!written) continue;
    refuseTooLarge(written);
    const again = readModel(written);
    const { driftIgnores } = exact ? wanted : model;
    const isKept =
      again.findings.length <= findings.length && areSameIgnores(again.model.driftIgnores, driftIgnores);
    if (again.isWhole && isKept && isDone(again.model)) return written;
  }
  throw usageError('The format of the files cannot be preserved by this change.', {
    hint: 'Correct the findings of `validate`, or write to another path.',
  });
}

/**
 * Updates one file to match a model exactly, as after a merge: fields that the model does not set are removed. Errors: as
 * of `rewriteModel`.
 */
export function rewriteFile(file: SourceFile, model: Model): SourceFile[] {
  // Normalizes the model by writing and reading it, so that implied values are not missed.
  return rewriteModel([file], readModel(writeModel(model)).model, { exact: true });
}

/** How the files are changed; the first strategy that produces the wanted model is used. */
interface Strategy {
  /** Whether only the lines that the change needs are parsed. */
  usesExcerpt: boolean;
  /** Whether unchanged lines keep their white space. */
  keepsWhiteSpace: boolean;
  /** Whether aliases are expanded. */
  expandsAliases: boolean;
}
const STRATEGIES: readonly Strategy[] = [
  { usesExcerpt: true, keepsWhiteSpace: true, expandsAliases: false },
  { usesExcerpt: false, keepsWhiteSpace: true, expandsAliases: false },
  { usesExcerpt: false, keepsWhiteSpace: false, expandsAliases: false },
  { usesExcerpt: false, keepsWhiteSpace: false, expandsAliases: true },
];

/** Whether a document matches a model. */
const matches = (actual: Model, wanted: Model, { exact = false }: RewriteOptions): boolean =>
  diffModels(actual, wanted, { exact }).length === 0 &&
  (wanted.landscape === undefined || wanted.landscape === actual.landscape) &&
  (wanted.namespace === undefined || wanted.namespace === actual.namespace) &&
  (!exact || DOCUMENT_LISTS.every((list) => isSameList(actual, wanted, list))) &&
  adoptedText(actual.adopted) === adoptedText(wanted.adopted) &&
  hasSameSections(actual, wanted);

/** The changed files; undefined if the strategy fails. Only the syntax trees of one part are in memory. */
function tryStrategy(
  files: readonly SourceFile[],
  change: Change,
  strategy: Strategy,
): SourceFile[] | undefined {
  const texts = new Map(files.map((file) => [file.path, file]));
  const added: SourceFile[] = [];
  for (const part of partsOf(change)) {
    const taken = [...texts.keys(), ...added.map(({ path }) => path)];
    const changed = rewritePart(
      files.filter(({ path }) => part.paths.has(path)),
      change,
      part,
      strategy,
      taken,
    );
    if (!changed) return undefined;
    for (const file of changed.files) texts.set(file.path, file);
    for (const path of changed.removedPaths) texts.delete(path);
    added.push(...changed.addedFiles);
  }
  return [...texts.values(), ...added];
}

/** The excerpt of a text with the elements that a part changes; all others are folded. */
const touchedLines = (text: string, extents: ReadonlyMap<string, Extent>): Excerpt | undefined =>
  excerptOf(text, {
    choose(item, kind, fold) {
      const id = item.get('id', true);
      const key = isScalar(id) ? elementKey({ kind, id: id.source ?? '' }) : '';
      return extents.get(key) ?? fold ?? 'own';
    },
    between: (gap) => gap,
  });

/** Files of one part after a change; undefined if the strategy cannot express it. */
function rewritePart(
  files: readonly SourceFile[],
  change: Change,
  part: Part,
  { usesExcerpt, keepsWhiteSpace, expandsAliases }: Strategy,
  taken: readonly string[],
) {
  const extents = extentsOf(change, part);
  const opened = files.map((file) => {
    const { text: whole, frame } = removeFrame(file.text);
    const excerpt = usesExcerpt ? touchedLines(whole, extents) : undefined;
    const { text } = excerpt ?? { text: whole };
    const yaml = openYaml({ path: file.path, text });
    const indent = indentOf(whole);
    // A file without content cannot be printed.
    const before = yaml.yaml.contents === null ? text : printYaml(yaml, indent);
    const isWritable = !expandsAliases || withoutAliases(yaml);
    return { isWritable, file, yaml, text, frame, indent, before, excerpt };
  });
  if (opened.some(({ isWritable, before }) => !isWritable || before === undefined)) return undefined;
  const rewriting = new PartRewriter(
    opened.map(({ yaml }) => yaml),
    change,
    part,
    taken,
  );
  rewriting.run();
  const { removedPaths, addedFiles } = rewriting;
  const rewrittenFiles: SourceFile[] = [];
  for (const { file, yaml, text, frame, indent, excerpt, before = '' } of opened) {
    if (removedPaths.has(file.path)) continue;
    const after = yaml.yaml.contents === null ? before : printYaml(yaml, indent);
    if (after === undefined) return undefined;
    const changed = keepsWhiteSpace ? merged(before, text, after) : after;
    const now = excerpt ? excerpt.restored(changed) : changed;
    if (now === undefined) return undefined;
    rewrittenFiles.push(after === before ? file : { path: file.path, text: restoreFrame(now, frame) });
  }
  return { files: rewrittenFiles, removedPaths, addedFiles };
}

/** The original text with the changed lines in the printed format. */
const merged = (before: string, text: string, after: string): string =>
  before === text ? after : mergeLines(before.split('\n'), text.split('\n'), after.split('\n')).join('\n');
