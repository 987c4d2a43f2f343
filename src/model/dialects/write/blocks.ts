/** A statement with a block of indented lines; the statement alone if there are none. */
export const blockOf = (head: string, lines: readonly string[], indent = '  '): string[] =>
  lines.length === 0 ? [head] : [`${head} {`, ...lines.map((it) => indent + it), '}'];
