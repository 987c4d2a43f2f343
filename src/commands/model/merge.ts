import { ArchctlError, usageError } from '../../base/errors.js';
import { pluralize } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import { type Conflict, mergeModels, type Winner } from '../../model/compare/merge.js';
import { isDecisionFile } from '../../model/document/decision/decision-files.js';
import type { Model, Value } from '../../model/document/element.js';
import { positions } from '../../model/document/finding.js';
import { KINDS } from '../../model/document/kinds.js';
import { countBlocks, markDifferences, mergeWithMarkers } from '../../model/document/merge-lines.js';
import { readModel, type SourceFile } from '../../model/document/read.js';
import { rewriteFile } from '../../model/document/rewrite.js';
import { checkOutput } from '../shared/output-file.js';
import { OUT_OPTION, textOutput } from '../shared/text-output.js';
import { installDriver } from './shared/merge-driver.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Merge two changed versions of a document',
  details:
    'Merges three versions of a file: BASE, OURS and THEIRS. Elements are matched by id, so order, indentation and neighbouring lines cause no conflict. If only one side changed a field, the merge uses that change. Lists of ids, labels, drawings and layouts are merged entry by entry. Comments and quotes come from OURS.\n\nIf both sides changed the same field, the result contains conflict markers around both versions, and the exit code is 8. If a version cannot be parsed, archctl merges line by line, and the exit code is 2. "archctl model validate" reports the marked blocks.\n\n--install sets up git to merge with this command: it writes the merge driver to the configuration of the repository, and patterns to .gitattributes. With --install, the only argument is the document or its folder (default: this folder).',
  args: {
    base: { name: 'BASE', help: 'Common ancestor of both versions', completes: 'file', optional: true },
    ours: { name: 'OURS', help: 'Our version', completes: 'file', optional: true },
    theirs: { name: 'THEIRS', help: 'Their version', completes: 'file', optional: true },
  },
  options: {
    ...OUT_OPTION,
    path: text('Name of the document in messages', { value: 'PATH', fallback: 'OURS' }),
    install: flag('Set up git to merge documents with this command'),
  },
  examples: {
    'Write the merged document over OURS':
      'archctl model merge base.yaml model.yaml theirs.yaml --out model.yaml',
    'Print the result without writing it': 'archctl model merge base.yaml model.yaml theirs.yaml',
    'Install the merge driver of git': 'archctl model merge --install models',
  },
  related: ['model diff', 'model fmt'],
  async run(context, { args, options: { out: file, path, install } }) {
    if (install) return installDriver(context, args);
    checkOutput(context, file);
    const base = await sourceAt('BASE', args.base);
    const ours = await sourceAt('OURS', args.ours);
    const theirs = await sourceAt('THEIRS', args.theirs);
    const name = path ?? ours.path;
    const { text: merged, conflicts, failure } = mergedText({ base, ours, theirs }, name);
    if (context.parsed.globals.dryRun && file !== undefined)
      return { kind: 'record', record: { path: file, conflicts }, columns: PLANNED, ...failure };
    return { ...(await textOutput(context, merged, file)), ...failure };

    async function sourceAt(argument: string, given: string | undefined): Promise<SourceFile> {
      if (given === undefined) throw usageError(`Argument ${argument} is missing.`);
      const [source, ...others] = await readSources(context, [given]);
      if (source === undefined || others.length > 0)
        throw usageError(`Argument ${argument}: ${given} is a folder; merge one file at a time.`);
      if (isDecisionFile(source))
        throw usageError(`Argument ${argument}: ${given} is a decision, which git merges as text.`);
      return source;
    }
  },
});

interface Sides {
  base: SourceFile;
  ours: SourceFile;
  theirs: SourceFile;
}

interface MergedText {
  text: string;
  /** One line per conflict. */
  conflicts: readonly string[];
  /** Set unless the merge is clean. */
  failure?: { failure: ArchctlError };
}

function mergedText(sides: Sides, name: string): MergedText {
  const { base, ours, theirs } = sides;
  let models: Record<keyof Sides, Model>;
  try {
    models = { base: modelIn(base), ours: modelIn(ours), theirs: modelIn(theirs) };
  } catch (error) {
    if (error instanceof ArchctlError) return mergedLines(sides, name, error);
    throw error;
  }
  const same = unchanged(base, ours, theirs);
  if (same) return { text: same.text, conflicts: [] };
  const merge = (winner?: Winner) => mergeModels(models.base, models.ours, models.theirs, winner);
  const { model, conflicts } = merge();
  if (conflicts.length === 0) return { text: rewriteFile(ours, model)[0]?.text ?? '', conflicts: [] };
  const lines = conflicts.map(wordsOf);
  const error = new ArchctlError('check', `${name} has ${pluralize(conflicts.length, 'conflict')}.`, {
    details: lines,
    hint: 'Edit the blocks between <<<<<<< and >>>>>>>, then check the file with "archctl model validate".',
  });
  return {
    text: markedText(sides, (winner) => merge(winner).model),
    conflicts: lines,
    failure: { failure: error },
  };
}

/**
 * The document with both versions of each conflict. Falls back to a line merge if a version cannot be written into
 * ours.
 */
function markedText(sides: Sides, modelOf: (winner: Winner) => Model): string {
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
function mergedLines(sides: Sides, name: string, { message, facts }: ArchctlError): MergedText {
  const text = mergedByLines(sides);
  const blocks = pluralize(countBlocks(text), 'conflict');
  const error = usageError(`${name} was merged line by line, with ${blocks}: ${message}`, facts);
  return { text, conflicts: [message], failure: { failure: error } };
}

const mergedByLines = ({ base, ours, theirs }: Sides): string =>
  mergeWithMarkers(linesOf(base), linesOf(ours), linesOf(theirs)).join('\n');

const linesOf = (file: SourceFile | undefined): string[] => (file?.text ?? '').split('\n');

const PLANNED = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'conflicts', kind: 'list', priority: 2 },
] as const;

/** If only one side changed the document, returns that side byte for byte. */
function unchanged(base: SourceFile, ours: SourceFile, theirs: SourceFile): SourceFile | undefined {
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
    hint: 'Edit the merged file, then check it with "archctl model validate".',
  });
}

function wordsOf({ kind, id, field, removedBy, ours, theirs, base }: Conflict): string {
  const what = kind === 'document' ? 'document' : `${KINDS[kind].noun} ${id}`;
  if (removedBy)
    return `${what}: ${removedBy} removed it, ${removedBy === 'ours' ? 'theirs' : 'ours'} changed it or added something below it`;
  const sides = { base, ours, theirs };
  const values = Object.entries(sides).map(([side, value]) => `${side} ${shown(value)}`);
  return `${what}, ${field}: ${values.join(', ')}`;
}

const LONGEST = 60;

function shown(value: Value | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
