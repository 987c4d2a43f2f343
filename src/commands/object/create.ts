import { createOptions } from '../../cli/command/family-command.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import noun from './noun.js';
import { OBJECT_COMMANDS } from './shared/object-commands.js';

export default operationCommand(modelObjects.create, {
  options: createOptions(OBJECT_COMMANDS),
  columns: noun.columns,
  examples: [
    {
      note: 'An app in a system',
      line: 'archctl object create --landscape LANDSCAPE_ID --name Checkout --type app --parent OBJECT_ID',
    },
    {
      note: 'From a file, with another name and technologies',
      line: 'archctl object create --landscape LANDSCAPE_ID --data @object.yaml --name Billing --technology TECHNOLOGY_ID',
    },
  ],
  related: ['object tree', 'technology list', 'connection create'],
  done: (object) => `Model object "${object.name}" created (${object.id}).`,
});
