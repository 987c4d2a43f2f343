import type { Place } from '../../../document/element.js';
import type { Finding } from '../../../document/finding.js';
import { broken, lost } from '../../sketch.js';

/**
 * Maximum number of findings per rule, so that notes do not hide losses. A file in another format causes an error in
 * each line.
 */
const MAX_PER_RULE = 2000;

/** Collects findings, up to a maximum per rule. */
export class Findings {
  readonly all: Finding[] = [];
  readonly #counts = new Map<string, number>();

  push(finding: Finding): void {
    const count = (this.#counts.get(finding.rule) ?? 0) + 1;
    this.#counts.set(finding.rule, count);
    if (count <= MAX_PER_RULE) this.all.push(finding);
    else if (count === MAX_PER_RULE + 1 && finding.severity === 'error')
      this.all.push(broken('More errors are not listed.', finding.place));
    else if (count === MAX_PER_RULE + 1 && finding.severity === 'warning')
      this.all.push(lost('More losses are not listed.', finding.place));
  }
}

/** Loss: a statement cannot be read, but the rest of the file can. */
export const skipped = (message: string, place: Place): Finding =>
  lost(`${message} The rest of the line is skipped.`, place);

/** Loss: a block of a sequence becomes alternative paths, without the meaning of its keyword. */
export const asAlternatives = (keyword: string, place: Place): Finding =>
  lost(`The block "${keyword}" becomes alternative paths.`, place);
