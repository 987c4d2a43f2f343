import { type FamilyCommandSpec, orNone } from '../../../cli/command/family-command.js';
import { choice, choices, flag, identifier, identifiers, text } from '../../../cli/command/options.js';
import type { OptionSpec } from '../../../cli/command/value-spec.js';
import { MODEL_OBJECT_EXPANSIONS, MODEL_OBJECT_TYPES, MODEL_STATUSES } from '../../../contract/enums.js';
import { modelObjects } from '../../../contract/resources/model-object.js';
import { HANDLE_OPTION, ID_LISTS, MODEL_DETAILS, MODEL_FILTERS, no } from '../../shared/model-options.js';
import noun from '../noun.js';

/** The icon is taken from a technology. */
const icon: OptionSpec<{ catalogTechnologyId: string } | null> = {
  help: 'Technology whose icon is shown, or none',
  value: 'ID',
  body: 'icon',
  completes: 'technology',
  suggests: ['none'],
  parse: (given) => (given === 'none' ? null : { catalogTechnologyId: given }),
};

/** Shared parts of the commands of model objects. */
export const OBJECT_COMMANDS: FamilyCommandSpec = {
  family: modelObjects,
  completes: 'object',
  columns: noun.columns,
  details: [
    MODEL_DETAILS.description,
    { key: 'domainId', header: 'Domain', kind: 'id', of: 'domain', priority: 5 },
    { key: 'groupIds', header: 'Groups', kind: 'list', of: 'object', priority: 5 },
    { key: 'teamIds', header: 'Teams', kind: 'list', of: 'team', priority: 5 },
    { key: 'childIds', header: 'Children', kind: 'list', of: 'object', priority: 5 },
    { key: 'childDiagramIds', header: 'Diagrams', kind: 'list', of: 'diagram', priority: 5 },
    MODEL_DETAILS.commit,
    MODEL_DETAILS.handle,
    MODEL_DETAILS.version,
  ],
  filters: {
    type: choices(MODEL_OBJECT_TYPES, 'Filter by type', { query: 'filter.type' }),
    parent: orNone(
      identifier('Filter by direct parent; "none" matches root objects', {
        query: 'filter.parentId',
        completes: 'object',
      }),
    ),
    below: identifier('Filter by ancestor', { query: 'filter.parentIds', completes: 'object' }),
    ...MODEL_FILTERS,
    team: identifiers('Filter by owning team', { query: 'filter.teamIds', completes: 'team' }),
    domain: identifiers('Filter by domain', { query: 'filter.domainId', completes: 'domain' }),
    group: identifiers('Filter by group', { query: 'filter.groupIds', completes: 'object' }),
    external: flag('Only external objects', { query: 'filter.external' }),
    noExternal: no('Only internal objects', { query: 'filter.external' }),
  },
  reading: {
    expand: choices(MODEL_OBJECT_EXPANSIONS, 'Include these records as well as their ids', {
      query: 'expand',
    }),
  },
  fields: {
    name: text('Name', { required: true, body: 'name' }),
    type: choice(MODEL_OBJECT_TYPES, 'Type', { required: true, body: 'type' }),
    parent: orNone(
      identifier('Parent object; "none" for a root object', {
        required: true,
        body: 'parentId',
        completes: 'object',
      }),
    ),
    caption: text('Short text below the name', { body: 'caption' }),
    description: text('Description', { body: 'description' }),
    status: choice(MODEL_STATUSES, 'Status', { body: 'status' }),
    external: flag('Owned by another party', { body: 'external' }),
    noExternal: no('Owned by us', { body: 'external' }),
    icon,
  },
  idLists: {
    ...ID_LISTS,
    team: identifiers('Team', { body: 'teamIds', completes: 'team' }),
    group: identifiers('Group', { body: 'groupIds', completes: 'object' }),
  },
  creating: {
    domain: identifier('Domain of a root object; other objects belong to the domain of their parent', {
      body: 'domainId',
      completes: 'domain',
    }),
    ...HANDLE_OPTION,
  },
  deleted: [
    { key: 'deletedModelObjectIds', header: 'Objects', kind: 'list', nameless: true, priority: 1 },
    { key: 'deletedModelConnectionIds', header: 'Connections', kind: 'list', nameless: true, priority: 2 },
    MODEL_DETAILS.commit,
  ],
  examples: {
    list: [
      {
        note: 'Deprecated apps and stores',
        line: 'archctl object list --landscape LANDSCAPE_ID --type app,store --status deprecated',
      },
      {
        note: 'Systems and apps without an owning team',
        line: "archctl object list --landscape LANDSCAPE_ID --type system,app --query '[?!teamIds].name'",
      },
    ],
    create: [
      {
        note: 'An app in a system',
        line: 'archctl object create --landscape LANDSCAPE_ID --name Checkout --type app --parent OBJECT_ID',
      },
      {
        note: 'From a file, with another name and technologies',
        line: 'archctl object create --landscape LANDSCAPE_ID --data @object.yaml --name Billing --technology TECHNOLOGY_ID',
      },
    ],
    update: [
      {
        note: 'Mark it deprecated and tag it',
        line: 'archctl object update OBJECT_ID --landscape LANDSCAPE_ID --status deprecated --add-tag TAG_ID',
      },
      {
        note: 'Preview a change of all live stores',
        line: `archctl object update --landscape LANDSCAPE_ID --filter type=store --where "status == 'live'" --status future --dry-run`,
      },
    ],
  },
  related: ['object tree', 'technology list'],
};
