import { type FamilyCommandSpec, orNone } from '../../../cli/command/family-command.js';
import { choice, choices, flag, identifier, identifiers, text } from '../../../cli/command/options.js';
import {
  CONNECTION_DIRECTIONS,
  CONNECTORS,
  MODEL_CONNECTION_EXPANSIONS,
  MODEL_STATUSES,
} from '../../../contract/enums.js';
import { modelConnections } from '../../../contract/resources/model-connection.js';
import { HANDLE_OPTION, ID_LISTS, MODEL_DETAILS, MODEL_FILTERS } from '../../shared/model-options.js';
import noun from '../noun.js';

const direction = choice(CONNECTION_DIRECTIONS, 'Direction of the connection', {
  required: true,
  body: 'direction',
});

const DIAGRAMS = {
  updateDiagrams: flag('Also update the diagrams that show it', { query: 'updateDiagrams' }),
};

/** Shared parts of the commands of model connections. */
export const CONNECTION_COMMANDS: FamilyCommandSpec = {
  family: modelConnections,
  completes: 'connection',
  columns: noun.columns,
  details: [MODEL_DETAILS.description, MODEL_DETAILS.commit, MODEL_DETAILS.handle, MODEL_DETAILS.version],
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
  fields: {
    name: text('What the origin does with the target, for example "Sends orders"', {
      required: true,
      body: 'name',
    }),
    origin: identifier('Object where the connection starts', {
      required: true,
      body: 'originId',
      completes: 'object',
    }),
    target: identifier('Object where the connection ends', {
      required: true,
      body: 'targetId',
      completes: 'object',
    }),
    direction: orNone(direction),
    via: orNone(
      identifier('Object that the connection passes through, such as a queue, or none', {
        body: 'viaId',
        completes: 'object',
      }),
    ),
    status: choice(MODEL_STATUSES, 'Status', { body: 'status' }),
    description: text('Description', { body: 'description' }),
  },
  idLists: ID_LISTS,
  creating: HANDLE_OPTION,
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
    list: [
      {
        note: 'A connection with technologies',
        line: 'archctl connection list --landscape LANDSCAPE_ID --origin OBJECT_ID --expand technologies -o json',
      },
    ],
    create: [
      {
        note: 'One way',
        line: 'archctl connection create --landscape LANDSCAPE_ID --name "Sends orders" --origin ORIGIN_ID --target TARGET_ID --direction outgoing',
      },
      {
        note: 'From a file, with another name',
        line: 'archctl connection create --landscape LANDSCAPE_ID --data @connection.yaml --name "Reads stock"',
      },
    ],
    update: [
      {
        note: 'A bidirectional connection with straight lines',
        line: 'archctl connection update CONNECTION_ID --landscape LANDSCAPE_ID --direction bidirectional --via none',
      },
    ],
  },
  related: ['object list', 'technology list', 'diagram export'],
};
