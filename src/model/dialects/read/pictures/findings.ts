import type { Place } from '../../../document/element.js';
import type { Finding } from '../../../document/finding.js';
import { broken, lost } from '../../sketch.js';

/** So many of a kind are told, so that notes hide no loss; a file that is something else altogether has a fault in each line. */
const MOST = 2000;

/** What is said while reading. */
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

/** A loss: a statement that cannot be read, while the rest of its file can. */
export const skipped = (message: string, place: Place): Finding =>
  lost(`${message} The rest of the line is skipped.`, place);
