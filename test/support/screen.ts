/** A minimal terminal emulator: text, line breaks, cursor movement, erasing. */

export interface Screen {
  write(data: string): void;
  /** Lines without trailing blanks. */
  readonly lines: string[];
  /** The lines as one text, without trailing empty lines. */
  readonly text: string;
}

const ESC = '\u001b';
const TOKEN = new RegExp(
  [
    `${ESC}\\[([?\\d;]*)([A-Za-z])`,
    // Character sets and keypad modes, which fish sets.
    `${ESC}[()]\\w|${ESC}[=>78]`,
    `${ESC}\\][^\u0007${ESC}]*(?:\u0007|${ESC}\\\\)`,
    '[^]',
  ].join('|'),
  'gu',
);

export function screen(columns: number, rows: number): Screen {
  const cells: string[][] = [[]];
  let row = 0;
  let column = 0;
  const line = (): string[] => {
    cells[row] ??= [];
    return cells[row] ?? [];
  };
  const feed = (): void => {
    row += 1;
    if (row >= rows) {
      cells.shift();
      row = rows - 1;
    }
  };
  const put = (character: string): void => {
    if (column >= columns) {
      column = 0;
      feed();
    }
    const cell = line();
    while (cell.length < column) cell.push(' ');
    cell[column] = character;
    column += 1;
  };
  const erase = (mode: number): void => {
    if (mode === 0) line().splice(column);
    else if (mode === 1) line().fill(' ', 0, column + 1);
    else line().splice(0);
  };
  const move = (amount: number, command: string): void => {
    if (command === 'A') row = Math.max(0, row - amount);
    if (command === 'B') row = Math.min(rows - 1, row + amount);
    if (command === 'C') column = Math.min(columns - 1, column + amount);
    if (command === 'D') column = Math.max(0, Math.min(column, columns - 1) - amount);
    if (command === 'E') [row, column] = [row + amount, 0];
    if (command === 'G') column = amount - 1;
  };
  const lines = (): string[] => Array.from(cells, (cell) => (cell ?? []).join('').trimEnd());
  return {
    write(data) {
      for (const [token, parameters = '', command] of data.matchAll(TOKEN)) {
        if (command === 'K') erase(Number(parameters) || 0);
        else if (command === 'J') {
          line().splice(column);
          cells.splice(row + 1);
        } else if (command !== undefined) move(Number(parameters) || 1, command);
        else if (token === '\r') column = 0;
        else if (token === '\n') feed();
        else if (token === '\b') column = Math.max(0, column - 1);
        else if (token >= ' ' && token !== '\u007f' && !token.startsWith('\u001b')) put(token);
      }
    },
    get lines() {
      return lines();
    },
    get text() {
      return lines().join('\n').trimEnd();
    },
  };
}
