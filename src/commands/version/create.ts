import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { identifier, orNone, text } from '../../cli/command/options.js';
import { createVersion } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommand(createVersion, {
  details: 'Takes a snapshot of the live version. The name must be unique in the landscape.',
  options: {
    name: text('Name', { required: true, body: 'name' }),
    notes: text('Notes, at least ten characters', { required: true, body: 'notes' }),
    model: orNone(
      identifier('Handle of the model object that the version is about (default: none)', {
        body: 'modelHandleId',
      }),
    ),
  },
  columns: noun.columns,
  examples: {
    'Snapshot the live version':
      'archctl version create --landscape LANDSCAPE_ID --name "Before the split" --notes "As it was before the split."',
    'Print only the new id':
      'archctl version create --landscape LANDSCAPE_ID --name Nightly --notes "Made by the nightly job." -o json --query id',
  },
  related: ['version list', 'version revert', 'version delete'],
  finish: (body) => ({ modelHandleId: null, ...body }),
  done: (version, context) => `Version ${displayName(context, version)} created.`,
});
