import { ArchctlError, usageError } from '../../../base/errors.js';
import { number, text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { findSandbox, type SandboxState, silenceOf, unidentifiedError } from './identity.js';
import { checkedName, profileOf, readSandbox, SANDBOX_PROFILE, sandboxNames } from './state.js';

const port = () => number('Select a sandbox by its port', { integer: true, min: 1, max: 65_535 });

export const SELECTOR_OPTIONS = {
  name: text('Select a sandbox by its name', { value: 'NAME' }),
  port: port(),
};

/** The name as an argument, for commands that only concern a sandbox. */
export const SELECTOR_ARGUMENT = {
  named: { name: 'NAME', help: 'Name of the sandbox, like --name', optional: true },
} as const;

/** Combines the argument with the options. Errors: `usage` if both contain a name. */
export function selectorOf(
  { named }: { named: string | undefined },
  { name, port }: SandboxSelector,
): SandboxSelector {
  if (named !== undefined && name !== undefined)
    throw usageError('The sandbox name was given twice: as an argument and with --name.');
  return { name: named ?? name, port };
}

/** Options that select a sandbox if `--name` has another meaning. */
export const SANDBOX_SELECTOR = {
  sandbox: text('Select a sandbox by its name', { value: 'NAME' }),
  port: port(),
};

export interface SandboxSelector {
  name?: string | undefined;
  port?: number | undefined;
}

/** A sandbox with a record: every state but `absent`. */
export type ExistingSandbox = Exclude<SandboxState, { is: 'absent' }>;

/** All recorded sandboxes that have not ended. Errors: `usage`, as `findSandbox`. */
export async function findAllSandboxes(context: Context): Promise<ExistingSandbox[]> {
  const found = await Promise.all(sandboxNames(context).map((name) => findSandbox(context, name)));
  return found.filter((it): it is ExistingSandbox => it.is !== 'absent');
}

/**
 * Selects a sandbox by name, by port, by `--profile`, or the only one. `option` is the option for the name.
 *
 * @throws ArchctlError `usage` if several match, with their names and addresses.
 */
export async function selectSandbox(
  context: Context,
  selector: SandboxSelector,
  option = '--name',
): Promise<SandboxState> {
  if (selector.name !== undefined && selector.port !== undefined)
    throw usageError('--port and a sandbox name cannot be combined.');
  if (selector.name !== undefined) return findSandbox(context, checkedName(selector.name));
  const names = sandboxNames(context);
  if (selector.port !== undefined) return byPort(context, names, selector.port);
  const [first = SANDBOX_PROFILE] = names;
  if (names.length <= 1) return findSandbox(context, first);
  const profile = context.parsed.globals.profile;
  const inUse = names.find((name) => profileOf(name) === profile);
  if (inUse !== undefined) return findSandbox(context, inUse);
  const found = await findAllSandboxes(context);
  const [only] = found;
  if (only === undefined) return { is: 'absent', why: 'No sandbox is running.' };
  if (found.length === 1) return only;
  throw severalSandboxes(found, option);
}

async function byPort(context: Context, names: readonly string[], wanted: number): Promise<SandboxState> {
  const name = names.find((it) => portOf(readSandbox(context, it)?.baseUrl) === wanted);
  if (name !== undefined) return findSandbox(context, name);
  return { is: 'absent', why: `No sandbox is running on port ${wanted}.` };
}

/** Port in the address of a sandbox. */
export const portOf = (baseUrl: string | undefined): number | undefined =>
  baseUrl === undefined ? undefined : Number(new URL(baseUrl).port || 80);

function severalSandboxes(found: readonly ExistingSandbox[], option: string): ArchctlError {
  const all = found.map(({ name, record }) => `${name} (${record.baseUrl})`);
  return usageError(`There are several sandboxes: ${all.join(', ')}.`, {
    hint: `Select one with ${option} or --port; "archctl sandbox list" lists them.`,
  });
}

/** The selected sandbox, if it is running and answers. Errors: `unavailable`, with a hint. */
export async function runningSandbox(
  context: Context,
  selector: SandboxSelector,
): Promise<Extract<SandboxState, { is: 'running' }>> {
  const found = await selectSandbox(context, selector, '--sandbox');
  if (found.is === 'running') return found;
  if (found.is === 'absent') {
    throw new ArchctlError('unavailable', found.why, { hint: 'Start one: archctl sandbox start --detach' });
  }
  if (found.is === 'unsure') throw unidentifiedError(found);
  throw new ArchctlError('unavailable', silenceOf(found.record), {
    hint: 'Try again, or stop it: archctl sandbox stop',
  });
}
