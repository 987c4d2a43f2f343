import { pluralize } from '../../base/text/words.js';
import { rememberedLoss, rememberLoss } from '../../cli/command/family/delete-question.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand, pathOf } from '../../cli/command/operation-command.js';
import type { AnyCommand, Context } from '../../cli/command/spec.js';
import { listLandscapes } from '../../contract/resources/landscape.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import {
  deleteTechnology,
  getOrganizationTechnology,
  updateTechnology,
} from '../../contract/resources/technology.js';
import { TECHNOLOGY } from './shared/technology-options.js';

const remove = operationCommand(deleteTechnology, {
  details:
    'Asks for confirmation; use --yes in scripts. Objects and connections stay, without the technology.',
  args: { catalogTechnologyId: TECHNOLOGY },
  columns: [],
  examples: {
    'Asks for confirmation': 'archctl technology delete OWN_TECHNOLOGY --org ORGANIZATION',
    'In a script': 'archctl technology delete OWN_TECHNOLOGY --org ORGANIZATION --yes',
  },
  related: ['technology list', 'technology update'],
  confirm: async (context) => `Delete ${await questionOf(context)}?`,
  done: (_, context) =>
    `Deleted technology ${displayName(context, { id: context.parsed.args.catalogTechnologyId })}${rememberedLoss(context)}.`,
});

const command: AnyCommand = { ...remove, alsoPerforms: [getOrganizationTechnology] };

export default command;

/** The technology by name, and its uses; scripts skip the request. */
async function questionOf(context: Context): Promise<string> {
  const id = String(context.parsed.args.catalogTechnologyId);
  if (!context.asks) return `the technology ${id}`;
  const client = await context.client();
  const path = await pathOf(context, updateTechnology);
  const { catalogTechnology } = await client.perform(getOrganizationTechnology, { path });
  const { name } = catalogTechnology as { name: string };
  return `the technology ${displayName(context, { id, name })}${rememberLoss(context, await uses(context, id, path))}`;
}

/** Number of objects and connections of the live versions that use it. */
async function uses(context: Context, id: string, path: Record<string, string>): Promise<string> {
  const client = await context.client();
  const query = { filter: { technologyIds: id } };
  const counts = { object: 0, connection: 0 };
  for await (const landscape of client.performPages(listLandscapes, { path })) {
    const place = { landscapeId: String((landscape as { id: unknown }).id), versionId: 'latest' };
    for await (const _ of client.performPages(modelObjects.list, { path: place, query })) counts.object += 1;
    for await (const _ of client.performPages(modelConnections.list, { path: place, query }))
      counts.connection += 1;
  }
  const used = Object.entries(counts).filter(([, count]) => count > 0);
  if (used.length === 0) return ', which is not in use';
  return `, removing it from ${used.map(([noun, count]) => pluralize(count, noun)).join(' and ')}`;
}
