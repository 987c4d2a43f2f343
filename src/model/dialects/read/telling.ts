import type { Place } from '../../document/element.js';
import type { Finding } from '../../document/finding.js';
import type { SourceFile } from '../../document/read.js';
import { broken, inferred, lost } from '../sketch.js';

/** After so many faults it is some other format. */
const MOST_FAULTS = 20;
/** So many losses are told one by one. */
const MOST_LOSSES = 2_000;

/** So many characters are read in all: what is larger was not written by people, and would not fit into memory. */
const MOST_CHARACTERS = 20_000_000;

/** So many things are looked at for expressions and views: a few lines can name everything over and over. */
const MOST_WORK = 2_000_000;

/** What a reader has to say, and how much it may still read. */
export class Telling {
  #room = MOST_CHARACTERS;
  #work = MOST_WORK;
  readonly #findings: Finding[] = [];
  #faults = 0;
  #losses = 0;

  /** True where reading on makes no sense. */
  get isHopeless(): boolean {
    return this.#faults >= MOST_FAULTS;
  }

  /** Whether a file may be read; it is told where there is too much. */
  hasRoomFor({ path, text }: SourceFile): boolean {
    this.#room -= text.length;
    if (this.#room >= 0) return true;
    const place = { file: path, from: 0, to: 0 };
    this.broken(
      'The files are too large to be read.',
      place,
      `All of them together may be of ${MOST_CHARACTERS / 1e6} MB.`,
    );
    return false;
  }

  /** Whether so many things more may be looked at; it is told where that is too much. */
  spend(things: number, place: Place): boolean {
    if (this.#work < 0) return false;
    this.#work -= things;
    if (this.#work < 0) this.broken('What stands up to here names too many things.', place);
    return this.#work >= 0;
  }

  broken(message: string, place: Place | undefined, hint?: string): void {
    this.#faults += 1;
    if (this.#faults <= MOST_FAULTS) this.#findings.push(broken(message, place, hint));
  }

  lost(message: string, place?: Place, hint?: string): void {
    this.#losses += 1;
    if (this.#losses <= MOST_LOSSES) this.#findings.push(lost(message, place, hint));
  }

  inferred(message: string, place?: Place): void {
    this.#findings.push(inferred(message, place));
  }

  /** All of it, in the order in which it was told. */
  all(): readonly Finding[] {
    const more = this.#losses - MOST_LOSSES;
    return more > 0
      ? [...this.#findings, lost(`${more} more losses are not told one by one.`)]
      : this.#findings;
  }
}
