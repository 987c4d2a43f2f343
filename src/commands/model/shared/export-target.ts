import { statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import type { Context } from '../../../cli/command/spec.js';
import type { ExportedText } from '../../../model/dialects/export.js';
import { updateOutput } from '../../shared/output-file.js';

/** Where an export goes. */

/** Whether a path names a folder: one that is there, that ends like one, or that has no extension as files have. */
export function isFolder({ world }: Pick<Context, 'world'>, path: string): boolean {
  if (path === '-') return false;
  const stat = statSync(resolve(world.cwd, path), { throwIfNoEntry: false });
  if (stat) return stat.isDirectory();
  return /[/\\]$/.test(path) || extname(path) === '';
}

export interface WrittenText {
  path: string;
  shows: string;
  state: 'new' | 'changed' | 'unchanged' | 'would be written';
}

/**
 * Writes each text to its file in a folder, which is made where there is none; those that hold just that are left alone.
 * Errors: `usage`, with the reason; links in their places are refused.
 */
export async function writeTexts(
  context: Context,
  folder: string,
  texts: readonly ExportedText[],
): Promise<WrittenText[]> {
  const isDry = context.parsed.globals.dryRun === true;
  const written: WrittenText[] = [];
  for (const { name, shows, text } of texts) {
    const path = join(folder, name);
    const state = isDry ? 'would be written' : (await updateOutput(context, path, [Buffer.from(text)])).state;
    written.push({ path, shows, state });
  }
  return written;
}
