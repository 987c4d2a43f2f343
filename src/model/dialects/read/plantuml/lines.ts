import { lineEnd, type Source } from '../pictures/source.js';

/** Lines of a diagram without comments. */

export interface TextLine {
  /** Trimmed. */
  text: string;
  /** Position in the file. */
  from: number;
  to: number;
}

export class Lines {
  readonly source: Source;
  #at: number;

  constructor(source: Source) {
    this.source = source;
    this.#at = source.from;
  }

  /** The next line that is not blank. */
  next(): TextLine | undefined {
    const { text, to } = this.source;
    while (this.#at < to) {
      const start = this.#at;
      const end = Math.min(lineEnd(text, start), to);
      this.#at = end + 1;
      const line = trimmed(text, start, end);
      if (line.text === '' || line.text.startsWith("'")) continue;
      if (line.text.startsWith("/'")) {
        const close = text.indexOf("'/", line.from + 2);
        // An unclosed comment extends to the end.
        this.#at = close === -1 || close + 2 > to ? to : close + 2;
        continue;
      }
      return withoutComment(line);
    }
    return undefined;
  }

  /** Continues after this position. */
  moveTo(at: number): void {
    this.#at = Math.max(this.#at, at);
  }
}

function trimmed(text: string, start: number, end: number): TextLine {
  let [from, to] = [start, end];
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return { text: text.slice(from, to), from, to };
}

const isBlank = (code: number): boolean => code <= 32 || code === 0xa0 || code === 0xfeff;

/** Removes the comment at the end of a line. */
function withoutComment(line: TextLine): TextLine {
  if (!line.text.endsWith("'/")) return line;
  const at = line.text.lastIndexOf("/'");
  if (at <= 0) return line;
  const text = line.text.slice(0, at).trimEnd();
  return { text, from: line.from, to: line.from + text.length };
}
