/**
 * Parses a plain-text table: one row per line, cells separated by `|`, blank lines ignored.
 * @throws Error if the number of cells differs from the number of columns.
 */
export function readTable<C extends string>(columns: readonly C[], text: string): Record<C, string>[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      if (cells.length !== columns.length) {
        throw new Error(`Seed row has ${cells.length} cells, not ${columns.length}: ${line}`);
      }
      return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as Record<C, string>;
    });
}

/** The words of a cell; empty for an empty cell. */
export function words(cell: string): string[] {
  return cell.split(/\s+/).filter((word) => word !== '');
}

/**
 * Parses a cell as one of a set of values.
 * @throws Error for any other value.
 */
export function oneOf<T extends string>(values: readonly T[], cell: string): T {
  const found = values.find((value) => value === cell);
  if (found === undefined) throw new Error(`Seed value "${cell}" is not one of: ${values.join(', ')}`);
  return found;
}
