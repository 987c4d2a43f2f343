import { pluralize } from '../../../base/text/words.js';
import type { Context } from '../spec.js';
import { changeLine, changeLink, type RecordChange } from './change-line.js';
import type { ChangeReport } from './command-family.js';

/** Maximum number of lines for one command. */
const MAX_LINES = 20;

/** Prints a line for each written record, up to a limit; a single one with its URL in the web app. */
export async function reportChanges(
  context: Context,
  kind: ChangeReport,
  written: readonly RecordChange[],
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
  { family, howToSee }: Pick<ChangeReport, 'family' | 'howToSee'>,
  { before, after }: RecordChange,
): Promise<void> {
  const link = await changeLink(context, family, after);
  const text = link ?? (before === null ? await howToSee?.(context, String(after.id)) : undefined);
  if (text !== undefined) context.terminal.remark(`  ${text}`);
}
