import type { Place } from '../../document/element.js';
import type { Finding } from '../../document/finding.js';
import { broken, inferred, lost } from '../sketch.js';

/** After so many faults it is some other format. */
const MOST_FAULTS = 20;
/** So many losses are told one by one. */
const MOST_LOSSES = 2_000;

/** What a reader has to say. */
export class Telling {
  readonly #findings: Finding[] = [];
  #faults = 0;
  #losses = 0;

  /** True where reading on makes no sense. */
  get isHopeless(): boolean {
    return this.#faults >= MOST_FAULTS;
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
