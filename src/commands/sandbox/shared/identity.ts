import { ArchctlError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { processState } from '../../shared/process.js';
import { identifyServer } from './probe.js';
import { forgetSandbox, profileOf, readSandbox, SANDBOX_PROFILE, type SandboxRecord } from './state.js';

/** A sandbox with a record in the state directory. */
interface RecordedSandbox {
  name: string;
  record: SandboxRecord;
}

/** State of a recorded sandbox. */
export type SandboxState =
  /** `why` is a sentence. */
  | { is: 'absent'; why: string }
  /** It answered and proved its identity. */
  | (RecordedSandbox & { is: 'running' })
  /** Its process exists, by id and start time, but does not answer. */
  | (RecordedSandbox & { is: 'silent' })
  /** Its state cannot be determined; `why` is a sentence. */
  | (RecordedSandbox & { is: 'unsure'; why: string });

/**
 * Looks up a recorded sandbox and verifies its identity: neither a new process with its id nor another program on its
 * port is accepted. Sends no signal and no secret. Removes the record of a sandbox that has ended, with a note.
 *
 * @throws ArchctlError `usage` if the state directory cannot be trusted.
 */
export async function findSandbox(context: Context, name: string): Promise<SandboxState> {
  const record = readSandbox(context, name);
  const isDry = context.parsed.globals.dryRun === true;
  const found = record && (await stateOfRecord(context, { name, record }, isDry));
  if (found) return found;
  if (record && !isDry && forgetSandbox(context, name, record.instance)) {
    context.terminal.note(
      `${sandboxInWords(name)} (process ${record.pid}) ended unexpectedly; its record was removed.`,
    );
  }
  return { is: 'absent', why: absence(name) };
}

/** State of a record; undefined if its sandbox has ended. */
async function stateOfRecord(
  context: Context,
  known: RecordedSandbox,
  isDry: boolean,
): Promise<SandboxState | undefined> {
  const { pid, baseUrl } = known.record;
  const fate = processState(known.record);
  if (fate === 'gone') return undefined;
  // A dry run sends nothing, including this check.
  if (isDry) return { is: 'running', ...known };
  const answer = await identifyServer(context, known.record);
  if (answer === 'itself') return { is: 'running', ...known };
  if (answer === 'another' && fate === 'there') {
    return {
      is: 'unsure',
      ...known,
      why: `Another program answers at ${baseUrl} instead of process ${pid}.`,
    };
  }
  if (fate === 'there') return { is: 'silent', ...known };
  // If only the id is known, a silent process may be a hanging sandbox. Any other answer rules out a sandbox.
  if (answer !== 'silence') return undefined;
  const why = `Nothing answers at ${baseUrl}, and this system cannot confirm that process ${pid} is the sandbox.`;
  return { is: 'unsure', ...known, why };
}

const absence = (name: string): string =>
  name === SANDBOX_PROFILE ? 'No sandbox is running.' : `No sandbox "${name}" is running.`;

/** A sandbox as the start of a sentence. */
export const sandboxInWords = (name: string): string =>
  name === SANDBOX_PROFILE ? 'The sandbox' : `The sandbox "${name}"`;

/** Sentence for a sandbox that exists but does not answer. */
export const silenceOf = ({ pid, baseUrl }: SandboxRecord): string =>
  `The sandbox at ${baseUrl} (process ${pid}) does not answer.`;

/** Error for a process that cannot be identified. */
export const unidentifiedError = ({
  name,
  record,
  why,
}: Extract<SandboxState, { is: 'unsure' }>): ArchctlError =>
  new ArchctlError('unavailable', `${why} archctl did not stop it.`, {
    hint: `Check process ${record.pid}. If it is a sandbox, stop it with kill; otherwise remove ${profileOf(name)}.json from the state directory.`,
  });
