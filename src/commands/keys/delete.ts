import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import type { Context } from '../../cli/command/spec.js';
import { deleteApiKey, listApiKeys } from '../../contract/resources/api-key.js';
import { askAbout, recordWithId } from '../shared/ask-about.js';

const idOf = ({ parsed }: Context): string => String(parsed.args.apiKeyId);

const question = (context: Context): Promise<string> =>
  askAbout(
    context,
    async () => {
      const client = await context.client();
      const path = { organizationId: await context.scope('org') };
      return recordWithId((await client.call(listApiKeys, { path })).apiKeys, idOf(context), 'API key');
    },
    (key) =>
      `Delete the API key ${displayName(context, key)} with permission ${key.permission}? Programs that use it can no longer sign in.`,
    `Delete the API key ${idOf(context)}?`,
  );

export default operationCommand(deleteApiKey, {
  details: 'Asks for confirmation; use --yes in scripts.',
  args: { apiKeyId: { name: 'KEY_ID', help: 'API key', completes: 'key' } },
  columns: [],
  examples: {
    'Asks for confirmation': 'archctl keys delete KEY_ID',
    'In a script': 'archctl keys delete KEY_ID --yes',
  },
  related: ['keys list', 'keys create'],
  confirm: question,
  done: (_, context) => `Deleted API key ${displayName(context, { id: idOf(context) })}.`,
});
