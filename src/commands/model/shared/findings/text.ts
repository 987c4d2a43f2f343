import type { LineContext } from '../../../../terminal/types.js';
import { displayWidth, truncate } from '../../../../terminal/width.js';
import type { Located } from './located.js';

/** Findings for people: location, message, and the source line with a marker. */

/** Maximum length of a message: longer ones quote misplaced text. */
const LONGEST_MESSAGE = 500;
/** Maximum number of findings; other formats list all. */
const MOST_SHOWN = 1_000;
const TAB = '  ';

export function drawFindings(found: readonly Located[], context: LineContext): string {
  const shown = found.slice(0, MOST_SHOWN).map((it) => drawFinding(it, context));
  const left = found.length - shown.length;
  if (left > 0) shown.push(`… and ${left} more; -o json lists all.\n`);
  return shown.join('\n');
}

function drawFinding({ finding, file, line, column, path, ...rest }: Located, context: LineContext): string {
  const { palette, safe } = context;
  const { severity, rule, message, hint } = finding;
  const paint = { error: palette.red, warning: palette.yellow, note: palette.blue }[severity];
  const place =
    path === undefined ? `${palette.bold(safe(file))}:${line}:${column}` : palette.bold(safe(path));
  const head = `${place}  ${paint(severity)}  `;
  const lines = [
    `${head}${safe(shortened(message))}  ${palette.dim(safe(rule))}`,
    ...frame(line, rest, context),
  ];
  if (hint !== undefined) lines.push(`  ${palette.cyan('hint:')} ${safe(shortened(hint))}`);
  return `${lines.join('\n')}\n`;
}

const shortened = (text: string): string =>
  text.length > LONGEST_MESSAGE ? truncate(text, LONGEST_MESSAGE) : text;

/** The line, truncated around the finding, and a marker below it. Empty for a blank line. */
function frame(
  line: number,
  { text, from, to }: Pick<Located, 'text' | 'from' | 'to'>,
  { palette, safe, width }: LineContext,
): string[] {
  const gutter = `  ${line} | `;
  const room = Math.max(20, width - gutter.length);
  // Context before and after the finding in UTF-16 code units: a line may be as long as the file.
  const near = 2 * room;
  const shown = (a: number, b: number): string => safe(piece(text, a, b).replaceAll('\t', TAB));
  const meant = shown(from, Math.min(to, from + near));
  const behind = to > from + near ? '' : shown(to, to + near);
  const spare = room - displayWidth(`${meant}${behind}`, room);
  const before = endOf(shown(from - near, from), Math.max(Math.floor(room / 2), spare));
  const mark = truncate(meant, room - displayWidth(before));
  const whole = truncate(`${before}${mark}${behind}`, room);
  if (whole.trim() === '') return [];
  const caret = `${' '.repeat(displayWidth(before))}${'^'.repeat(Math.max(1, displayWidth(mark)))}`;
  return [
    `${palette.dim(gutter)}${whole}`,
    `${palette.dim(`${' '.repeat(gutter.length - 2)}| `)}${palette.red(caret)}`,
  ];
}

/** Substring that does not split a surrogate pair. */
function piece(text: string, from: number, to: number): string {
  const isSecond = (at: number): boolean => at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  const start = Math.max(0, from);
  return text.slice(isSecond(start) ? start + 1 : start, isSecond(to) ? to + 1 : to);
}

/** End of a text, with an ellipsis if it was truncated. */
function endOf(text: string, room: number): string {
  if (displayWidth(text, room + 1) <= room) return text;
  let left = [...text].slice(-room);
  while (displayWidth(left.join('')) > room - 1) left = left.slice(1);
  return `…${left.join('')}`;
}
