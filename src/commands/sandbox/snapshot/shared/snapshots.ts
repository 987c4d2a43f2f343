import { ArchctlError } from '../../../../base/errors.js';
import type { Snapshot } from '../../../../sandbox/snapshots.js';
import type { SandboxControl } from '../../shared/control.js';

/** The argument of the commands that are about one snapshot. */
export const SNAPSHOT_NAME = { name: 'NAME', help: 'Name of the snapshot' } as const;

export const pathOf = (name: string): string => `snapshots/${encodeURIComponent(name)}`;

/** The snapshot of a name; undefined where there is none. */
export async function findSnapshot(ask: SandboxControl['ask'], name: string): Promise<Snapshot | undefined> {
  try {
    return (await ask<{ snapshot: Snapshot }>({ method: 'GET', path: pathOf(name) })).snapshot;
  } catch (error) {
    if (error instanceof ArchctlError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

/** The snapshot of a name. Errors: `not-found`. */
export async function existingSnapshot(ask: SandboxControl['ask'], name: string): Promise<Snapshot> {
  const found = await findSnapshot(ask, name);
  if (found) return found;
  throw new ArchctlError('not-found', `There is no snapshot "${name}".`, {
    hint: '"archctl sandbox snapshot list" lists the snapshots.',
  });
}
