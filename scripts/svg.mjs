// Renders a terminal screen as SVG with selectable text, in the light or dark colour scheme of the reader's system.

const COLUMNS = 80;
const CELL = 8.4;
const LINE = 20;
const MARGIN = 16;
const TITLE_BAR = 30;
const ESCAPE = String.fromCharCode(27);
const SGR = new RegExp(`${ESCAPE}\\[([\\d;]*)m`, 'g');

/** CSS classes by the SGR code that sets them. */
const CLASS_BY_CODE = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y', 34: 'u', 35: 'm', 36: 'c' };
/** CSS classes by the SGR code that resets them. */
const CLASSES_BY_RESET_CODE = { 22: ['b', 'd'], 39: ['r', 'g', 'y', 'u', 'm', 'c'] };

const STYLE = [
  'text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:#24292f}',
  '.w{fill:#fbfbfa;stroke:#d5d8dc}.o{fill:#d5d8dc}.b{font-weight:600}.d{fill:#6b7280}',
  '.r{fill:#b42318}.g{fill:#1a7f37}.y{fill:#8a5a00}.u{fill:#0b5cad}.m{fill:#8250df}.c{fill:#0f6f78}',
  '@media(prefers-color-scheme:dark){text{fill:#dfe3e8}.w{fill:#1b1f24;stroke:#3a4048}.o{fill:#4a515a}.d{fill:#8b949e}',
  '.r{fill:#ff8a80}.g{fill:#6fd58b}.y{fill:#e3b341}.u{fill:#79b8ff}.m{fill:#d2a8ff}.c{fill:#76d7e0}}',
].join('');

const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const round = (value) => Number(value.toFixed(1));

/** Splits a row into runs of one style, `{ text, column, classes }`, and wraps them at the width of the window. */
function styledRows(row) {
  const classes = new Set();
  const rows = [[]];
  let column = 0;
  const append = (text) => {
    let rest = [...text];
    while (rest.length > 0) {
      if (column === COLUMNS) {
        rows.push([]);
        column = 0;
      }
      const part = rest.slice(0, COLUMNS - column);
      rows.at(-1).push({ text: part.join(''), column, classes: [...classes].join(' ') });
      column += part.length;
      rest = rest.slice(part.length);
    }
  };
  let from = 0;
  for (const match of row.matchAll(SGR)) {
    append(row.slice(from, match.index));
    from = match.index + match[0].length;
    for (const code of (match[1] || '0').split(';')) {
      if (code === '0') classes.clear();
      else if (CLASS_BY_CODE[code]) classes.add(CLASS_BY_CODE[code]);
      else for (const name of CLASSES_BY_RESET_CODE[code] ?? []) classes.delete(name);
    }
  }
  append(row.slice(from));
  return rows;
}

/** SVG of a screen. Each run of text has a fixed position and width, so that columns align in any font. */
export function svgOf({ line, rows }) {
  const content = [`${ESCAPE}[1m$ ${line}`, ...rows].flatMap(styledRows);
  const width = round(COLUMNS * CELL + 2 * MARGIN);
  const height = TITLE_BAR + content.length * LINE + MARGIN;
  const texts = content.flatMap((row, index) =>
    row
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, column, classes }) => {
        const indent = text.length - text.trimStart().length;
        const words = text.trim();
        const x = round(MARGIN + (column + indent) * CELL);
        const y = TITLE_BAR + index * LINE + 14;
        const attribute = classes === '' ? '' : ` class="${classes}"`;
        return `<text x="${x}" y="${y}"${attribute} textLength="${round([...words].length * CELL)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escapeXml(words)}</text>`;
      }),
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(line)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="w" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...[0, 1, 2].map((index) => `<circle class="o" cx="${18 + index * 16}" cy="15" r="5"/>`),
    ...texts,
    '</svg>',
  ].join('\n')}\n`;
}
