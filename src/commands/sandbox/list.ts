import { command } from '../../cli/command/command.js';
import type { Context } from '../../cli/command/spec.js';
import { silenceOf } from './shared/identity.js';
import { SANDBOX_COLUMNS, sandboxRow } from './shared/sandbox-row.js';
import { type ExistingSandbox, findAllSandboxes } from './shared/selection.js';
import { profileOf } from './shared/state.js';

export default command({
  summary: 'List running sandboxes',
  details: 'Contacts each sandbox and verifies its identity. Sends no key.',
  examples: {
    'Running sandboxes': 'archctl sandbox list',
    'Their addresses, for a script': 'archctl sandbox list -o csv --fields name,baseUrl',
  },
  related: ['sandbox start', 'sandbox stop'],
  async run(context) {
    const found = await findAllSandboxes(context);
    for (const it of found) warnOf(context, it);
    return {
      kind: 'list',
      items: found.map((it) => ({
        ...sandboxRow(it),
        profile: profileOf(it.name),
        answers: it.is === 'running',
      })),
      columns: [
        { key: 'name', priority: 1 },
        ...SANDBOX_COLUMNS,
        { key: 'answers', kind: 'boolean', priority: 1 },
        { key: 'profile', priority: 3 },
      ],
      empty: 'No sandbox is running. "archctl sandbox start --detach" starts one.',
    };
  },
});

function warnOf({ terminal }: Context, found: ExistingSandbox): void {
  if (found.is === 'silent') terminal.warn(silenceOf(found.record));
  if (found.is === 'unsure') terminal.warn(found.why);
}
