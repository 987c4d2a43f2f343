import { usageError } from '../../../base/errors.js';
import { isLoopback } from '../../../base/network/loopback.js';
import type { Context } from '../../../cli/command/spec.js';
import { putProfile, removeProfile } from '../../../profiles/changes.js';
import { findProfile } from '../../../profiles/find.js';
import type { Profile } from '../../../profiles/profile.js';
import type { RunningSandbox } from '../../../sandbox/serve.js';
import { findSandbox, sandboxInWords } from './identity.js';
import { answersAsSandbox } from './probe.js';
import { findAllSandboxes, portOf } from './selection.js';
import { claimName, profileOf, SANDBOX_PROFILE, type SandboxRecord, sandboxNames } from './state.js';

/** Maximum number of generated names that are tried. */
const MAX_NAMES = 1_000;

/**
 * Rejects the name or port of another sandbox, before anything is opened.
 *
 * @throws ArchctlError `usage` with the sandbox that uses it.
 */
export async function refuseNameInUse(
  context: Context,
  name: string | undefined,
  port: number | undefined,
): Promise<void> {
  if (name !== undefined) {
    const found = await findSandbox(context, name);
    if (found.is !== 'absent') {
      throw usageError(
        `${sandboxInWords(name)} is already running at ${found.record.baseUrl} (process ${found.record.pid}).`,
        { hint: `Stop it: archctl sandbox stop --name ${name}. Or choose another name.` },
      );
    }
  }
  // Only an explicit port can be in use.
  if (!port || sandboxNames(context).length === 0) return;
  const holder = (await findAllSandboxes(context)).find(({ record }) => portOf(record.baseUrl) === port);
  if (!holder) return;
  throw usageError(`Port ${port} is in use by the sandbox "${holder.name}" (process ${holder.record.pid}).`, {
    hint: `Stop it: archctl sandbox stop --port ${port}. Or use port 0 for any free port.`,
  });
}

/**
 * Claims a name for a running sandbox: the given one, or else `sandbox`, with a number if that name or its profile is
 * in use.
 *
 * @throws ArchctlError `usage` if the given name or its profile is in use.
 */
export async function chooseName(
  context: Context,
  given: string | undefined,
  record: SandboxRecord,
): Promise<string> {
  if (given !== undefined) {
    const problem = await profileProblem(context, profileOf(given), record);
    if (problem !== undefined) throw usageError(problem, { hint: 'Choose another name for the sandbox.' });
    if (await claims(context, given, record)) return given;
    throw usageError(`${sandboxInWords(given)} is already running.`, { hint: 'Choose another name.' });
  }
  for (let count = 1; count <= MAX_NAMES; count += 1) {
    const name = count === 1 ? SANDBOX_PROFILE : String(count);
    if ((await profileProblem(context, profileOf(name), record)) !== undefined) continue;
    if (await claims(context, name, record)) return name;
  }
  throw usageError(`${MAX_NAMES} sandboxes exist already.`, {
    hint: '"archctl sandbox stop --all" stops them.',
  });
}

async function claims(context: Context, name: string, record: SandboxRecord): Promise<boolean> {
  const found = await findSandbox(context, name);
  return found.is === 'absent' && claimName(context, name, record);
}

/** Reason why a sandbox may not write a profile; undefined if it may. */
async function profileProblem(
  context: Context,
  name: string,
  { baseUrl }: SandboxRecord,
): Promise<string | undefined> {
  const profile = findProfile(context.profiles.read(), name);
  if (!profile) return undefined;
  const { origin, hostname } = new URL(profile.baseUrl);
  if (!isLoopback(hostname)) return `Profile "${name}" belongs to ${origin} and is not overwritten.`;
  // A sandbox at the same address has ended, because this sandbox now listens there.
  if (origin === new URL(baseUrl).origin) return undefined;
  if (!(await answersAsSandbox(context, profile.baseUrl))) return undefined;
  return `Profile "${name}" is used by a sandbox at ${origin} and is not overwritten.`;
}

/** Prints a note if a sandbox without a given name got a generated one. */
export function noteGeneratedName({ terminal }: Context, given: string | undefined, profile: string): void {
  if (given !== undefined || profile === SANDBOX_PROFILE) return;
  const name = profile.slice(SANDBOX_PROFILE.length + 1);
  terminal.note(
    `Another sandbox uses the profile "${SANDBOX_PROFILE}", so this one is named "${name}" with the profile "${profile}".`,
  );
}

/**
 * Writes the profile of a sandbox, and makes it the current one only if there is none.
 *
 * @returns Whether it is new, or contains nothing of the profile that it replaces.
 */
export async function saveProfile(
  { profiles }: Context,
  name: string,
  sandbox: RunningSandbox,
): Promise<boolean> {
  let isOwn = false;
  await profiles.update((file) => {
    isOwn = file.profiles[name]?.webhookSecrets === undefined;
    const profile: Profile = {
      // Subscriptions outlive the process, so their secrets must too.
      ...pickSecrets(file.profiles[name]),
      baseUrl: `${sandbox.url}/v1/`,
      keyId: sandbox.adminKey.id,
      secret: sandbox.adminKey.secret,
      org: sandbox.organizationId,
      ...(sandbox.landscapeId ? { landscape: sandbox.landscapeId } : {}),
      plan: sandbox.plan,
    };
    return putProfile(file, name, profile, file.current === undefined);
  });
  return isOwn;
}

/** Removes the profile of a sandbox whose data is gone, unless the profile now contains another key or address. */
export async function removeSandboxProfile(
  { profiles }: Context,
  name: string,
  sandbox: RunningSandbox,
): Promise<void> {
  await profiles.update((file) => {
    const { secret, baseUrl } = file.profiles[name] ?? {};
    const isUnchanged = secret === sandbox.adminKey.secret && baseUrl === `${sandbox.url}/v1/`;
    return isUnchanged ? removeProfile(file, name) : file;
  });
}

const pickSecrets = (profile: Profile | undefined): Pick<Profile, 'webhookSecrets'> =>
  profile?.webhookSecrets ? { webhookSecrets: profile.webhookSecrets } : {};
