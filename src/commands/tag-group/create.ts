import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, identifier, number, pairs, text } from '../../cli/command/options.js';
import { TAG_GROUP_ICONS } from '../../contract/enums.js';
import { tagGroups } from '../../contract/resources/tag.js';
import noun from './noun.js';

export default operationCommand(tagGroups.create, {
  options: {
    name: text('Name', { required: true, body: 'name' }),
    icon: choice(TAG_GROUP_ICONS, 'Icon', { required: true, body: 'icon' }),
    index: number('Place among the tag groups', { required: true, body: 'index' }),
    label: pairs('Label', { body: 'labels' }),
    commit: number('Commit the model is expected at', { integer: true, body: 'commit' }),
    handleId: identifier('Handle that stays the same across versions', { body: 'handleId' }),
  },
  columns: noun.columns,
  examples: [
    {
      note: 'A group for regions',
      line: 'archctl tag-group create --landscape LANDSCAPE_ID --name Regions --icon globe --index 3',
    },
    {
      note: 'From a file, with another name',
      line: 'archctl tag-group create --landscape LANDSCAPE_ID --data @tag-group.yaml --name Teams',
    },
  ],
  related: ['object list', 'connection list'],
  done: (group) => `Tag group "${group.name}" created (${group.id}).`,
});
