import type { Place } from '../../../document/element.js';
import type { Finding } from '../../../document/finding.js';
import { broken, lost } from '../../sketch.js';

/**
 * Maximum findings of a kind, so that notes do not crowd out losses; a file of another format has an error in each
 * line.
 */
const MOST = 2000;

/** Collects findings while reading. */
export class Findings {
  readonly all: Finding[] = [];
  readonly #counts = new Map<string, number>();

  push(finding: Finding): void {
    const count = (this.#counts.get(finding.rule) ?? 0) + 1;
    this.#counts.set(finding.rule, count);
    if (count <= MOST) this.all.push(finding);
    else if (count === MOST + 1 && finding.severity === 'error')
      this.all.push(broken('More errors are not listed.', finding.place));
    else if (count === MOST + 1 && finding.severity === 'warning')
      this.all.push(lost('More losses are not listed.', finding.place));
  }
}

/** A loss: one statement cannot be read, but the rest of the file can. */
export const skipped = (message: string, place: Place): Finding =>
  lost(`${message} The rest of the line is skipped.`, place);

/** A block of a sequence that becomes a branch, and loses what its keyword states. */
export const asAlternatives = (keyword: string, place: Place): Finding =>
  lost(`The block "${keyword}" becomes alternative paths.`, place);
