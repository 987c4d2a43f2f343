import type { Finding } from '../../../document/finding.js';
import { broken } from '../../sketch.js';

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
      this.all.push(broken('The rest of the faults is not told.', finding.place));
  }
}
