import { join } from 'node:path';
import type { Context } from '../../../cli/command/spec.js';
import type { ExportedText } from '../../../model/dialects/export.js';
import { updateOutput } from '../../shared/output/output-file.js';

export interface WrittenText {
  path: string;
  shows: string;
  state: 'new' | 'changed' | 'unchanged' | 'would be written';
}

/**
 * Writes each text to its file in a folder, which is created if needed. Files with the same content are not written.
 * Errors: `usage`, with the reason; links are refused.
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
