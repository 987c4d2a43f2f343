import { CONNECTION } from '../../cli/columns.js';
import { operationCommand } from '../../cli/operation-command.js';
import { choice, identifier, identifiers, number, oneOf, pairs, text } from '../../cli/options.js';
import type { OptionSpec } from '../../cli/spec.js';
import { CONNECTION_DIRECTIONS, MODEL_STATUSES } from '../../contract/enums.js';
import { modelConnections } from '../../contract/model-connection.js';

const DIRECTIONS = [...CONNECTION_DIRECTIONS, 'none'] as const;

/** `none` is null on the wire (service document, endpoint 13). */
const direction: OptionSpec<(typeof CONNECTION_DIRECTIONS)[number] | null> = {
  help: 'Which way it points',
  value: DIRECTIONS.join('|'),
  choices: DIRECTIONS,
  required: true,
  body: 'direction',
  parse(given) {
    const value = oneOf(DIRECTIONS, given);
    return value === 'none' ? null : value;
  },
};

export default operationCommand(modelConnections.create, {
  summary: 'Connect two model objects',
  options: {
    name: text('What the origin does with the target, e.g. "Sends orders"', { required: true, body: 'name' }),
    origin: identifier('Object that starts it', { required: true, body: 'originId', completes: 'object' }),
    target: identifier('Object that receives it', { required: true, body: 'targetId', completes: 'object' }),
    direction,
    via: identifier('Object it runs through, such as a queue', { body: 'viaId', completes: 'object' }),
    status: choice(MODEL_STATUSES, 'Status', { body: 'status' }),
    description: text('Description', { body: 'description' }),
    tag: identifiers('Tag', { body: 'tagIds', completes: 'tag' }),
    technology: identifiers('Technology', { body: 'technologyIds', completes: 'technology' }),
    label: pairs('Label', { body: 'labels' }),
    commit: number('Commit the model is expected at', { integer: true, body: 'commit' }),
    handleId: identifier('Handle that stays the same across versions', { body: 'handleId' }),
  },
  columns: CONNECTION,
  examples: [
    {
      note: 'One way',
      line: 'archctl connection create --landscape LANDSCAPE_ID --name "Sends orders" --origin OBJECT_ID --target OBJECT_ID --direction outgoing',
    },
    {
      note: 'From a file, with another name',
      line: 'archctl connection create --landscape LANDSCAPE_ID --data @connection.yaml --name "Reads stock"',
    },
  ],
  related: ['technology list', 'diagram export'],
  done: (connection) => `Connection "${connection.name}" created (${connection.id}).`,
});
