/** A range of a file. */
export interface Source {
  file: string;
  text: string;
  from: number;
  to: number;
}

/** End of the line: its line break or the end of the text. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Limits an unclosed text to so many lines, so that it does not swallow the rest. */
const MAX_LINES = 12;

/** Line ends, each searched once while positions increase: a file may be a single line. */
export class LineEnds {
  readonly #text: string;
  readonly #to: number;
  #line = { from: 0, end: -1 };
  #limit = { of: -1, at: 0 };

  constructor({ text, to }: Source) {
    this.#text = text;
    this.#to = to;
  }

  /** End of the line that contains this position. */
  end(at: number): number {
    if (at < this.#line.from || at > this.#line.end)
      this.#line = { from: at, end: Math.min(lineEnd(this.#text, at), this.#to) };
    return this.#line.end;
  }

  /** Latest end of a text that begins here. */
  limit(at: number): number {
    const of = this.end(at);
    if (this.#limit.of !== of) {
      let end = of;
      for (let lines = 1; lines < MAX_LINES && end < this.#to; lines += 1)
        end = Math.min(lineEnd(this.#text, end + 1), this.#to);
      this.#limit = { of, at: end };
    }
    return this.#limit.at;
  }
}
