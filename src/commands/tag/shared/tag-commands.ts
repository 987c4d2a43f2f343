import { counted } from '../../../base/words.js';
import type { FamilyCommandSpec } from '../../../cli/command/family-command.js';
import { choice, identifier, text } from '../../../cli/command/options.js';
import { COLORS } from '../../../contract/enums.js';
import { tags } from '../../../contract/resources/tag.js';
import { DETAILS, HANDLE, NAMED_FILTERS, placeAmong } from '../../shared/version-options.js';
import noun from '../noun.js';

const countedOf = (noun: string, ids: unknown): string[] =>
  Array.isArray(ids) && ids.length > 0 ? [counted(ids.length, noun)] : [];

/** Shared parts of the commands of tags. */
export const TAG_COMMANDS: FamilyCommandSpec = {
  family: tags,
  completes: 'tag',
  columns: noun.columns,
  details: [
    { key: 'modelObjectIds', header: 'On objects', kind: 'list', of: 'object', priority: 4 },
    { key: 'modelConnectionIds', header: 'On connections', kind: 'list', of: 'connection', priority: 4 },
    ...DETAILS,
  ],
  filters: {
    group: identifier('Filter by group', { query: 'filter.groupId', completes: 'tag-group' }),
    ...NAMED_FILTERS,
  },
  fields: {
    name: text('Name', { required: true, body: 'name' }),
    color: choice(COLORS, 'Colour', { required: true, body: 'color' }),
    group: identifier('Group of the tag', { required: true, body: 'groupId', completes: 'tag-group' }),
    index: placeAmong('tags of its group', true),
  },
  creating: HANDLE,
  takesAlong: ({ modelObjectIds, modelConnectionIds }) => {
    const off = [
      ...countedOf('model object', modelObjectIds),
      ...countedOf('model connection', modelConnectionIds),
    ];
    return off.length === 0 ? '' : `, removing it from ${off.join(' and ')}`;
  },
  examples: {
    list: [
      { note: 'Tags of one group', line: 'archctl tag list --landscape LANDSCAPE_ID --group TAG_GROUP_ID' },
    ],
    create: [
      {
        note: 'A tag for what will be removed',
        line: 'archctl tag create --landscape LANDSCAPE_ID --name Legacy --color orange --group TAG_GROUP_ID --index 1',
      },
      {
        note: 'From a file, with another name',
        line: 'archctl tag create --landscape LANDSCAPE_ID --data @tag.yaml --name "End of life"',
      },
    ],
    update: [
      {
        note: 'Change the colour',
        line: 'archctl tag update TAG_ID --landscape LANDSCAPE_ID --color red',
      },
    ],
  },
  related: ['tag-group list'],
};
