import { operationCommand } from '../../cli/command/operation-command.js';
import { text } from '../../cli/command/options.js';
import { updateVersionRevert } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommand(updateVersionRevert, {
  details: 'Changes the notes only. The revert itself stays.',
  args: { versionRevertId: { name: 'REVERT_ID', help: 'Revert', completes: 'revert' } },
  options: { notes: text('Reason, at least ten characters', { body: 'notes' }) },
  columns: noun.columns,
  examples: {
    'Add a reason later':
      'archctl revert update REVERT_ID --landscape LANDSCAPE_ID --notes "The import was incomplete."',
    'As JSON':
      'archctl revert update REVERT_ID --landscape LANDSCAPE_ID --data \'{"notes":"The import was incomplete."}\'',
  },
  related: ['revert get', 'revert list'],
  done: (revert) => `Revert ${revert.id} updated.`,
});
