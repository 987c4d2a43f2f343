import { ArchctlError, usageError } from '../../../base/errors.js';
import { number, text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { type Found, findSandbox, silenceOf, unsure } from './identity.js';
import { checkedName, profileOf, readSandbox, SANDBOX_PROFILE, sandboxNames } from './state.js';

const port = () => number('Select a sandbox by its port', { integer: true, min: 1, max: 65_535 });

/** Options that say which of several sandboxes is meant. */
export const WHICH = { name: text('Select a sandbox by its name', { value: 'NAME' }), port: port() };

/** The same name without the option, of commands that are about a sandbox and nothing else. */
export const WHICH_ARGUMENT = {
  named: { name: 'NAME', help: 'Select a sandbox, like --name', optional: true },
} as const;

/** What argument and options say. Errors: `usage` where both name one. */
export function whichOf({ named }: { named: string | undefined }, { name, port }: Which): Which {
  if (named !== undefined && name !== undefined)
    throw usageError('The sandbox name was given twice: as an argument and with --name.');
  return { name: named ?? name, port };
}

/** The same where `--name` is the name of something else. */
export const WHICH_SANDBOX = {
  sandbox: text('Select a sandbox by its name', { value: 'NAME' }),
  port: port(),
};

export interface Which {
  name?: string | undefined;
  port?: number | undefined;
}

/** A sandbox that there is something left of: everything but `absent`. */
export type Present = Exclude<Found, { is: 'absent' }>;

/** Every sandbox that the state directory tells of and that has not ended. Errors: `usage`, as `findSandbox`. */
export async function findAll(context: Context): Promise<Present[]> {
  const found = await Promise.all(sandboxNames(context).map((name) => findSandbox(context, name)));
  return found.filter((it): it is Present => it.is !== 'absent');
}

/**
 * The sandbox that is meant: by its name, by its port, by `--profile`, or the only one there is. `option` is the one that
 * takes the name.
 * @throws ArchctlError `usage` where several could be, with their names and addresses.
 */
export async function chosenSandbox(context: Context, which: Which, option = '--name'): Promise<Found> {
  if (which.name !== undefined && which.port !== undefined)
    throw usageError('--port and a sandbox name cannot be combined.');
  if (which.name !== undefined) return findSandbox(context, checkedName(which.name));
  const names = sandboxNames(context);
  if (which.port !== undefined) return byPort(context, names, which.port);
  const [first = SANDBOX_PROFILE] = names;
  if (names.length <= 1) return findSandbox(context, first);
  const profile = context.parsed.globals.profile;
  const inUse = names.find((name) => profileOf(name) === profile);
  if (inUse !== undefined) return findSandbox(context, inUse);
  const found = await findAll(context);
  const [only] = found;
  if (only === undefined) return { is: 'absent', why: 'No sandbox is running.' };
  if (found.length === 1) return only;
  throw severalSandboxes(found, option);
}

async function byPort(context: Context, names: readonly string[], wanted: number): Promise<Found> {
  const name = names.find((it) => portOf(readSandbox(context, it)?.baseUrl) === wanted);
  if (name !== undefined) return findSandbox(context, name);
  return { is: 'absent', why: `No sandbox is running on port ${wanted}.` };
}

/** The port of an address of a sandbox. */
export const portOf = (baseUrl: string | undefined): number | undefined =>
  baseUrl === undefined ? undefined : Number(new URL(baseUrl).port || 80);

function severalSandboxes(found: readonly Present[], option: string): ArchctlError {
  const all = found.map(({ name, record }) => `${name} (${record.baseUrl})`);
  return usageError(`There are several sandboxes: ${all.join(', ')}.`, {
    hint: `Select one with ${option} or --port; "archctl sandbox list" lists them.`,
  });
}

/** The sandbox that is meant, where it runs and answers. Errors: `unavailable`, with what to do. */
export async function runningSandbox(
  context: Context,
  which: Which,
): Promise<Extract<Found, { is: 'running' }>> {
  const found = await chosenSandbox(context, which, '--sandbox');
  if (found.is === 'running') return found;
  if (found.is === 'absent') {
    throw new ArchctlError('unavailable', found.why, { hint: 'Start one: archctl sandbox start --detach' });
  }
  if (found.is === 'unsure') throw unsure(found);
  throw new ArchctlError('unavailable', silenceOf(found.record), {
    hint: 'Try again, or stop it: archctl sandbox stop',
  });
}
