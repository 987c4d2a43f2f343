import { usageError } from '../../../base/errors.js';
import { pluralize } from '../../../base/text/words.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import { dashed } from '../../../contract/doc.js';
import { linesOf } from '../../../model/compare/lines.js';
import { MODEL_KINDS } from '../../../model/document/kinds.js';
import type { SourceFile } from '../../../model/document/read.js';
import type { DriftItem } from '../../../model/plan/drift.js';
import { acceptedFiles } from '../../../model/sync/accept-drift.js';
import type { DriftAim, DriftComparison } from '../../../model/sync/drift-model.js';
import type { LineContext } from '../../../terminal/types.js';
import { filesInWords, targetOf } from './edited-files.js';
import { readLocked } from './lock.js';
import { writeFiles } from './pulled-files.js';
import { fieldLine } from './report/diff-text.js';

/** Writes accepted drift into the files of a model. */

export interface AcceptInput {
  /** Arguments of the command, and the files that they name. */
  paths: readonly string[];
  files: readonly SourceFile[];
  found: DriftComparison;
  /** Patterns of the elements whose drift is accepted. */
  names: readonly string[];
  driftOptions: DriftAim;
}

export async function acceptDrift(
  context: Context,
  { paths, files, found, names, driftOptions }: AcceptInput,
): Promise<Outcome> {
  const { world, parsed } = context;
  if (paths.includes('-'))
    throw usageError('Option --accept: a model from stdin cannot be changed.', {
      hint: 'Pass a file or a folder.',
    });
  const read = await readLocked(context, files);
  const { files: after, items } = await acceptedFiles(files, read, found, names, driftOptions);
  const isDry = parsed.globals.dryRun === true;
  const written = writeFiles({ world }, targetOf(world.cwd, paths), files, after, isDry).filter(
    ({ status }) => status !== 'unchanged',
  );
  const data = {
    accepted: items.map(({ state, kind, id, name, fields }) => ({
      state,
      kind: dashed(kind),
      id,
      name,
      fields,
    })),
    files: written,
  };
  return {
    kind: 'drawing',
    data,
    draw: (line) =>
      [
        line.palette.bold(
          `${isDry ? 'Would accept' : 'Accepted'} the drift of ${pluralize(items.length, 'element')}:`,
        ),
        ...items.flatMap((it) => itemLines(it, line)),
        '',
        line.safe(filesInWords(written, isDry)),
      ].join('\n'),
  };
}

const STATES = { changed: 'changed', new: 'added', gone: 'removed' } as const;

const itemLines = ({ state, kind, id, name, fields }: DriftItem, line: LineContext): string[] => [
  `  ${MODEL_KINDS[kind].noun} ${line.safe(name)}  ${line.palette.dim(STATES[state])}`,
  ...linesOf({ kind, id, name, change: 'changed', fields }).map((it) => fieldLine(it, line)),
];
