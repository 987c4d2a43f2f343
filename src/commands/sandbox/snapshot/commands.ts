import { ArchctlError } from '../../../base/errors.js';
import { command } from '../../../cli/command/command.js';
import type { Snapshot } from '../../../sandbox/snapshots.js';
import { askSandbox, openControl, type SandboxControl } from '../shared/control.js';
import { SANDBOX_SELECTOR } from '../shared/selection.js';
import noun from './noun.js';

/** Argument of the commands for one snapshot. */
const SNAPSHOT_NAME = { name: 'NAME', help: 'Name of the snapshot' } as const;

const pathOf = (name: string): string => `snapshots/${encodeURIComponent(name)}`;

export default {
  delete: command({
    summary: 'Delete a snapshot of the sandbox',
    details: 'Asks for confirmation; use --yes in scripts. The current data of the sandbox stays.',
    args: { name: SNAPSHOT_NAME },
    options: SANDBOX_SELECTOR,
    examples: {
      'Asks for confirmation': 'archctl sandbox snapshot delete before',
      'In a script': 'archctl sandbox snapshot delete before --yes',
    },
    related: ['sandbox snapshot list', 'sandbox snapshot save'],
    async run(context, { args: { name } }) {
      const { ask } = await openControl(context);
      await existingSnapshot(ask, name);
      await context.confirm(`Delete the snapshot "${name}"?`);
      await ask({ method: 'DELETE', path: pathOf(name) });
      context.terminal.success(`Deleted snapshot "${name}".`);
      return { kind: 'nothing' };
    },
  }),
  list: command({
    summary: 'List the snapshots of the sandbox',
    options: SANDBOX_SELECTOR,
    examples: {
      'Available snapshots': 'archctl sandbox snapshot list',
      'Their names': 'archctl sandbox snapshot list --query "[].name"',
    },
    related: ['sandbox snapshot save', 'sandbox snapshot load'],
    async run(context) {
      const { snapshots } = await askSandbox<{ snapshots: Snapshot[] }>(context, {
        method: 'GET',
        path: 'snapshots',
      });
      return {
        kind: 'list',
        items: snapshots,
        columns: noun.columns,
        empty: 'No snapshots. Create one with "archctl sandbox snapshot save NAME".',
      };
    },
  }),
  load: command({
    summary: 'Restore a snapshot of the sandbox',
    details:
      'Asks for confirmation; use --yes in scripts. Replaces all data at once and discards later changes. Cancels exports and deliveries in progress. The key of the profile stays valid.',
    args: { name: SNAPSHOT_NAME },
    options: SANDBOX_SELECTOR,
    examples: {
      'Asks for confirmation': 'archctl sandbox snapshot load before',
      'In a script': 'archctl sandbox snapshot load before --yes',
    },
    related: ['sandbox snapshot save', 'sandbox reset'],
    async run(context, { args: { name } }) {
      const { ask } = await openControl(context);
      const { createdAt } = await existingSnapshot(ask, name);
      await context.confirm(`Restore the snapshot "${name}" (saved ${createdAt}) and discard later changes?`);
      const { snapshot } = await ask<{ snapshot: Snapshot }>({
        method: 'POST',
        path: `${pathOf(name)}/load`,
      });
      context.terminal.success(`Restored snapshot "${name}".`);
      return { kind: 'record', record: snapshot, columns: noun.columns };
    },
  }),
  save: command({
    summary: 'Save the data of the sandbox as a snapshot',
    details:
      'Saves records, logs, keys, quotas, webhooks and settings to one file beside the data. Snapshots of an ephemeral sandbox are deleted when it stops. Asks before it replaces a snapshot; use --yes in scripts.',
    args: { name: SNAPSHOT_NAME },
    options: SANDBOX_SELECTOR,
    examples: {
      'Before an experiment': 'archctl sandbox snapshot save before',
      'Replace the last one, in a script': 'archctl sandbox snapshot save before --yes -q',
    },
    related: ['sandbox snapshot load', 'sandbox snapshot list'],
    async run(context, { args: { name } }) {
      const { ask } = await openControl(context);
      const replace = (await findSnapshot(ask, name)) !== undefined;
      if (replace) await context.confirm(`Replace the snapshot "${name}"?`);
      const body = { name, ...(replace && { replace }) };
      const { snapshot } = await ask<{ snapshot: Snapshot }>({ method: 'POST', path: 'snapshots', body });
      context.terminal.success(`Saved snapshot "${name}".`);
      return { kind: 'record', record: snapshot, columns: noun.columns };
    },
  }),
};

async function findSnapshot(ask: SandboxControl['ask'], name: string): Promise<Snapshot | undefined> {
  try {
    return (await ask<{ snapshot: Snapshot }>({ method: 'GET', path: pathOf(name) })).snapshot;
  } catch (error) {
    if (error instanceof ArchctlError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

/** Finds a snapshot by name. Errors: `not-found`. */
async function existingSnapshot(ask: SandboxControl['ask'], name: string): Promise<Snapshot> {
  const found = await findSnapshot(ask, name);
  if (found) return found;
  throw new ArchctlError('not-found', `There is no snapshot "${name}".`, {
    hint: '"archctl sandbox snapshot list" lists the snapshots.',
  });
}
