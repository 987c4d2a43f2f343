import { updatedAt } from '../../cli/command/columns.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { getVersion } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommand(getVersion, {
  args: { versionId: { name: 'VERSION_ID', help: 'Version, or latest', completes: 'version' } },
  columns: [
    ...noun.columns,
    updatedAt,
    { key: 'modelHandleId', header: 'Model', kind: 'id', nameless: true, priority: 5 },
    { key: 'diagramHandleIds', header: 'Diagrams', kind: 'list', nameless: true, priority: 5 },
  ],
  examples: {
    'One version': 'archctl version get VERSION_ID --landscape LANDSCAPE_ID',
    'The live version': 'archctl version get latest --landscape LANDSCAPE_ID -o yaml',
  },
  related: ['version list', 'version update'],
});
