import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { DOCUMENT_FILE } from '../../../model/document/element.js';

/** The model that commands read if the command line names none. */

/** Folder of the model in a repository. */
const USUAL_FOLDER = 'models';

/** Description of the default, for help. */
export const USUAL_MODEL = `this folder, or ${USUAL_FOLDER} in it`;

/** Argument of commands that read one model from files. */
export const FILES_ARG = {
  name: 'FILE',
  help: `Files or folders of one model; - for stdin (default: ${USUAL_MODEL})`,
  variadic: true,
  optional: true,
  completes: 'file',
} as const;

/** The typed paths, or the usual place of a model. Errors: `usage` if there is none. */
export function modelPaths({ world }: Pick<Context, 'world'>, typed: readonly string[] = []): string[] {
  if (typed.length > 0) return [...typed];
  const usual = usualModel(world.cwd);
  if (usual !== undefined) return [usual];
  throw usageError(
    `Argument FILE: there is no model here, neither ${DOCUMENT_FILE} nor a folder ${USUAL_FOLDER}.`,
    {
      hint: 'Pass its file or folder, write one with "archctl model pull", or an example with "archctl model init".',
    },
  );
}

/** The working directory or its folder `models`; undefined without a model. Other tools keep JSON files there too. */
export function usualModel(cwd: string): string | undefined {
  if (existsSync(resolve(cwd, DOCUMENT_FILE))) return '.';
  if (lstatSync(resolve(cwd, USUAL_FOLDER), { throwIfNoEntry: false })?.isDirectory()) return USUAL_FOLDER;
  return readdirSync(cwd).some((name) => /\.ya?ml$/i.test(name)) ? '.' : undefined;
}
