import { pluralize } from '../../../base/words.js';
import type { Context } from '../spec.js';
import { changeLine, changeLink, type Written } from './change-line.js';
import type { WrittenFamily } from './command-family.js';

/** Maximum number of lines for one command. */
const MAX_LINES = 20;

/** Prints a line for each written record, up to a limit; a single one with its URL in the web app. */
export async function reportChanges(
  context: Context,
  { family, labelOf }: WrittenFamily,
  written: readonly Written[],
): Promise<void> {
  const { terminal } = context;
  for (const it of written.slice(0, MAX_LINES))
    terminal.success(await changeLine(context, family, it, labelOf?.(it.after)));
  const more = written.length - MAX_LINES;
  if (more > 0) terminal.note(`and ${pluralize(more, `more ${family.shape.noun}`)}`);
  const [only] = written;
  if (only === undefined || written.length > 1) return;
  const link = await changeLink(context, family, only.after);
  if (link !== undefined) terminal.remark(`  ${link}`);
}
