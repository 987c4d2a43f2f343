import { pluralize } from '../../base/text/words.js';
import { familyCommands } from '../../cli/command/family/family-command.js';
import { identifier } from '../../cli/command/options.js';
import { tags } from '../../contract/resources/tag.js';
import { NAMED_FILTERS } from '../shared/model-options.js';
import noun from './noun.js';

const countedOf = (noun: string, ids: unknown): string[] =>
  Array.isArray(ids) && ids.length > 0 ? [pluralize(ids.length, noun)] : [];

export default familyCommands({
  family: tags,
  completes: 'tag',
  columns: noun.columns,
  filters: {
    group: identifier('Filter by group', { query: 'filter.groupId', completes: 'tag-group' }),
    ...NAMED_FILTERS,
  },
  otherLosses: ({ modelObjectIds, modelConnectionIds }) => {
    const off = [
      ...countedOf('model object', modelObjectIds),
      ...countedOf('model connection', modelConnectionIds),
    ];
    return off.length === 0 ? '' : `, removing it from ${off.join(' and ')}`;
  },
  examples: {
    list: {
      'Tags of one group': 'archctl tag list --group TAG_GROUP',
    },
    create: {
      'A tag for what will be removed': 'archctl tag create Legacy --color orange --group TAG_GROUP',
      'From a file, with another name': 'archctl tag create --data @tag.yaml --name "End of life"',
    },
    update: {
      'Change the colour': 'archctl tag update TAG --color red',
    },
  },
  related: ['tag-group list'],
});
