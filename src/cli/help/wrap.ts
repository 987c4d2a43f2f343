/** Wraps help texts by word to the width of the terminal, at most 100 columns. */

/** Style of a help text. `bold` and `dim` are the identity without colour. */
export interface HelpStyle {
  bold(text: string): string;
  dim(text: string): string;
  /** Columns of the terminal (default: 80). */
  width?: number;
}

/** Columns without a terminal, and of the root help on wider terminals. */
export const DEFAULT_WIDTH = 80;
/** Maximum number of columns. */
const MAX_WIDTH = 100;
const MIN_WIDTH = 30;
/** Minimum width of the second column; if there is less, it moves below the first. */
const MIN_SECOND = 24;

export const widthOf = ({ width = DEFAULT_WIDTH }: HelpStyle): number =>
  Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width));

export const rootWidthOf = (style: HelpStyle): number => Math.min(DEFAULT_WIDTH, widthOf(style));

/** Wraps units that are never broken; a longer unit gets its own line. */
export function wrapUnits(units: readonly string[], width: number, indent = 0): string {
  const lines: string[] = [];
  let line = '';
  for (const unit of units) {
    if (line !== '' && line.length + 1 + unit.length > width - indent) {
      lines.push(line);
      line = unit;
    } else line = line === '' ? unit : `${line} ${unit}`;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/** Wraps by word; a longer word gets its own line. */
export const wrap = (text: string, width: number, indent = 0): string =>
  text
    .split('\n')
    .map((paragraph) => wrapUnits(paragraph.split(' '), width, indent))
    .join(`\n${' '.repeat(indent)}`);

/** Splits a shell line into words; keeps quotes and `$(…)` together. */
const shellWords = (line: string): string[] =>
  line.match(/(?:\$\((?:[^()"']|"[^"]*"|'[^']*')*\)|"[^"]*"|'[^']*'|\S)+/g) ?? [];

/** Wraps a command line like a shell script: breaks before words and keeps an option with its value. */
export function wrapCommand(line: string, width: number): string {
  const units: string[] = [];
  for (const word of shellWords(line)) {
    const last = units.at(-1);
    if (last !== undefined && /^--?[a-z][\w-]*$/i.test(last) && !word.startsWith('-'))
      units[units.length - 1] = `${last} ${word}`;
    else units.push(word);
  }
  // Two for the margin, two for " \".
  const room = width - 4;
  const lines: string[] = [];
  for (const unit of units) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(unit);
    else if (last.length + 1 + unit.length > room) lines.push(`    ${unit}`);
    else lines[lines.length - 1] = `${last} ${unit}`;
  }
  return lines.map((part) => `  ${part}`).join(' \\\n');
}

/** Two aligned columns; a first part that is too long gets its own line. */
export function twoColumns(rows: readonly (readonly [string, string])[], width = DEFAULT_WIDTH): string {
  const nameWidth = Math.min(30, Math.max(...rows.map(([name]) => name.length)) + 2);
  const isNarrow = width - nameWidth - 2 < MIN_SECOND;
  return rows
    .map(([name, help]) => {
      const indent = isNarrow ? 6 : nameWidth + 2;
      const apart = isNarrow || name.length + 2 > nameWidth;
      const head = apart ? `  ${name}\n${' '.repeat(indent)}` : `  ${name.padEnd(nameWidth)}`;
      return `${head}${wrap(help, width, indent)}`;
    })
    .join('\n');
}

/** A help text rendered at build time, for any style of the same width. */

// Control characters that mark bold and dim text.
const [BOLD, DIM, END] = ['\x01', '\x02', '\x03'];
const PARTS = new RegExp(`([${BOLD}${DIM}])([^${END}]*)${END}`, 'g');

/** Style that writes the marks. */
export const MARKING_STYLE: HelpStyle = {
  bold: (text) => `${BOLD}${text}${END}`,
  dim: (text) => `${DIM}${text}${END}`,
};

/** Applies a style; undefined if the style is narrower than the text. */
export function applyStyle(marked: string, style: HelpStyle): string | undefined {
  if (rootWidthOf(style) !== DEFAULT_WIDTH) return undefined;
  return marked.replace(PARTS, (_, mark, text) => (mark === BOLD ? style.bold(text) : style.dim(text)));
}
