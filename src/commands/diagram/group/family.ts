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
    model: identifier('Filter by model object', { query: 'filter.modelId', completes: 'object' }),
    ...NAMED_FILTERS,
  },
  takesAlong: '; its diagrams stay',
  examples: {
    list: [
      {
        note: 'Groups of one object',
        line: 'archctl diagram group list --landscape LANDSCAPE_ID --model OBJECT_ID',
      },
    ],
    create: [
      {
        note: 'A new group for a system',
        line: 'archctl diagram group create --landscape LANDSCAPE_ID --name Operations --model OBJECT_ID',
      },
      {
        note: 'From a file, with another name',
        line: 'archctl diagram group create --landscape LANDSCAPE_ID --data @diagram-group.yaml --name Nights',
      },
    ],
    update: [
      {
        note: 'Rename it',
        line: 'archctl diagram group update DIAGRAM_GROUP_ID --landscape LANDSCAPE_ID --name Nights',
      },
    ],
  },
  related: ['diagram list'],
});
