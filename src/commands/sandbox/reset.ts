import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { cannotDelete, deleteFile } from '../../base/files/delete-file.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import { askSandbox } from './shared/control.js';
import { SELECTOR_ARGUMENT, SELECTOR_OPTIONS, selectorOf, selectSandbox } from './shared/selection.js';
import { checkedName, defaultDataDirectory, SANDBOX_PROFILE } from './shared/state.js';

export default command({
  summary: 'Reset the data of the sandbox',
  details:
    'Asks for confirmation; use --yes in scripts. Resets a running sandbox in place; otherwise empties its data directory.',
  args: SELECTOR_ARGUMENT,
  options: {
    dataDir: text('Data directory (default: the state directory)', { value: 'DIR', completes: 'directory' }),
    ...SELECTOR_OPTIONS,
  },
  examples: {
    'Asks for confirmation': 'archctl sandbox reset',
    'In a script': 'archctl sandbox reset --yes',
    'One of several sandboxes': 'archctl sandbox reset ci --yes',
  },
  related: ['sandbox start', 'sandbox status'],
  async run(context, { args, options }) {
    const { terminal, world } = context;
    const { dataDir, ...given } = options;
    const selector = selectorOf(args, given);
    const found = await selectSandbox(context, selector);
    const name = selector.name === undefined ? SANDBOX_PROFILE : checkedName(selector.name);
    await context.confirm(
      found.is === 'absent'
        ? 'Delete the data of the sandbox?'
        : `Delete the data of the sandbox "${found.name}"?`,
    );
    const directory = resolve(world.cwd, dataDir ?? defaultDataDirectory(context, name));
    const isServed = found.is === 'running' && (dataDir === undefined || found.record.dataDir === directory);
    if (isServed) await askSandbox(context, { method: 'POST', path: 'reset' }, { name: found.name });
    else {
      if (existsSync(directory) && !existsSync(join(directory, DATABASE))) {
        throw usageError(`${directory} contains no sandbox data; nothing was removed.`);
      }
      if (context.parsed.globals.dryRun) {
        terminal.note(`Would remove the sandbox data in ${directory}.`);
        return { kind: 'nothing' };
      }
      if (existsSync(directory)) await empty(directory);
    }
    terminal.success('Reset the sandbox.');
    return { kind: 'nothing' };
  },
});

/** Database file of the sandbox. */
const DATABASE = 'sandbox.db';

function remove(path: string): void {
  try {
    deleteFile(path);
  } catch (error) {
    throw cannotDelete(path, error);
  }
}

/** Deletes the records, unless a sandbox uses them, even one that does not answer or left no record. */
async function empty(directory: string): Promise<void> {
  const { lockDirectory } = await import('../../sandbox/store/lock.js');
  const unlock = lockDirectory(directory);
  try {
    for (const suffix of ['', '-wal', '-shm', '-journal']) remove(join(directory, `${DATABASE}${suffix}`));
  } finally {
    unlock();
  }
}
