import { pluralize } from '../../../base/text/words.js';
import type { Context } from '../spec.js';
import { changeLine, changeLink, type Written } from './change-line.js';
import type { WrittenFamily } from './command-family.js';

/** Maximum number of lines for one command. */
const MAX_LINES = 20;

/** Prints a line for each written record, up to a limit; a single one with its URL in the web app. */
export async function reportChanges(
  context: Context,
  kind: WrittenFamily,
  written: readonly Written[],
): Promise<void> {
  const { terminal } = context;
  const { family, labelOf, contentsOf } = kind;
  for (const it of written.slice(0, MAX_LINES)) {
    const contents = it.before === null ? contentsOf?.(it.after) : '';
    terminal.success(`${await changeLine(context, family, it, labelOf?.(it.after))}${contents ?? ''}`);
  }
  const more = written.length - MAX_LINES;
  if (more > 0) terminal.note(`and ${pluralize(more, `more ${family.shape.noun}`)}`);
  const [only] = written;
  if (only !== undefined && written.length === 1) await reportLink(context, kind, only);
}

/** Prints the URL of a record in the web app, or how to see a new one. */
export async function reportLink(
  context: Context,
  { family, howToSee }: Pick<WrittenFamily, 'family' | 'howToSee'>,
  { before, after }: Written,
): Promise<void> {
  const link = await changeLink(context, family, after);
  const text = link ?? (before === null ? await howToSee?.(context, String(after.id)) : undefined);
  if (text !== undefined) context.terminal.remark(`  ${text}`);
}
