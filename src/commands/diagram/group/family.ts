import { familyCommands } from '../../../cli/command/family/family-command.js';
import { identifier } from '../../../cli/command/options.js';
import { diagramGroups } from '../../../contract/resources/diagram-group.js';
import { NAMED_FILTERS } from '../../shared/model-options.js';
import noun from './noun.js';

/** The commands of diagram groups. */
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
      'Groups of one object': 'archctl diagram group list --landscape LANDSCAPE_ID --of OBJECT_ID',
    },
    create: {
      'A new group for a system':
        'archctl diagram group create Operations --landscape LANDSCAPE_ID --of OBJECT_ID',
      'From a file, with another name':
        'archctl diagram group create --landscape LANDSCAPE_ID --data @diagram-group.yaml --name Nights',
    },
    update: {
      'Rename it': 'archctl diagram group update DIAGRAM_GROUP_ID --landscape LANDSCAPE_ID --name Nights',
    },
  },
  related: ['diagram list'],
});
