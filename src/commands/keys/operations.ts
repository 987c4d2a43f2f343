import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommands } from '../../cli/command/operation-commands.js';
import { choice, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { PERMISSIONS } from '../../contract/enums.js';
import { deleteApiKey, listApiKeys, updateApiKey } from '../../contract/resources/api-key.js';
import { questionAbout, recordWithId } from '../shared/ask-about.js';
import noun from './noun.js';

const idOf = ({ parsed }: Context): string => String(parsed.args.apiKeyId);

const question = (context: Context): Promise<string> =>
  questionAbout(
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

export default operationCommands(
  { args: { apiKeyId: { name: 'KEY', help: 'API key', completes: 'key' } }, columns: noun.columns },
  {
    delete: {
      operation: deleteApiKey,
      details: 'Asks for confirmation; use --yes in scripts.',
      columns: [],
      examples: {
        'Asks for confirmation': 'archctl keys delete KEY',
        'In a script': 'archctl keys delete KEY --yes',
      },
      related: ['keys list', 'keys create'],
      confirm: question,
      done: (_, context) => `Deleted API key ${displayName(context, { id: idOf(context) })}.`,
    },
    list: {
      operation: listApiKeys,
      empty: 'The organization has no API keys.',
      examples: {
        'Keys and their permissions': 'archctl keys list',
        'Keys that can make changes': `archctl keys list -o json --query "[?permission!='read']"`,
      },
      related: ['keys create', 'keys delete'],
    },
    update: {
      operation: updateApiKey,
      options: {
        name: text('New name', { body: 'name' }),
        permission: choice(PERMISSIONS, 'New permission', { body: 'permission' }),
      },
      examples: {
        'Reduce a key to read permission': 'archctl keys update KEY --permission read',
        'Rename it': 'archctl keys update KEY --name "CI, nightly"',
      },
      related: ['keys create', 'auth login'],
      done: (key) => `Key "${key.name}" is now ${key.permission}.`,
    },
  },
);
