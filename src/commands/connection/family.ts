import { familyCommands } from '../../cli/command/family/family-command.js';
import { choice, choices, flag, identifier, identifiers, orNone } from '../../cli/command/options.js';
import { CONNECTION_DIRECTIONS, CONNECTORS, MODEL_CONNECTION_EXPANSIONS } from '../../contract/enums.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { MODEL_FILTERS } from '../shared/model-options.js';
import noun from './noun.js';

const DIAGRAMS = {
  updateDiagrams: flag('Also update the diagrams that show it', { query: 'updateDiagrams' }),
};

export default familyCommands({
  family: modelConnections,
  completes: 'connection',
  columns: noun.columns,
  filters: {
    origin: identifiers('Filter by origin', { query: 'filter.originId', completes: 'object' }),
    target: identifiers('Filter by target', { query: 'filter.targetId', completes: 'object' }),
    via: orNone(
      identifier('Filter by via object; "none" matches connections without one', {
        query: 'filter.viaId',
        completes: 'object',
      }),
    ),
    direction: orNone(choice(CONNECTION_DIRECTIONS, 'Filter by direction', { query: 'filter.direction' })),
    ...MODEL_FILTERS,
  },
  reading: {
    expand: choices(MODEL_CONNECTION_EXPANSIONS, 'Include these records as well as their ids', {
      query: 'expand',
    }),
  },
  positional: { origin: 'ORIGIN', target: 'TARGET' },
  upserting: {
    ...DIAGRAMS,
    originConnector: choice(CONNECTORS, 'Where the line leaves the origin on diagrams', {
      query: 'originConnector',
    }),
    targetConnector: choice(CONNECTORS, 'Where the line reaches the target on diagrams', {
      query: 'targetConnector',
    }),
  },
  updating: DIAGRAMS,
  summaries: { create: 'Connect two model objects' },
  examples: {
    list: {
      'A connection with technologies':
        'archctl connection list --origin OBJECT --expand technologies -o json',
      'The connections between two objects': 'archctl connection list --between ORIGIN TARGET',
    },
    create: {
      'One way': 'archctl connection create ORIGIN TARGET --name "Sends orders"',
      'From a file, with another name':
        'archctl connection create --data @connection.yaml --name "Reads stock"',
    },
    update: {
      'A direct connection in both directions':
        'archctl connection update CONNECTION --direction bidirectional --via none',
    },
  },
  related: ['object list', 'technology list', 'diagram export'],
});
