import { createdAt, id } from '../../cli/command/columns.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { text } from '../../cli/command/options.js';
import { revertVersion } from '../../contract/resources/version.js';
import type { Column } from '../../terminal/types.js';

const VERSION_REVERT: readonly Column[] = [
  id,
  { key: 'versionId', header: 'Version', kind: 'id', priority: 1 },
  { key: 'notes', priority: 2 },
  { key: 'diagramHandleIds', header: 'Diagrams', kind: 'list', priority: 5 },
  createdAt,
];

export default operationCommand(revertVersion, {
  details: 'The live model becomes what it was in that version. Asks first; give --yes in scripts.',
  args: { versionToRevertTo: { name: 'VERSION_ID', help: 'Version to go back to', completes: 'version' } },
  options: { notes: text('Why, in at least ten characters (default: names the version)', { body: 'notes' }) },
  columns: VERSION_REVERT,
  examples: [
    {
      note: 'Go back, with a reason',
      line: 'archctl version revert VERSION_ID --landscape LANDSCAPE_ID --notes "Undo the failed import"',
    },
    { note: 'In a script', line: 'archctl version revert VERSION_ID --landscape LANDSCAPE_ID --yes -o json' },
  ],
  related: ['version list', 'logs tree'],
  finish(body, { parsed }) {
    const versionId = String(parsed.args.versionToRevertTo);
    return { notes: `Reverted to version ${versionId} with archctl.`, ...body, versionId };
  },
  bulk: false,
  confirm: ({ parsed }) => `Revert the live model to version ${parsed.args.versionToRevertTo}?`,
  done: (revert) => `Reverted to version ${revert.versionId}.`,
});
