/** The subset of shell syntax in documents: quotes, `&&`, `|`, `#` and a backslash at the end of a line. */

/** Command lines of a text, in order; those of a pipe one by one. Comments are omitted. */
export function commandLines(text: string): string[][] {
  const joined = text.replace(/\\\n\s*/g, ' ');
  const lines: string[][] = [];
  for (const line of joined.split('\n')) {
    let words: string[] = [];
    for (const token of tokens(line)) {
      if (token === '#') break;
      if (['&&', '||', '|', ';'].includes(token)) {
        lines.push(words);
        words = [];
      } else words.push(unquoted(token));
    }
    lines.push(words);
  }
  return lines.filter((words) => words.length > 0);
}

const tokens = (line: string): string[] =>
  line
    .match(/&&|\|\||\||;|#.*$|(?:"(?:\\.|[^"\\])*"|'[^']*'|\$\([^)]*\)|[^\s"'|;&])+/g)
    ?.map((it) => (it.startsWith('#') ? '#' : it)) ?? [];

const unquoted = (word: string): string =>
  word.replace(
    /"((?:\\.|[^"\\])*)"|'([^']*)'/g,
    (_, double: string | undefined, single: string | undefined) =>
      double === undefined ? (single ?? '') : double.replace(/\\(["\\$`])/g, '$1'),
  );
