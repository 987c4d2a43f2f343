import { checkOptions, TEXT } from '../../base/check-options.js';
import { ArchctlError, usageError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import { pluralize } from '../../base/text/words.js';
import { isDecisionFile } from '../document/decision/decision-files.js';
import type { Model, Value } from '../document/element.js';
import { positions } from '../document/finding.js';
import { countBlocks, markDifferences, mergeWithMarkers } from '../document/format/merge-lines.js';
import { rewriteFile } from '../document/format/rewrite.js';
import { KINDS } from '../document/kinds.js';
import { readModel, type SourceFile } from '../document/read.js';
import { type Conflict, mergeModels, type Winner } from './merge.js';

/** Three versions of a document. */
export interface MergeSides {
  /** Common ancestor of both versions. */
  base: SourceFile;
  /** Our version, whose comments and quotes the result keeps. */
  ours: SourceFile;
  /** Their version. */
  theirs: SourceFile;
}

/** Options of `mergeTexts`. */
export interface MergeTextsOptions {
  /** Name of the document in messages (default: the path of ours). */
  name?: string | undefined;
}

/** A merged document. */
export interface MergedText {
  /** The document; conflicts are between the markers of git. */
  text: string;
  /** Descriptions of the conflicts. */
  conflicts: readonly string[];
  /**
   * Absent after a merge without conflicts. `check` for conflicts; `usage` if a version cannot be parsed, so that the
   * text was merged line by line.
   */
  failure?: ArchctlError;
}

/**
 * Merges two changed versions of a document by id and field, and marks conflicts in the text. If a version cannot be
 * parsed, merges line by line. If only one side changed the document, returns that side byte for byte.
 * @throws ArchctlError `usage` for a decision.
 */
export function mergeTexts(sides: MergeSides, options: MergeTextsOptions = {}): MergedText {
  requireArguments('mergeTexts', { sides });
  checkOptions('mergeTexts', options, { name: TEXT });
  const { base, ours, theirs } = sides;
  const { name = ours.path } = options;
  const decision = [base, ours, theirs].find(isDecisionFile);
  if (decision) throw usageError(`${decision.path} is a decision, which git merges as text.`);
  let models: Record<keyof MergeSides, Model>;
  try {
    models = { base: modelIn(base), ours: modelIn(ours), theirs: modelIn(theirs) };
  } catch (error) {
    if (error instanceof ArchctlError) return withoutParsing(sides, name, error);
    throw error;
  }
  const same = onlyChangedSide(base, ours, theirs);
  if (same) return { text: same.text, conflicts: [] };
  const merge = (winner?: Winner) => mergeModels(models.base, models.ours, models.theirs, winner);
  const { model, conflicts } = merge();
  if (conflicts.length === 0) return { text: rewriteFile(ours, model)[0]?.text ?? '', conflicts: [] };
  const lines = conflicts.map(conflictText);
  const error = new ArchctlError('check', `${name} has ${pluralize(conflicts.length, 'conflict')}.`, {
    details: lines,
    hint: 'Edit the blocks between <<<<<<< and >>>>>>>, then check the file with `validate`.',
  });
  return {
    text: markedText(sides, (winner) => merge(winner).model),
    conflicts: lines,
    failure: error,
  };
}

/**
 * The document with both versions of each conflict. Falls back to a line merge if a version cannot be written into
 * ours.
 */
function markedText(sides: MergeSides, modelOf: (winner: Winner) => Model): string {
  try {
    const [ours = [], theirs = []] = (['ours', 'theirs'] as const).map((winner) =>
      linesOf(rewriteFile(sides.ours, modelOf(winner))[0]),
    );
    const text = markDifferences(ours, theirs).join('\n');
    if (countBlocks(text) > 0) return text;
  } catch (error) {
    if (!(error instanceof ArchctlError)) throw error;
  }
  return mergedByLines(sides);
}

/** The merge of documents that cannot be parsed. */
function withoutParsing(sides: MergeSides, name: string, { message, facts }: ArchctlError): MergedText {
  const text = mergedByLines(sides);
  const blocks = pluralize(countBlocks(text), 'conflict');
  const error = usageError(`${name} was merged line by line, with ${blocks}: ${message}`, facts);
  return { text, conflicts: [message], failure: error };
}

const mergedByLines = ({ base, ours, theirs }: MergeSides): string =>
  mergeWithMarkers(linesOf(base), linesOf(ours), linesOf(theirs)).join('\n');

const linesOf = (file: SourceFile | undefined): string[] => (file?.text ?? '').split('\n');

/** If only one side changed the document, returns that side byte for byte. */
function onlyChangedSide(base: SourceFile, ours: SourceFile, theirs: SourceFile): SourceFile | undefined {
  if (theirs.text === base.text || theirs.text === ours.text) return ours;
  return ours.text === base.text ? theirs : undefined;
}

/** Errors: `usage` for a file that cannot be read as a document, with the location. */
function modelIn(source: SourceFile): Model {
  const { model, findings, isWhole } = readModel([source]);
  const [first] = findings.filter(({ severity }) => severity === 'error');
  if (isWhole && !first) return model;
  const { line, column } = positions(source.text)(first?.place?.from ?? 0);
  throw usageError(`${source.path}:${line}:${column}: ${first?.message ?? 'The document cannot be read.'}`, {
    hint: 'Edit the merged file, then check it with `validate`.',
  });
}

function conflictText({ kind, id, field, removedBy, ours, theirs, base }: Conflict): string {
  const what = kind === 'document' ? 'document' : `${KINDS[kind].noun} ${id}`;
  if (removedBy)
    return `${what}: ${removedBy} removed it, ${removedBy === 'ours' ? 'theirs' : 'ours'} changed it or added something below it`;
  const sides = { base, ours, theirs };
  const values = Object.entries(sides).map(([side, value]) => `${side} ${shortValue(value)}`);
  return `${what}, ${field}: ${values.join(', ')}`;
}

const LONGEST = 60;

function shortValue(value: Value | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
