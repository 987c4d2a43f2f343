import type { Place } from '../../document/element.js';
import type { Finding } from '../../document/finding.js';
import type { SourceFile } from '../../document/read.js';
import { broken, inferred, lost } from '../sketch.js';

/** After so many errors the file probably has another format. */
const MAX_FAULTS = 20;
/** Maximum losses that are reported one by one. */
const MAX_LOSSES = 2_000;

/** Maximum characters in all: larger input is generated and would not fit into memory. */
const MAX_CHARACTERS = 20_000_000;

/** Maximum elements examined for expressions and views: a few lines can select everything repeatedly. */
const MAX_WORK = 2_000_000;

/** Remaining input size. */
export class InputLimit {
  #left = MAX_CHARACTERS;

  /** Counts a file. Returns a finding if the limit is exceeded. */
  take({ path, text }: SourceFile): Finding | undefined {
    this.#left -= text.length;
    if (this.#left >= 0) return undefined;
    const place = { file: path, from: 0, to: 0 };
    const most = `The limit is ${MAX_CHARACTERS / 1e6} MB in total.`;
    return broken('The files are too large to be read.', place, most);
  }
}

/** Collects findings of a reader, and enforces its limits. */
export class Diagnostics {
  readonly #limit = new InputLimit();
  #work = MAX_WORK;
  readonly #findings: Finding[] = [];
  #faults = 0;
  #losses = 0;

  /** Whether reading should stop. */
  get isAborted(): boolean {
    return this.#faults >= MAX_FAULTS;
  }

  /** Whether a file is within the limit; reports it otherwise. */
  isWithinLimit(file: SourceFile): boolean {
    const fault = this.#limit.take(file);
    if (fault) this.broken(fault.message, fault.place, fault.hint);
    return !fault;
  }

  /** Whether so many more elements may be examined; reports it otherwise. */
  spend(things: number, place: Place): boolean {
    if (this.#work < 0) return false;
    this.#work -= things;
    if (this.#work < 0) this.broken('The lines up to here select too many elements.', place);
    return this.#work >= 0;
  }

  broken(message: string, place: Place | undefined, hint?: string): void {
    this.#faults += 1;
    if (this.#faults <= MAX_FAULTS) this.#findings.push(broken(message, place, hint));
  }

  lost(message: string, place?: Place, hint?: string): void {
    this.#losses += 1;
    if (this.#losses <= MAX_LOSSES) this.#findings.push(lost(message, place, hint));
  }

  inferred(message: string, place?: Place): void {
    this.#findings.push(inferred(message, place));
  }

  /** All findings, in the order of reporting. */
  all(): readonly Finding[] {
    const more = this.#losses - MAX_LOSSES;
    return more > 0 ? [...this.#findings, lost(`${more} more losses are not listed.`)] : this.#findings;
  }
}
