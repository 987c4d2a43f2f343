import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArchctlError, usageError } from '../../../base/errors.js';
import { pluralize } from '../../../base/text/words.js';
import { texts } from '../../../cli/command/options.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import { reportedChanges } from '../../../model/compare/change-report.js';
import { type Change, diffModels } from '../../../model/compare/diff.js';
import { diffDecisions } from '../../../model/compare/diff-decisions.js';
import { withMoves } from '../../../model/compare/moves.js';
import type { Model, Move } from '../../../model/document/element.js';
import type { ReadFiles, SourceFile } from '../../../model/document/read.js';
import { readEdited } from '../../../model/edit/finish-edit.js';
import { refuseDocument } from './findings/refuse.js';
import { readLocked } from './lock.js';
import { modelPaths, USUAL_MODEL } from './model-paths.js';
import { type PulledFile, type Target, writeFiles } from './pulled-files.js';
import { drawChanges } from './report/diff-text.js';
import { readSources } from './sources.js';

/** Commands that edit the files of a model: they show the change, ask, and write all files or none. */

export const MODEL_OPTION = {
  model: texts('Files or folders of the model', {
    value: 'FILE',
    fallback: USUAL_MODEL,
    completes: 'file',
  }),
};

export interface OpenedModel {
  files: readonly SourceFile[];
  read: ReadFiles;
  target: Target;
}

/** Reads the files to edit. Errors: `usage` for files that cannot be read, and for stdin. */
export async function openModel(
  context: Context,
  { model: named }: { model?: readonly string[] | undefined },
): Promise<OpenedModel> {
  const model = named ?? usualPaths(context);
  if (model.includes('-'))
    throw usageError('A model from stdin cannot be edited.', { hint: 'Pass a file or a folder.' });
  const files = await readSources(context, model).catch((error: unknown) => {
    throw asOptionError(error);
  });
  const read = await readLocked(context, files);
  refuseDocument(read.findings, files, 'nothing was written');
  return { files, read, target: targetOf(context.world.cwd, model) };
}

/** An error about the argument FILE as one about the option, which commands that edit files have instead. */
function asOptionError(error: unknown, hint?: string): unknown {
  if (!(error instanceof ArchctlError) || error.kind !== 'usage') return error;
  const message = error.message.replace(/^Argument FILE/, 'Option --model');
  return new ArchctlError('usage', message, { ...error.facts, ...(hint !== undefined && { hint }) });
}

function usualPaths(context: Context): string[] {
  try {
    return modelPaths(context);
  } catch (error) {
    throw asOptionError(error, 'Name the model with --model FILE|DIR.');
  }
}

/** The folder or file that arguments name; this folder for several. */
export function targetOf(cwd: string, paths: readonly string[]): Target {
  const [path = '.', ...others] = paths;
  if (others.length > 0) return { dir: '.' };
  return statSync(resolve(cwd, path)).isDirectory() ? { dir: path } : { file: path };
}

export interface Edit {
  opened: OpenedModel;
  /** The files after the edit. */
  files: readonly SourceFile[];
  /** `Remove 3 elements`: the heading, and the question with `?`. */
  action: string;
  /** The changed id, so that the element counts as one. */
  moved?: Move;
}

/**
 * Shows the changes, asks for confirmation if `asks` is set, and writes the files. Errors: `usage` if the document would
 * have new errors; nothing is written then.
 */
export async function finishEdit(
  context: Context,
  { opened, files, action, moved }: Edit,
  asks: boolean,
): Promise<Outcome> {
  const { terminal, world, parsed } = context;
  const { read, target, files: before } = opened;
  const after = readEdited({ files: before, read }, files);
  const changes = changesBetween(read.model, after.model, moved);
  const draw = (title: string) => (line: Parameters<typeof drawChanges>[2]) =>
    drawChanges(title, changes, line);
  const isDry = parsed.globals.dryRun === true;
  const isShown = asks && context.asks && !isDry;
  if (isShown) {
    await terminal.render({ kind: 'drawing', data: reportedChanges(changes), draw: draw(`${action}:`) });
    await context.confirm(`${action}?`);
  } else if (asks && !isDry) await context.confirm(`${action}?`);
  const written = writeFiles({ world }, target, before, files, isDry).filter(
    ({ status }) => status !== 'unchanged',
  );
  const data = { changes: reportedChanges(changes), files: written };
  if (isShown) return { kind: 'drawing', data, draw: ({ safe }) => safe(filesInWords(written, isDry)) };
  return {
    kind: 'drawing',
    data,
    draw: (line) => [draw(`${action}:`)(line), '', line.safe(filesInWords(written, isDry))].join('\n'),
  };
}

/** `Changed models/a.yaml and models/b.yaml.` */
export function filesInWords(written: readonly PulledFile[], isDry: boolean): string {
  if (written.length === 0) return 'No file changes.';
  const verb = isDry ? 'Would change' : 'Changed';
  const paths = written.map(({ path }) => path);
  return paths.length > MAX_LISTED
    ? `${verb} ${pluralize(paths.length, 'file')}; -o json lists them.`
    : `${verb} ${paths.length === 1 ? paths[0] : `${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}`}.`;
}

const MAX_LISTED = 5;

const changesBetween = (before: Model, after: Model, moved: Move | undefined): Change[] => [
  ...diffModels(withMoves(before, { ...after, moved: moved ? [moved] : [] }), after, { exact: true }),
  ...diffDecisions(before, after),
];
