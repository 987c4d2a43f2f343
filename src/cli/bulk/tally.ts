import { ArchctlError } from '../../base/errors.js';
import { counted } from '../../base/words.js';
import { STDOUT } from '../command/stdout-file.js';
import { endsAll, type Settled } from './perform.js';

/** Failures that are told one by one. */
const MOST_TOLD = 100;

const DONE: Readonly<Record<string, string>> = {
  POST: 'created',
  PUT: 'written',
  PATCH: 'updated',
  DELETE: 'deleted',
};

/** Where the lines of what failed are kept; `notKept` says why they are not. */
export interface Lines {
  file?: string | undefined;
  notKept?: ArchctlError | undefined;
}

function whereabouts({ file, notKept }: Lines): string {
  if (notKept) return `Their lines could not be kept: ${notKept.message.replace(/\.$/, '')}`;
  return file === undefined
    ? '--failures FILE keeps the lines, to be fed again'
    : `Their lines are ${file === STDOUT ? 'on stdout' : `in ${file}`}`;
}

/** The id of what may be there: fed again under it, it does not come twice. */
const sentAs = ({ state, job }: Settled): string =>
  state === 'unknown' && job.id !== undefined ? ` (sent as ${job.id})` : '';

/** How a run over many records stands: what is told while it goes on, and when it ended. */
export class Tally {
  done = 0;
  /** What did not end well, in the order of the lines. */
  readonly failures: Exclude<Settled, { state: 'done' }>[] = [];

  constructor(
    private readonly noun: string,
    method: string,
    private readonly total: number,
    private readonly participle = DONE[method] ?? 'done',
  ) {}

  add(settled: Settled): void {
    if (settled.state === 'done') this.done += 1;
    else this.failures.push(settled);
  }

  /** `120 of 2000 model objects created, 3 failed`. */
  get progress(): string {
    const failed = this.count('failed') + this.count('unknown');
    const of = `${this.done} of ${counted(this.total, this.noun)} ${this.participle}`;
    return failed === 0 ? of : `${of}, ${failed} failed`;
  }

  /** Sentence for a run without failures, with the words for its `losses`. */
  sentence(losses: string): string {
    return `${counted(this.total, this.noun)} ${this.participle}${losses}.`;
  }

  private count(state: Settled['state']): number {
    return this.failures.filter((it) => it.state === state).length;
  }

  /** One error for all that did not go well: `refused`, or what ended the run. */
  error(isInterrupted: boolean, lines: Lines = {}): ArchctlError | undefined {
    if (this.failures.length === 0) return undefined;
    const [unknown, unsent] = [this.count('unknown'), this.count('unsent')];
    const parts = [
      `${this.done} of ${counted(this.total, this.noun)} ${this.participle}`,
      ...(this.count('failed') > 0 ? [`${this.count('failed')} failed`] : []),
      ...(unknown > 0 ? [`${unknown} may have been carried out or not`] : []),
      ...(unsent > 0 ? [`${unsent} not sent`] : []),
    ];
    const told = this.failures.flatMap((it) =>
      it.state === 'unsent' ? [] : [`${it.job.entry.where}: ${reasonOf(it.error)}${sentAs(it)}`],
    );
    const more = told.length - MOST_TOLD;
    const stopper = unsent > 0 && this.failures.find(endsAll);
    const kind = isInterrupted
      ? 'interrupted'
      : stopper && 'error' in stopper
        ? stopper.error.kind
        : 'refused';
    return new ArchctlError(kind, `${isInterrupted ? 'Interrupted: ' : ''}${parts.join(', ')}.`, {
      details: more > 0 ? [...told.slice(0, MOST_TOLD), `and ${more} more`] : told,
      hint: `${whereabouts(lines)}${this.twice}.`,
    });
  }

  /** A POST that arrived comes twice when it is fed again: no id tells that it is the same. */
  private get twice(): string {
    const isOpen = this.failures.some(({ state, job }) => state === 'unknown' && job.id === undefined);
    return isOpen ? '; look first whether what had no answer is there, or it comes twice' : '';
  }
}

/** What the service said, with what it said of the fields and not in its message. */
const reasonOf = ({ message, facts }: ArchctlError): string =>
  [message.replace(/\.$/, ''), ...(facts.details ?? []).filter((it) => !message.includes(it))].join('; ');
