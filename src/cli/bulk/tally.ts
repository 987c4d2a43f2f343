import { ArchctlError } from '../../base/errors.js';
import { capitalised, pluralize, truncatedLines } from '../../base/text/words.js';
import { STDOUT } from '../command/input/stdout-file.js';
import { abortsRun, type JobResult } from './perform.js';

/** Maximum number of failures that are listed. */
const MAX_REPORTED = 100;

const DONE: Readonly<Record<string, string>> = {
  POST: 'created',
  PUT: 'saved',
  PATCH: 'updated',
  DELETE: 'deleted',
};

/** Location of the failed lines; `saveError` is the reason why they could not be written. */
export interface FailuresFile {
  file?: string | undefined;
  saveError?: ArchctlError | undefined;
}

function failuresHint({ file, saveError }: FailuresFile): string {
  if (saveError) return `The failed lines could not be saved: ${saveError.message.replace(/\.$/, '')}`;
  return file === undefined
    ? '--failures FILE saves the failed lines, so that you can send them again'
    : `The failed lines are ${file === STDOUT ? 'on stdout' : `in ${file}`}`;
}

/** Note with the id of a record that may exist; sending it again with this id does not create a duplicate. */
const sentAsNote = ({ state, job }: JobResult): string =>
  state === 'unknown' && job.id !== undefined ? ` (sent as ${job.id})` : '';

/** Progress and summary of a bulk run. */
export class Tally {
  done = 0;
  /** Unsuccessful results in input order. */
  readonly failures: Exclude<JobResult, { state: 'done' }>[] = [];

  constructor(
    private readonly noun: string,
    method: string,
    private readonly total: number,
    private readonly verb = DONE[method] ?? 'done',
  ) {}

  add(settled: JobResult): void {
    if (settled.state === 'done') this.done += 1;
    else this.failures.push(settled);
  }

  /** For example `120 of 2000 model objects created, 3 failed`. */
  get progress(): string {
    const failed = this.count('failed') + this.count('unknown');
    const summary = `${this.done} of ${pluralize(this.total, this.noun)} ${this.verb}`;
    return failed === 0 ? summary : `${summary}, ${failed} failed`;
  }

  /** Summary of a run without failures. `losses` describes cascaded deletes, for example ` with 2 tags`. */
  sentence(losses: string): string {
    return `${capitalised(this.verb)} ${pluralize(this.total, this.noun)}${losses}.`;
  }

  private count(state: JobResult['state']): number {
    return this.failures.filter((it) => it.state === state).length;
  }

  /** One error for all failures: `refused`, or the error that ended the run. */
  error(isInterrupted: boolean, lines: FailuresFile = {}): ArchctlError | undefined {
    if (this.failures.length === 0) return undefined;
    const [unknown, unsent] = [this.count('unknown'), this.count('unsent')];
    const parts = [
      `${this.done} of ${pluralize(this.total, this.noun)} ${this.verb}`,
      ...(this.count('failed') > 0 ? [`${this.count('failed')} failed`] : []),
      ...(unknown > 0 ? [`the result of ${unknown} is unknown`] : []),
      ...(unsent > 0 ? [`${unsent} not sent`] : []),
    ];
    const reported = this.failures.flatMap((it) =>
      it.state === 'unsent' ? [] : [`${it.job.entry.where}: ${reasonOf(it.error)}${sentAsNote(it)}`],
    );
    const abortingFailure = unsent > 0 && this.failures.find(abortsRun);
    const kind = isInterrupted
      ? 'interrupted'
      : abortingFailure && 'error' in abortingFailure
        ? abortingFailure.error.kind
        : 'refused';
    return new ArchctlError(kind, `${isInterrupted ? 'Interrupted: ' : ''}${parts.join(', ')}.`, {
      details: truncatedLines(reported, MAX_REPORTED),
      hint: `${failuresHint(lines)}${this.duplicateWarning}.`,
    });
  }

  /** Warning about POST requests with unknown results: sending them again may create duplicates. */
  private get duplicateWarning(): string {
    const canDuplicate = this.failures.some(({ state, job }) => state === 'unknown' && job.id === undefined);
    return canDuplicate
      ? '; check first whether the records without an answer exist, or they are created twice'
      : '';
  }
}

/** Message of the service, with field errors that it does not include. */
const reasonOf = ({ message, facts }: ArchctlError): string =>
  [message.replace(/\.$/, ''), ...(facts.details ?? []).filter((it) => !message.includes(it))].join('; ');
