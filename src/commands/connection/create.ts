import { createOptions } from '../../cli/command/family-command.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import noun from './noun.js';
import { CONNECTION_COMMANDS } from './shared/connection-commands.js';

export default operationCommand(modelConnections.create, {
  summary: 'Connect two model objects',
  options: createOptions(CONNECTION_COMMANDS),
  columns: noun.columns,
  examples: [
    {
      note: 'One way',
      line: 'archctl connection create --landscape LANDSCAPE_ID --name "Sends orders" --origin ORIGIN_ID --target TARGET_ID --direction outgoing',
    },
    {
      note: 'From a file, with another name',
      line: 'archctl connection create --landscape LANDSCAPE_ID --data @connection.yaml --name "Reads stock"',
    },
  ],
  related: ['connection list', 'technology list', 'diagram export'],
  done: (connection) => `Connection "${connection.name}" created (${connection.id}).`,
});
