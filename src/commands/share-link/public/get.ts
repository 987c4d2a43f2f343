import { operationCommand } from '../../../cli/command/operation-command.js';
import { getPublicShareLink } from '../../../contract/resources/share-link-public.js';
import { SHORT_ID } from '../shared/visit.js';

export default operationCommand(getPublicShareLink, {
  args: SHORT_ID,
  columns: [
    { key: 'shortId', header: 'Short ID', kind: 'id', priority: 1 },
    { key: 'protected', header: 'Password', kind: 'boolean', priority: 1 },
    { key: 'landscapeId', header: 'Landscape', kind: 'id', priority: 2 },
    { key: 'versionId', header: 'Version', kind: 'id', priority: 3 },
  ],
  examples: {
    'Its landscape and version': 'archctl share-link public get SHORT_ID',
    'Check whether it needs a password': 'archctl share-link public get SHORT_ID -o json --query protected',
  },
  related: ['share-link public landscape', 'share-link get'],
});
