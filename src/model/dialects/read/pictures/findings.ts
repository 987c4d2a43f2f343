import type { Finding } from '../../../document/finding.js';
import { broken } from '../../sketch.js';

/** So many are told; a file that is something else altogether has a fault in each line. */
const MOST = 2000;

/** What is said while reading. */
export class Findings {
  readonly all: Finding[] = [];
  #left = 0;

  push(finding: Finding): void {
    if (this.all.length < MOST) this.all.push(finding);
    else if (this.#left === 0 && finding.severity === 'error') {
      this.#left = 1;
      this.all.push(broken('The rest of the faults is not told.', finding.place));
    }
  }
}
