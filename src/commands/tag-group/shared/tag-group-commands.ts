import type { FamilyCommandSpec } from '../../../cli/command/family-command.js';
import { choice, text } from '../../../cli/command/options.js';
import { TAG_GROUP_ICONS } from '../../../contract/enums.js';
import { tagGroups } from '../../../contract/resources/tag.js';
import { DETAILS, HANDLE, NAMED_FILTERS, placeAmong } from '../../shared/version-options.js';
import noun from '../noun.js';

/** Shared parts of the commands of tag groups. */
export const TAG_GROUP_COMMANDS: FamilyCommandSpec = {
  family: tagGroups,
  completes: 'tag-group',
  columns: noun.columns,
  details: DETAILS,
  filters: NAMED_FILTERS,
  fields: {
    name: text('Name', { required: true, body: 'name' }),
    icon: choice(TAG_GROUP_ICONS, 'Icon', { required: true, body: 'icon' }),
    index: placeAmong('tag groups', true),
  },
  creating: HANDLE,
  examples: {
    list: [
      {
        note: 'The group with a given name, as data',
        line: 'archctl tag-group list --landscape LANDSCAPE_ID --name Compliance -o json',
      },
    ],
    create: [
      {
        note: 'A group for regions',
        line: 'archctl tag-group create --landscape LANDSCAPE_ID --name Regions --icon globe --index 3',
      },
      {
        note: 'From a file, with another name',
        line: 'archctl tag-group create --landscape LANDSCAPE_ID --data @tag-group.yaml --name Teams',
      },
    ],
    update: [
      {
        note: 'Change the icon',
        line: 'archctl tag-group update TAG_GROUP_ID --landscape LANDSCAPE_ID --icon lock',
      },
    ],
  },
  related: ['tag list'],
};
