import { ArchctlError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { fateOf } from '../../shared/process.js';
import { whoAnswers } from './probe.js';
import { forgetSandbox, profileOf, readSandbox, SANDBOX_PROFILE, type SandboxRecord } from './state.js';

/** A sandbox that left something in the state directory, by its name. */
interface Known {
  name: string;
  record: SandboxRecord;
}

/** What became of a sandbox that the state directory tells of. */
export type Found =
  /** `why` is a sentence. */
  | { is: 'absent'; why: string }
  /** It answered, and proved itself. */
  | (Known & { is: 'running' })
  /** Its process is there, by its id and start, but does not answer. */
  | (Known & { is: 'silent' })
  /** It cannot be told; `why` is a sentence. */
  | (Known & { is: 'unsure'; why: string });

/**
 * Looks for a sandbox that the state directory tells of, and takes no other for it: not a process that has its id
 * now, nor a program that listens where it did. Nothing is signalled, and no secret is sent. What one left that has
 * ended without a word is removed, with a note.
 * @throws ArchctlError `usage` where what the directory holds cannot be trusted.
 */
export async function findSandbox(context: Context, name: string): Promise<Found> {
  const record = readSandbox(context, name);
  const isDry = context.parsed.globals.dryRun === true;
  const found = record && (await look(context, { name, record }, isDry));
  if (found) return found;
  if (record && !isDry && forgetSandbox(context, name, record.instance)) {
    context.terminal.note(
      `${named(name)} (process ${record.pid}) ended unexpectedly; its record was removed.`,
    );
  }
  return { is: 'absent', why: absence(name) };
}

/** What a record tells of; undefined where it tells of nothing any more. */
async function look(context: Context, known: Known, isDry: boolean): Promise<Found | undefined> {
  const { pid, baseUrl } = known.record;
  const fate = fateOf(known.record);
  if (fate === 'gone') return undefined;
  // A dry run sends nothing, this neither.
  if (isDry) return { is: 'running', ...known };
  const answer = await whoAnswers(context, known.record);
  if (answer === 'itself') return { is: 'running', ...known };
  if (answer === 'another' && fate === 'there') {
    return {
      is: 'unsure',
      ...known,
      why: `Another program answers at ${baseUrl} instead of process ${pid}.`,
    };
  }
  if (fate === 'there') return { is: 'silent', ...known };
  // Where the id alone is known, silence may be a sandbox that hangs. Somebody else, or nobody, is no sandbox.
  if (answer !== 'silence') return undefined;
  const why = `Nothing answers at ${baseUrl}, and this system cannot confirm that process ${pid} is the sandbox.`;
  return { is: 'unsure', ...known, why };
}

const absence = (name: string): string =>
  name === SANDBOX_PROFILE ? 'No sandbox is running.' : `No sandbox "${name}" is running.`;

/** A sandbox as a sentence begins with it. */
export const named = (name: string): string =>
  name === SANDBOX_PROFILE ? 'The sandbox' : `The sandbox "${name}"`;

/** A sandbox that is there and does not answer, as a sentence. */
export const silenceOf = ({ pid, baseUrl }: SandboxRecord): string =>
  `The sandbox at ${baseUrl} (process ${pid}) does not answer.`;

/** The error where it cannot be told what a process is. */
export const unsure = ({ name, record, why }: Extract<Found, { is: 'unsure' }>): ArchctlError =>
  new ArchctlError('unavailable', `${why} archctl did not stop it.`, {
    hint: `Check process ${record.pid}. If it is a sandbox, stop it with kill; otherwise remove ${profileOf(name)}.json from the state directory.`,
  });
