import { pluralize } from '../../base/words.js';
import { rememberedLoss, rememberLoss } from '../../cli/command/family/delete-question.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import type { Context } from '../../cli/command/spec.js';
import { listLandscapes } from '../../contract/resources/landscape.js';
import { deleteOrganization, getOrganization } from '../../contract/resources/organization.js';
import { askAbout } from '../shared/ask-about.js';

const idOf = ({ parsed }: Context): string => String(parsed.args.organizationId);

/** Counts what is deleted with the organization: landscapes, members, keys. */
async function question(context: Context): Promise<string> {
  const path = { organizationId: idOf(context) };
  const client = await context.client();
  return askAbout(
    context,
    async () => (await client.call(getOrganization, { path })).organization,
    async (organization) => {
      const { userIds } = organization;
      const { landscapes } = await client.call(listLandscapes, { path });
      const members = Array.isArray(userIds) ? userIds.length : 0;
      const along = `${pluralize(landscapes.length, 'landscape')}, ${pluralize(members, 'member')}`;
      const loss = rememberLoss(context, ` with everything in it (${along}, teams, invites and API keys)`);
      return `Delete the organization ${displayName(context, organization)}${loss}?`;
    },
    `Delete the organization ${path.organizationId} with everything in it?`,
  );
}

export default operationCommand(deleteOrganization, {
  details:
    'Asks for confirmation; use --yes in scripts. Also deletes landscapes, teams, members, invites and API keys.',
  args: { organizationId: { name: 'ORGANIZATION_ID', help: 'Organization', completes: 'org' } },
  columns: [],
  examples: {
    'Asks for confirmation': 'archctl organization delete ORGANIZATION_ID',
    'In a script': 'archctl organization delete ORGANIZATION_ID --yes',
  },
  related: ['organization list', 'landscape list'],
  confirm: question,
  done: (_, context) =>
    `Organization ${displayName(context, { id: idOf(context) })} deleted${rememberedLoss(context)}.`,
});
