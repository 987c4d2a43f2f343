/** Note below a list that `--limit` truncated; `total` is the number of items if all were read. */
export const limitNote = (limit: number, total?: number): string =>
  `Showing the first ${limit}${total === undefined ? '' : ` of ${total}`}; --limit shows more.`;
