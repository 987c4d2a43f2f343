import type { LineContext } from '../../../../terminal/types.js';
import { displayWidth, truncate } from '../../../../terminal/width.js';
import type { Located } from './located.js';

/** Findings for people: location, message, and the source line with a marker. */

/** Maximum length of a message; longer messages quote long input. */
const MAX_MESSAGE_LENGTH = 500;
/** Maximum number of findings; other formats list all. */
const MAX_SHOWN = 1_000;
const TAB = '  ';

export function drawFindings(found: readonly Located[], context: LineContext): string {
  const shown = found.slice(0, MAX_SHOWN).map((it) => drawFinding(it, context));
  const remaining = found.length - shown.length;
  if (remaining > 0) shown.push(`… and ${remaining} more; -o json lists all.\n`);
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
  text.length > MAX_MESSAGE_LENGTH ? truncate(text, MAX_MESSAGE_LENGTH) : text;

/** Formats the source line, truncated around the finding, and a marker below it. Empty for a blank line. */
function frame(
  line: number,
  { text, from, to }: Pick<Located, 'text' | 'from' | 'to'>,
  { palette, safe, width }: LineContext,
): string[] {
  const gutter = `  ${line} | `;
  const available = Math.max(20, width - gutter.length);
  // Limits the context around the finding, in UTF-16 code units: a line can be as long as the file.
  const contextLength = 2 * available;
  const excerpt = (a: number, b: number): string => safe(substring(text, a, b).replaceAll('\t', TAB));
  const range = excerpt(from, Math.min(to, from + contextLength));
  const after = to > from + contextLength ? '' : excerpt(to, to + contextLength);
  const unused = available - displayWidth(`${range}${after}`, available);
  const before = endOf(excerpt(from - contextLength, from), Math.max(Math.floor(available / 2), unused));
  const mark = truncate(range, available - displayWidth(before));
  const whole = truncate(`${before}${mark}${after}`, available);
  if (whole.trim() === '') return [];
  const caret = `${' '.repeat(displayWidth(before))}${'^'.repeat(Math.max(1, displayWidth(mark)))}`;
  return [
    `${palette.dim(gutter)}${whole}`,
    `${palette.dim(`${' '.repeat(gutter.length - 2)}| `)}${palette.red(caret)}`,
  ];
}

/** Substring that does not split a surrogate pair. */
function substring(text: string, from: number, to: number): string {
  const isLowSurrogate = (at: number): boolean => at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  const start = Math.max(0, from);
  return text.slice(isLowSurrogate(start) ? start + 1 : start, isLowSurrogate(to) ? to + 1 : to);
}

/** Returns the end of a text, with an ellipsis if it was truncated. */
function endOf(text: string, available: number): string {
  if (displayWidth(text, available + 1) <= available) return text;
  let end = [...text].slice(-available);
  while (displayWidth(end.join('')) > available - 1) end = end.slice(1);
  return `…${end.join('')}`;
}
