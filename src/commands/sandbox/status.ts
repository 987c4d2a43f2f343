import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { findProfile } from '../../profiles/find.js';
import { silenceOf } from './shared/identity.js';
import { SANDBOX_COLUMNS, sandboxRow } from './shared/sandbox-row.js';
import {
  type ExistingSandbox,
  SELECTOR_ARGUMENT,
  SELECTOR_OPTIONS,
  selectorOf,
  selectSandbox,
} from './shared/selection.js';
import { profileOf } from './shared/state.js';

export default command({
  summary: 'Show whether a sandbox is running',
  details: 'If several are running, select one by name or --port; "archctl sandbox list" lists all.',
  args: SELECTOR_ARGUMENT,
  options: {
    ...SELECTOR_OPTIONS,
    keys: flag('Also print the admin key, and the command that creates a key for practice'),
  },
  examples: {
    'Its status': 'archctl sandbox status',
    'Its key, for another program': 'archctl sandbox status --keys -o csv --fields apiKey',
    'One of several sandboxes': 'archctl sandbox status ci',
  },
  related: ['sandbox list', 'sandbox stop'],
  async run(context, { args, options }) {
    const found = await selectSandbox(context, selectorOf(args, options));
    if (found.is === 'silent') context.terminal.warn(silenceOf(found.record));
    if (found.is === 'unsure') context.terminal.warn(found.why);
    const running = found.is === 'running' || found.is === 'silent';
    const keys = running && options.keys ? keysOf(context, found) : {};
    return {
      kind: 'record',
      record: running ? { running, ...sandboxRow(found), ...keys } : { running },
      columns: [
        { key: 'running', kind: 'boolean' },
        { key: 'name' },
        ...SANDBOX_COLUMNS,
        ...(options.keys ? [{ key: 'apiKey', header: 'API key', kind: 'id' } as const] : []),
      ],
      ...(running && options.keys && !context.terminal.machine && { remark: practice(found) }),
    };
  },
});

/** Hint with the command that creates a key, as with the service. */
const practice = ({ name }: ExistingSandbox): string =>
  `To create a key for practice: archctl -p ${profileOf(name)} keys create practice --permission write`;

/**
 * Admin key of a sandbox, as ARCHCTL_API_KEY accepts it, from its profile. None if the profile was changed to another
 * address.
 */
function keysOf({ profiles, terminal }: Context, { name, record }: ExistingSandbox): { apiKey?: string } {
  const profile = profileOf(name);
  const saved = findProfile(profiles.read(), profile);
  if (!saved || new URL(saved.baseUrl).origin !== new URL(record.baseUrl).origin) {
    terminal.warn(`The profile "${profile}" does not use this sandbox, so its key is not known.`);
    return {};
  }
  return { apiKey: `${saved.keyId}:${saved.secret}` };
}
