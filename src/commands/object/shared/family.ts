import { CONNECTION, OBJECT } from '../../../cli/command/columns.js';
import { type FamilyCommandSpec, orNone } from '../../../cli/command/family-command.js';
import { choice, choices, flag, identifier, identifiers, pairs, text } from '../../../cli/command/options.js';
import type { OptionSpec } from '../../../cli/command/spec.js';
import {
  CONNECTION_DIRECTIONS,
  MODEL_CONNECTION_EXPANSIONS,
  MODEL_OBJECT_EXPANSIONS,
  MODEL_OBJECT_TYPES,
  MODEL_STATUSES,
} from '../../../contract/enums.js';
import { modelConnections } from '../../../contract/resources/model-connection.js';
import { modelObjects } from '../../../contract/resources/model-object.js';

/** What the commands of model objects and of connections are made of. */

const no = (help: string, place: { body: string } | { query: string }): OptionSpec<boolean> => ({
  ...flag(help, place),
  parse: () => false,
});

/** Filters that objects and connections share. */
const filters = {
  name: text('Only of this name', { query: 'filter.name' }),
  status: choices(MODEL_STATUSES, 'Only of this status', { query: 'filter.status' }),
  tag: identifiers('Only with this tag', { query: 'filter.tagIds', completes: 'tag' }),
  technology: identifiers('Only with this technology', {
    query: 'filter.technologyIds',
    completes: 'technology',
  }),
  handleId: identifiers('Only with this handle', { query: 'filter.handleId' }),
  label: pairs('Only with this label', { query: 'filter.labels', completes: 'label' }),
};

const idLists = {
  tag: identifiers('Tag', { body: 'tagIds', completes: 'tag' }),
  technology: identifiers('Technology', { body: 'technologyIds', completes: 'technology' }),
};

const handle = { handleId: identifier('Handle that stays the same across versions', { body: 'handleId' }) };
const HANDLE = { key: 'handleId', header: 'Handle', kind: 'id', priority: 5 } as const;
const VERSION = { key: 'versionId', header: 'Version', kind: 'id', priority: 5 } as const;
const AT = { key: 'commit', kind: 'number', priority: 4 } as const;
const TEXT = { key: 'description', priority: 4 } as const;

/** A technology lends its icon. */
const icon: OptionSpec<{ catalogTechnologyId: string } | null> = {
  help: 'Technology whose icon it shows, or none',
  value: 'ID',
  body: 'icon',
  completes: 'technology',
  suggests: ['none'],
  parse: (given) => (given === 'none' ? null : { catalogTechnologyId: given }),
};

export const OBJECT_COMMANDS: FamilyCommandSpec = {
  family: modelObjects,
  word: 'object',
  completes: 'object',
  columns: OBJECT,
  details: [
    TEXT,
    { key: 'domainId', header: 'Domain', kind: 'id', priority: 5 },
    { key: 'groupIds', header: 'Groups', kind: 'list', priority: 5 },
    { key: 'teamIds', header: 'Teams', kind: 'list', priority: 5 },
    { key: 'childIds', header: 'Children', kind: 'list', priority: 5 },
    { key: 'childDiagramIds', header: 'Diagrams', kind: 'list', priority: 5 },
    AT,
    HANDLE,
    VERSION,
  ],
  filters: {
    type: choices(MODEL_OBJECT_TYPES, 'Only of this type', { query: 'filter.type' }),
    parent: orNone(
      identifier('Only right below this, or none', { query: 'filter.parentId', completes: 'object' }),
    ),
    below: identifier('Only below this, at any depth', { query: 'filter.parentIds', completes: 'object' }),
    ...filters,
    team: identifiers('Only owned by this team', { query: 'filter.teamIds' }),
    domain: identifiers('Only in this domain', { query: 'filter.domainId' }),
    group: identifiers('Only in this group', { query: 'filter.groupIds', completes: 'object' }),
    external: flag('Only external ones', { query: 'filter.external' }),
    noExternal: no('Only our own', { query: 'filter.external' }),
  },
  reading: {
    expand: choices(MODEL_OBJECT_EXPANSIONS, 'Show these whole, beside their ids', { query: 'expand' }),
  },
  fields: {
    name: text('Name', { required: true, body: 'name' }),
    type: choice(MODEL_OBJECT_TYPES, 'Type', { required: true, body: 'type' }),
    parent: orNone(
      identifier('Object it stands below; none for a root', {
        required: true,
        body: 'parentId',
        completes: 'object',
      }),
    ),
    caption: text('Short text below its name', { body: 'caption' }),
    description: text('Description', { body: 'description' }),
    status: choice(MODEL_STATUSES, 'Status', { body: 'status' }),
    external: flag('It belongs to somebody else', { body: 'external' }),
    noExternal: no('It is our own', { body: 'external' }),
    icon,
  },
  idLists: {
    ...idLists,
    team: identifiers('Team', { body: 'teamIds' }),
    group: identifiers('Group', { body: 'groupIds', completes: 'object' }),
  },
  creating: {
    domain: identifier("Domain of a root; others are in their parent's", { body: 'domainId' }),
    ...handle,
  },
  takesAlong: ' with everything below it, its connections and its diagrams',
  deleted: [
    { key: 'deletedModelObjectIds', header: 'Objects', kind: 'list', priority: 1 },
    { key: 'deletedModelConnectionIds', header: 'Connections', kind: 'list', priority: 2 },
    AT,
  ],
  examples: {
    list: [
      {
        note: 'Deprecated apps and stores',
        line: 'archctl object list --landscape LANDSCAPE_ID --type app,store --status deprecated',
      },
    ],
    update: [
      {
        note: 'Mark it deprecated and tag it',
        line: 'archctl object update OBJECT_ID --landscape LANDSCAPE_ID --status deprecated --add-tag TAG_ID',
      },
    ],
  },
  related: ['object tree'],
};

const direction = choice(CONNECTION_DIRECTIONS, 'Which way it points', { required: true, body: 'direction' });

export const CONNECTION_COMMANDS: FamilyCommandSpec = {
  family: modelConnections,
  word: 'connection',
  completes: 'connection',
  columns: CONNECTION,
  details: [TEXT, AT, HANDLE, VERSION],
  filters: {
    origin: identifiers('Only from this object', { query: 'filter.originId', completes: 'object' }),
    target: identifiers('Only to this object', { query: 'filter.targetId', completes: 'object' }),
    via: orNone(
      identifier('Only through this object, or none', { query: 'filter.viaId', completes: 'object' }),
    ),
    direction: orNone(choice(CONNECTION_DIRECTIONS, 'Only pointing this way', { query: 'filter.direction' })),
    ...filters,
  },
  reading: {
    expand: choices(MODEL_CONNECTION_EXPANSIONS, 'Show these whole, beside their ids', { query: 'expand' }),
  },
  fields: {
    name: text('What the origin does with the target, e.g. "Sends orders"', { required: true, body: 'name' }),
    origin: identifier('Object that starts it', { required: true, body: 'originId', completes: 'object' }),
    target: identifier('Object that receives it', { required: true, body: 'targetId', completes: 'object' }),
    direction: orNone(direction),
    via: orNone(
      identifier('Object it runs through, such as a queue, or none', { body: 'viaId', completes: 'object' }),
    ),
    status: choice(MODEL_STATUSES, 'Status', { body: 'status' }),
    description: text('Description', { body: 'description' }),
  },
  idLists,
  creating: handle,
  updating: { updateDiagrams: flag('Update the diagrams it is drawn on', { query: 'updateDiagrams' }) },
  examples: {
    list: [
      {
        note: 'What an object sends, with its technologies',
        line: 'archctl connection list --landscape LANDSCAPE_ID --origin OBJECT_ID --expand technologies -o json',
      },
    ],
    update: [
      {
        note: 'Both ways, straight',
        line: 'archctl connection update CONNECTION_ID --landscape LANDSCAPE_ID --direction bidirectional --via none',
      },
    ],
  },
  related: ['connection create'],
};
