import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { flag, identifier, text } from '../../cli/command/options.js';
import { duplicateLandscape } from '../../contract/resources/landscape.js';
import noun from './noun.js';

export default operationCommand(duplicateLandscape, {
  summary: 'Duplicate a landscape with everything in it',
  args: { landscapeId: { name: 'LANDSCAPE_ID', help: 'Landscape to duplicate', completes: 'landscape' } },
  options: {
    name: text('Name of the copy', { required: true, body: 'name' }),
    scheduledVersions: flag('Create versions of the copy on a schedule', { body: 'scheduledVersions' }),
    targetOrganization: identifier('Organization that owns the copy', {
      query: 'targetOrganizationId',
      completes: 'org',
    }),
  },
  columns: noun.columns,
  examples: {
    'Try a change on a copy': 'archctl landscape duplicate LANDSCAPE_ID --name "Shop, spike"',
    'Print only the new id': 'archctl landscape duplicate LANDSCAPE_ID --name Copy -o json --query id',
  },
  related: ['landscape copy', 'landscape list', 'logs tree'],
  done: (landscape, context) => `Created the duplicate ${displayName(context, landscape)}.`,
});
