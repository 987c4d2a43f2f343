import { id } from '../../../cli/command/columns.js';
import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Manage what a share link shows first',
  examples: {
    'Start with a diagram': 'archctl share-link options keep --mode diagram --diagram DIAGRAM',
    'The options of a link': 'archctl share-link options get OPTIONS_ID',
  },
  related: ['share-link get', 'share-link public'],
  columns: [
    { key: 'shortId', header: 'Short ID', kind: 'id', priority: 1 },
    { key: 'mode', priority: 1 },
    { key: 'diagramId', header: 'Diagram', kind: 'id', of: 'diagram', priority: 2 },
    { key: 'flowId', header: 'Flow', kind: 'id', of: 'flow', priority: 2 },
    { key: 'modelId', header: 'Object', kind: 'id', of: 'object', priority: 2 },
    { key: 'domainId', header: 'Domain', kind: 'id', of: 'domain', priority: 3 },
    { key: 'search', priority: 3 },
    { key: 'overlayTab', header: 'Overlay', priority: 3 },
    { key: 'preventNavigation', header: 'Fixed', kind: 'boolean', priority: 4 },
    id,
  ],
});
