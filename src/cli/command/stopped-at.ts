/** Said below a list that `--limit` cut: of how many, where all of them were read. */
export const stoppedAt = (limit: number, total?: number): string =>
  `Stopped at ${limit}${total === undefined ? '' : ` of ${total}`}; --limit shows more.`;
