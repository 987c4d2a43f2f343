import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { commit, handle, version } from '../../cli/command/columns.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { familyCommands } from '../../cli/command/family/family-command.js';
import type { ExtraColumns } from '../../cli/command/operation-command.js';
import { choices, flag, identifier, identifiers, no, orNone } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import type { OptionSpec } from '../../cli/command/value-spec.js';
import { MODEL_OBJECT_EXPANSIONS, MODEL_OBJECT_TYPES } from '../../contract/enums.js';
import { adrs } from '../../contract/resources/adr.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { parentTypes } from '../../contract/rules/parents.js';
import type { Column } from '../../terminal/types.js';
import { MODEL_FILTERS } from '../shared/model-options.js';
import noun from './noun.js';

/** The icon is taken from a technology. */
const icon: OptionSpec<{ catalogTechnologyId: string } | null> = {
  help: 'Technology whose icon is shown, or none',
  value: 'NAME',
  body: 'icon',
  completes: 'technology',
  suggests: ['none'],
  parse: (given) => (given === 'none' ? null : { catalogTechnologyId: given }),
};

/** Diagrams that draw the object, as opposed to those that show its content. */
const shownOn: Column = {
  key: 'shownOnDiagramIds',
  header: 'Shown on diagrams',
  kind: 'list',
  of: 'diagram',
  priority: 5,
  value: ({ diagrams }: { diagrams?: object }) => Object.keys(diagrams ?? {}),
};

export default familyCommands({
  family: modelObjects,
  completes: 'object',
  columns: noun.columns,
  details: [shownOn, commit, handle, version],
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
  getting: { decisions: flag('List the decisions about the diagrams that show the object') },
  extra: decisionsAbout,
  finish: (body, context, verb) => (verb === 'update' ? body : withRootParent(body, context)),
  fields: { icon },
  offers: {
    parent: ({ type }, options) =>
      parentTypes(String(options.type)).includes(String(type)) && (type !== 'root' || 'default'),
  },
  deleted: [
    { key: 'deletedModelObjectIds', header: 'Objects', kind: 'list', nameless: true, priority: 1 },
    { key: 'deletedModelConnectionIds', header: 'Connections', kind: 'list', nameless: true, priority: 2 },
    commit,
  ],
  examples: {
    list: {
      'Deprecated apps and stores': 'archctl object list --type app,store --status deprecated',
      'Systems and apps without an owning team':
        "archctl object list --type system,app --query '[?!teamIds].name'",
    },
    create: {
      'An app in a system': 'archctl object create Checkout --type app --parent OBJECT',
      'From a file, with another name and technologies':
        'archctl object create --data @object.yaml --name Billing --technology TECHNOLOGY',
    },
    update: {
      'Mark it deprecated and tag it': 'archctl object update OBJECT --status deprecated --add-tag TAG',
      'Preview a change of all live stores': `archctl object update --filter type=store --where "status == 'live'" --status future --dry-run`,
    },
  },
  related: ['object tree', 'technology list'],
});

/**
 * With --decisions, the decisions about an object as `ADR-0001 Use PostgreSQL (accepted)`: those about the diagrams that
 * show it, because the service relates decisions to diagrams and not to objects.
 */
async function decisionsAbout(object: JsonObject, context: Context): Promise<ExtraColumns | undefined> {
  if (context.parsed.options.decisions !== true) return undefined;
  const client = await context.client();
  const path = {
    landscapeId: await context.scope('landscape'),
    versionId: await context.scope('landscapeVersion'),
  };
  const diagrams = isObject(object.diagrams) ? object.diagrams : {};
  const decisions: string[] = [];
  for await (const { relatedItems, number, name, status } of client.pages(adrs.list, { path })) {
    const items = Object.values(relatedItems ?? {});
    if (items.some(({ diagramId }) => diagramId && Object.hasOwn(diagrams, diagramId)))
      decisions.push(`ADR-${String(number).padStart(4, '0')} ${name} (${status})`);
  }
  return { values: { decisions }, columns: [{ key: 'decisions', kind: 'list', priority: 2 }] };
}

/**
 * Adds the root object as the parent of a new object whose type may have it, if the version has only one root. Errors:
 * `usage` if there are several, and those of the client.
 */
async function withRootParent(body: JsonObject, context: Context): Promise<JsonObject> {
  if (body.parentId !== undefined || !parentTypes(String(body.type)).includes('root')) return body;
  const objects = await (await context.names()).records('object');
  const roots = objects.filter(({ type }) => type === 'root');
  const [root] = roots;
  // The service reports the missing parent.
  if (root === undefined) return body;
  if (roots.length === 1) return { ...body, parentId: root.id };
  throw usageError(`The parent is missing, and the version has ${roots.length} domains.`, {
    hint: `Use --parent with a domain: ${roots.map((it) => displayName(context, it)).join(', ')}.`,
  });
}
