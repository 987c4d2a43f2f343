import { ArchctlError } from '../../../../base/errors.js';
import type { Snapshot } from '../../../../sandbox/snapshots.js';
import type { SandboxControl } from '../../shared/control.js';

/** The argument of the commands that are about one snapshot. */
export const SNAPSHOT_NAME = { name: 'NAME', help: 'Name of the snapshot' } as const;

export const pathOf = (name: string): string => `snapshots/${encodeURIComponent(name)}`;

/** All snapshots, the oldest first. */
export const listSnapshots = async (ask: SandboxControl['ask']): Promise<Snapshot[]> =>
  (await ask<{ snapshots: Snapshot[] }>({ method: 'GET', path: 'snapshots' })).snapshots;

/** The snapshot of a name. Errors: `not-found`, with the names that there are. */
export async function existingSnapshot(ask: SandboxControl['ask'], name: string): Promise<Snapshot> {
  const all = await listSnapshots(ask);
  const found = all.find((it) => it.name === name);
  if (found) return found;
  throw new ArchctlError('not-found', `There is no snapshot "${name}".`, {
    hint:
      all.length === 0
        ? '"archctl sandbox snapshot save NAME" makes one.'
        : `There are: ${all.map((it) => it.name).join(', ')}.`,
  });
}
