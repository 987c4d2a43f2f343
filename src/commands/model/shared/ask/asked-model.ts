import { usageError } from '../../../../base/errors.js';
import type { Context } from '../../../../cli/command/spec.js';
import type { Model } from '../../../../model/document/element.js';
import { isElsewhere, modelOfFiles, oneSide } from '../sides.js';
import { readSources } from '../sources.js';

/** The one model that a question is about. */

/** The argument that names it. */
export const MODEL_ARG = {
  name: 'FILE',
  help: 'Files or folders of one model; or one of live, live@VERSION, draft:NAME, git:REF:PATH',
  variadic: true,
  completes: 'file',
} as const;

/** Whether the arguments name one model elsewhere than in files. Errors: `usage` where it stands beside others. */
export function isOneElsewhere(paths: readonly string[]): boolean {
  const elsewhere = paths.find(isElsewhere);
  if (elsewhere !== undefined && paths.length > 1)
    throw usageError(`Argument FILE: ${elsewhere} stands alone.`, {
      hint: 'The files of one model go together; a landscape, a draft and a commit are whole models.',
    });
  return elsewhere !== undefined;
}

/** Objects, connections and what they name; of a landscape nothing that stands on diagrams. Errors: as of `bothSides`. */
export async function askedModel(context: Context, paths: readonly string[]): Promise<Model> {
  if (isOneElsewhere(paths)) return oneSide(context, paths, false);
  return modelOfFiles(await readSources(context, paths));
}
