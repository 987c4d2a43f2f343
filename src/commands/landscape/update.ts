import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { flag, identifier, no, text } from '../../cli/command/options.js';
import { updateLandscape } from '../../contract/resources/landscape.js';
import noun from './noun.js';

export default operationCommand(updateLandscape, {
  args: { landscapeId: { name: 'LANDSCAPE_ID', help: 'Landscape', completes: 'landscape' } },
  options: {
    name: text('Name', { body: 'name' }),
    scheduledVersions: flag('Create versions on a schedule', { body: 'scheduledVersions' }),
    noScheduledVersions: no('Stop creating versions on a schedule', { body: 'scheduledVersions' }),
    organization: identifier('Organization that owns it', { body: 'organizationId', completes: 'org' }),
  },
  columns: noun.columns,
  examples: {
    'Rename it': 'archctl landscape update LANDSCAPE_ID --name "Shop, Europe"',
    'Stop scheduled versions': 'archctl landscape update LANDSCAPE_ID --no-scheduled-versions',
  },
  related: ['landscape get'],
  done: (landscape, context) => `Landscape ${displayName(context, landscape)} updated.`,
});
