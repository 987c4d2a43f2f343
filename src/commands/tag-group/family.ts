import { familyCommands } from '../../cli/command/family/family-command.js';
import { tagGroups } from '../../contract/resources/tag.js';
import { NAMED_FILTERS } from '../shared/model-options.js';
import noun from './noun.js';

export default familyCommands({
  family: tagGroups,
  completes: 'tag-group',
  columns: noun.columns,
  filters: NAMED_FILTERS,
  examples: {
    list: {
      'The group with a given name, as data': 'archctl tag-group list --name Compliance -o json',
    },
    create: {
      'A group for regions': 'archctl tag-group create Regions --icon globe',
      'From a file, with another name': 'archctl tag-group create --data @tag-group.yaml --name Teams',
    },
    update: {
      'Change the icon': 'archctl tag-group update TAG_GROUP --icon lock',
    },
  },
  related: ['tag list'],
});
