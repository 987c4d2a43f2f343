/** Tokens of one line of the notation, see `parse.ts`. */
export interface Token {
  kind: 'word' | 'quoted' | 'arrow' | 'reply' | 'comma';
  /** Value of the token; quoted text without quotes and escapes. */
  text: string;
  start: number;
  end: number;
}

/** A line up to its first colon, and the text behind it; undefined without a colon. */
export interface LexedLine {
  tokens: readonly Token[];
  text: string | undefined;
}

const SYMBOLS: readonly (readonly [string, Token['kind']])[] = [
  ['-->', 'reply'],
  ['->', 'arrow'],
  ['→', 'arrow'],
  [',', 'comma'],
];

const QUOTED = /"(?:[^"\\]|\\.)*"/y;

/** Splits a line into tokens. Errors: `SyntaxError` for an invalid quoted text. */
export function lexLine(line: string): LexedLine {
  const tokens: Token[] = [];
  let at = 0;
  while (at < line.length) {
    const character = line[at] ?? '';
    const symbol = SYMBOLS.find(([it]) => line.startsWith(it, at));
    if (character === ':') return { tokens, text: textOf(line.slice(at + 1)) };
    if (character.trim() === '') at += 1;
    else if (symbol) {
      const [text, kind] = symbol;
      tokens.push({ kind, text, start: at, end: at + text.length });
      at += text.length;
    } else if (character === '"') {
      QUOTED.lastIndex = at;
      const [quoted] = QUOTED.exec(line) ?? [];
      if (quoted === undefined) throw new SyntaxError('a quoted name has no closing quote');
      tokens.push({ kind: 'quoted', text: unquoted(quoted), start: at, end: at + quoted.length });
      at += quoted.length;
    } else {
      const end = wordEnd(line, at + 1);
      tokens.push({ kind: 'word', text: line.slice(at, end), start: at, end });
      at = end;
    }
  }
  return { tokens, text: undefined };
}

function wordEnd(line: string, from: number): number {
  let at = from;
  while (at < line.length) {
    const character = line[at] ?? '';
    if (character === ':' || character.trim() === '') break;
    if (SYMBOLS.some(([it]) => line.startsWith(it, at))) break;
    at += 1;
  }
  return at;
}

function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new SyntaxError(`${quoted} is not a valid quoted text; escape as in JSON`);
  }
}

/** Text of a step: quoted as a whole, or as it is. */
export function textOf(given: string): string {
  const text = given.trim();
  if (!/^".*"$/.test(text)) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}
