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

/** How much may still be read. */
export class Room {
  #left = MOST_CHARACTERS;

  /** Takes a file in; what is to be told where it is too much. */
  take({ path, text }: SourceFile): Finding | undefined {
    this.#left -= text.length;
    if (this.#left >= 0) return undefined;
    const place = { file: path, from: 0, to: 0 };
    const most = `All of them together may be of ${MOST_CHARACTERS / 1e6} MB.`;
    return broken('The files are too large to be read.', place, most);
  }
}

/** What a reader has to say, and how much it may still read. */
export class Telling {
  readonly #room = new Room();
  #work = MOST_WORK;
  readonly #findings: Finding[] = [];
  #faults = 0;
  #losses = 0;

  /** True where reading on makes no sense. */
  get isHopeless(): boolean {
    return this.#faults >= MOST_FAULTS;
  }

  /** Whether a file may be read; it is told where there is too much. */
  hasRoomFor(file: SourceFile): boolean {
    const fault = this.#room.take(file);
    if (fault) this.broken(fault.message, fault.place, fault.hint);
    return !fault;
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
