import { id, name, status } from '../../cli/command/columns.js';
import { command } from '../../cli/command/command.js';
import { listLandscapes } from '../../contract/resources/landscape.js';
import { listTeamObjects } from '../../contract/resources/team.js';
import { TEAM } from './noun.js';

export default command({
  summary: 'List the model objects that a team owns in every landscape',
  args: TEAM,
  scope: ['org'],
  operation: listTeamObjects,
  examples: {
    'Objects that a team owns': 'archctl team objects TEAM',
    'Names only, for a script': 'archctl team objects TEAM -o csv --fields name',
  },
  related: ['team landscapes', 'object list'],
  async run(context, { args }) {
    const client = await context.client();
    const organizationId = await context.scope('org');
    const { landscapeModelObjects } = await client.call(listTeamObjects, {
      path: { organizationId, teamId: args.teamId },
    });
    const { landscapes } = await client.call(listLandscapes, { path: { organizationId } });
    const names = new Map(landscapes.map((it) => [it.id, it.name]));
    const items = Object.entries(landscapeModelObjects).flatMap(([landscapeId, objects]) =>
      objects.map((it) => ({ ...it, landscapeName: names.get(landscapeId) ?? landscapeId })),
    );
    return {
      kind: 'list',
      items,
      columns: [
        { key: 'landscapeName', header: 'Landscape', priority: 2 },
        { key: 'type', priority: 2 },
        name,
        status,
        id,
      ],
      empty: 'The team owns nothing.',
    };
  },
});
