import { usageError } from '../../../../base/errors.js';
import type { Context } from '../../../../cli/command/spec.js';
import type { Model } from '../../../../model/document/element.js';
import { FILES_ARG, USUAL_MODEL } from '../model-paths.js';
import { isElsewhere, modelOfFiles, oneSide, readPaths } from '../sides.js';

/** Reads the single model of a question. */

export const MODEL_ARG = {
  ...FILES_ARG,
  help: `Files or folders of one model, or one of live, live@VERSION, draft:NAME, git:REF:PATH (default: ${USUAL_MODEL})`,
} as const;

/**
 * Returns true if the arguments name one model outside files. Errors: `usage` if it is combined with other arguments.
 */
export function isOneElsewhere(paths: readonly string[]): boolean {
  const elsewhere = paths.find(isElsewhere);
  if (elsewhere !== undefined && paths.length > 1)
    throw usageError(`Argument FILE: ${elsewhere} cannot be combined with other arguments.`, {
      hint: 'Only files and folders can be combined; a landscape, a draft and a commit are complete models.',
    });
  return elsewhere !== undefined;
}

/**
 * Reads objects, connections and their references; of a landscape without diagram contents. Errors: as of `bothSides`.
 */
export async function readModelFiles(context: Context, paths: readonly string[]): Promise<Model> {
  if (isOneElsewhere(paths)) return oneSide(context, paths, false);
  return modelOfFiles(context, await readPaths(context, paths));
}
