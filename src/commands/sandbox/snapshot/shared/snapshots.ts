import { ArchctlError } from '../../../../base/errors.js';
import type { Snapshot } from '../../../../sandbox/snapshots.js';
import type { SandboxControl } from '../../shared/control.js';

/** Argument of the commands for one snapshot. */
export const SNAPSHOT_NAME = { name: 'NAME', help: 'Name of the snapshot' } as const;

export const pathOf = (name: string): string => `snapshots/${encodeURIComponent(name)}`;

/** Finds a snapshot by name; undefined if it does not exist. */
export async function findSnapshot(ask: SandboxControl['ask'], name: string): Promise<Snapshot | undefined> {
  try {
    return (await ask<{ snapshot: Snapshot }>({ method: 'GET', path: pathOf(name) })).snapshot;
  } catch (error) {
    if (error instanceof ArchctlError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

/** Finds a snapshot by name. Errors: `not-found`. */
export async function existingSnapshot(ask: SandboxControl['ask'], name: string): Promise<Snapshot> {
  const found = await findSnapshot(ask, name);
  if (found) return found;
  throw new ArchctlError('not-found', `There is no snapshot "${name}".`, {
    hint: '"archctl sandbox snapshot list" lists the snapshots.',
  });
}
