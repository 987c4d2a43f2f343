// Draws a terminal screen as SVG: real text in a quiet window, light or dark as the reader's system is.

const COLUMNS = 80;
const CELL = 8.4;
const LINE = 20;
const MARGIN = 16;
const BAR = 30;
const ESCAPE = String.fromCharCode(27);
const SGR = new RegExp(`${ESCAPE}\\[([\\d;]*)m`, 'g');

/** Classes by the number that switches them on; the numbers that switch them off again. */
const ON = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y', 34: 'u', 35: 'm', 36: 'c' };
const OFF = { 22: ['b', 'd'], 39: ['r', 'g', 'y', 'u', 'm', 'c'] };

const STYLE = [
  'text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:#24292f}',
  '.w{fill:#fbfbfa;stroke:#d5d8dc}.o{fill:#d5d8dc}.b{font-weight:600}.d{fill:#6b7280}',
  '.r{fill:#b42318}.g{fill:#1a7f37}.y{fill:#8a5a00}.u{fill:#0b5cad}.m{fill:#8250df}.c{fill:#0f6f78}',
  '@media(prefers-color-scheme:dark){text{fill:#dfe3e8}.w{fill:#1b1f24;stroke:#3a4048}.o{fill:#4a515a}.d{fill:#8b949e}',
  '.r{fill:#ff8a80}.g{fill:#6fd58b}.y{fill:#e3b341}.u{fill:#79b8ff}.m{fill:#d2a8ff}.c{fill:#76d7e0}}',
].join('');

const safe = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const round = (value) => Number(value.toFixed(1));

/** Rows of runs of one style, `{ text, column, classes }`; what is longer than the window goes on in the next row. */
function runs(row) {
  const classes = new Set();
  const rows = [[]];
  let column = 0;
  const put = (text) => {
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
    put(row.slice(from, match.index));
    from = match.index + match[0].length;
    for (const code of (match[1] || '0').split(';')) {
      if (code === '0') classes.clear();
      else if (ON[code]) classes.add(ON[code]);
      else for (const name of OFF[code] ?? []) classes.delete(name);
    }
  }
  put(row.slice(from));
  return rows;
}

/** The picture of a screen. Every run of text has its place and its width, so that no font spoils the columns. */
export function svgOf({ line, rows }) {
  const content = [`${ESCAPE}[1m$ ${line}`, ...rows].flatMap(runs);
  const width = round(COLUMNS * CELL + 2 * MARGIN);
  const height = BAR + content.length * LINE + MARGIN;
  const texts = content.flatMap((row, index) =>
    row
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, column, classes }) => {
        const lead = text.length - text.trimStart().length;
        const words = text.trim();
        const x = round(MARGIN + (column + lead) * CELL);
        const y = BAR + index * LINE + 14;
        const attribute = classes === '' ? '' : ` class="${classes}"`;
        return `<text x="${x}" y="${y}"${attribute} textLength="${round([...words].length * CELL)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${safe(words)}</text>`;
      }),
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${safe(line)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="w" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...[0, 1, 2].map((index) => `<circle class="o" cx="${18 + index * 16}" cy="15" r="5"/>`),
    ...texts,
    '</svg>',
  ].join('\n')}\n`;
}
