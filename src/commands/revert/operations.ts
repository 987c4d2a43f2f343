import { updatedAt } from '../../cli/command/columns.js';
import { operationCommands } from '../../cli/command/operation-commands.js';
import { text } from '../../cli/command/options.js';
import {
  getVersionRevert,
  listVersionReverts,
  updateVersionRevert,
} from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommands(
  {
    args: { versionRevertId: { name: 'REVERT', help: 'Revert', completes: 'revert' } },
    columns: noun.columns,
  },
  {
    get: {
      operation: getVersionRevert,
      columns: [...noun.columns, updatedAt],
      examples: {
        'One revert': 'archctl revert get REVERT',
        'All fields': 'archctl revert get REVERT -o yaml',
      },
      related: ['revert list', 'revert update'],
    },
    list: {
      operation: listVersionReverts,
      empty: 'The landscape was never reverted.',
      examples: {
        'Dates, versions and reasons': 'archctl revert list',
        'The reasons only': 'archctl revert list --query "[].notes"',
      },
      related: ['revert get', 'version revert'],
    },
    update: {
      operation: updateVersionRevert,
      details: 'Changes the notes only. The revert itself stays.',
      options: { notes: text('Reason, at least ten characters', { body: 'notes' }) },
      examples: {
        'Add a reason later': 'archctl revert update REVERT --notes "The import was incomplete."',
        'As JSON': 'archctl revert update REVERT --data \'{"notes":"The import was incomplete."}\'',
      },
      related: ['revert get', 'revert list'],
      done: (revert) => `Updated revert ${revert.id}.`,
    },
  },
);
