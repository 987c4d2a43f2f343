import { called } from '../../cli/command/called.js';
import { orNone } from '../../cli/command/family-options.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { identifier, text } from '../../cli/command/options.js';
import { updateVersion } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommand(updateVersion, {
  details: 'Changes what is said of a version. What is in a version that was frozen does not change.',
  args: { versionId: { name: 'VERSION_ID', help: 'Version', completes: 'version' } },
  options: {
    name: text('Name', { body: 'name' }),
    notes: text('What it is about, in at least ten characters', { body: 'notes' }),
    model: orNone(identifier('Handle of the model object it is about, or none', { body: 'modelHandleId' })),
  },
  columns: noun.columns,
  examples: [
    {
      note: 'Another name',
      line: 'archctl version update VERSION_ID --landscape LANDSCAPE_ID --name "2026.1, approved"',
    },
    {
      note: 'Other notes',
      line: 'archctl version update VERSION_ID --landscape LANDSCAPE_ID --notes "Approved by the board."',
    },
  ],
  related: ['version get', 'version list'],
  done: (version, context) => `Version ${called(context, version)} updated.`,
});
