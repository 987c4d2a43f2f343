import { familyCommands } from '../../../cli/command/family/family-command.js';
import { identifier } from '../../../cli/command/options.js';
import { diagramGroups } from '../../../contract/resources/diagram-group.js';
import { NAMED_FILTERS } from '../../shared/model-options.js';
import noun from './noun.js';

export default familyCommands({
  family: diagramGroups,
  completes: 'diagram-group',
  columns: noun.columns,
  filters: {
    of: identifier('Filter by model object', {
      query: 'filter.modelId',
      completes: 'object',
      hiddenAliases: [{ name: '--model' }],
    }),
    ...NAMED_FILTERS,
  },
  otherLosses: '; its diagrams stay',
  examples: {
    list: {
      'Groups of one object': 'archctl diagram group list --of OBJECT',
    },
    create: {
      'A new group for a system': 'archctl diagram group create Operations --of OBJECT',
      'From a file, with another name':
        'archctl diagram group create --data @diagram-group.yaml --name Nights',
    },
    update: {
      'Rename it': 'archctl diagram group update DIAGRAM_GROUP --name Nights',
    },
  },
  related: ['diagram list'],
});
