import type { Place } from '../document/element.js';
import type { Finding } from '../document/finding.js';
import type { SourceFile } from '../document/read.js';

export const IMPORT_RULES = {
  /** The file does not have the format and is not imported. */
  syntax: 'import/syntax',
  /** A detail of the file is not in the model; `--strict` fails on these. */
  lost: 'import/lost',
  /** A detail of the model was guessed. */
  inferred: 'import/inferred',
} as const;

/** After so many errors the file probably has another format. */
const MAX_ERRORS = 20;
/** Maximum characters in all: larger input is generated and would not fit into memory. */
const MAX_CHARACTERS = 20_000_000;
/** Maximum elements examined for expressions and views: a few lines can select everything repeatedly. */
const MAX_WORK = 2_000_000;

/** Collects the diagnostics of a reader, and enforces its limits. */
export class Diagnostics {
  /** In the order of reporting. */
  readonly all: Finding[] = [];
  readonly #counts = new Map<string, number>();
  readonly #most: number;
  #characters = 0;
  #work = 0;

  /** @param most maximum findings per rule, so that guesses do not hide losses. */
  constructor(most = 2_000) {
    this.#most = most;
  }

  /** Reports that a file does not have the format. */
  error(message: string, place?: Place, hint?: string): void {
    this.#report({ rule: IMPORT_RULES.syntax, severity: 'error', message }, place, hint);
  }

  /** Reports that a detail of the file is not imported. */
  loss(message: string, place?: Place, hint?: string): void {
    this.#report({ rule: IMPORT_RULES.lost, severity: 'warning', message }, place, hint);
  }

  /** Reports that a detail of the model is not in the file, but inferred. */
  guess(message: string, place?: Place): void {
    this.#report({ rule: IMPORT_RULES.inferred, severity: 'note', message }, place);
  }

  /** Reports a loss: a statement cannot be read, but the rest of the file can. */
  skipLine(message: string, place: Place): void {
    this.loss(`${message} The rest of the line is skipped.`, place);
  }

  /** Reports content in other formats: a loss beside content in this format, which is otherwise an error. */
  foreign(message: string, places: readonly Place[], hasContent: boolean): void {
    for (const place of places)
      if (hasContent) this.loss(message, place);
      else this.error(message, place);
  }

  #report(finding: Finding, place: Place | undefined, hint?: string): void {
    this.add({ ...finding, ...(place && { place }), ...(hint !== undefined && { hint }) });
  }

  add(finding: Finding): void {
    const { rule, severity } = finding;
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count <= this.#most) this.all.push(finding);
    else if (count === this.#most + 1 && severity !== 'note')
      this.all.push({
        ...finding,
        message: `More ${severity === 'error' ? 'errors' : 'losses'} are not listed.`,
      });
  }

  /** Whether reading should stop. */
  get isAborted(): boolean {
    return (this.#counts.get(IMPORT_RULES.syntax) ?? 0) >= MAX_ERRORS;
  }

  /** Whether the files read so far are within the size limit; reports the first one that is not. */
  isWithinLimit({ path, text }: SourceFile): boolean {
    this.#characters += text.length;
    if (this.#characters <= MAX_CHARACTERS) return true;
    const most = `The limit is ${MAX_CHARACTERS / 1e6} MB in total.`;
    this.error('The files are too large to be read.', { file: path, from: 0, to: 0 }, most);
    return false;
  }

  /** Counts examined elements; returns whether they are within the limit, and reports the first excess. */
  spendWork(count: number, place: Place): boolean {
    if (this.#work > MAX_WORK) return false;
    this.#work += count;
    if (this.#work > MAX_WORK) this.error('The lines up to here select too many elements.', place);
    return this.#work <= MAX_WORK;
  }
}
