import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { identifier, orNone, text } from '../../cli/command/options.js';
import { updateVersion } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommand(updateVersion, {
  details: 'Changes the name and the notes. The content of a version cannot change.',
  args: { versionId: { name: 'VERSION_ID', help: 'Version', completes: 'version' } },
  options: {
    name: text('Name', { body: 'name' }),
    notes: text('Notes, at least ten characters', { body: 'notes' }),
    model: orNone(
      identifier('Handle of the model object that the version is about, or none', { body: 'modelHandleId' }),
    ),
  },
  columns: noun.columns,
  examples: {
    'Rename it': 'archctl version update VERSION_ID --landscape LANDSCAPE_ID --name "2026.1, approved"',
    'Change the notes':
      'archctl version update VERSION_ID --landscape LANDSCAPE_ID --notes "Approved by the board."',
  },
  related: ['version get', 'version list'],
  done: (version, context) => `Version ${displayName(context, version)} updated.`,
});
