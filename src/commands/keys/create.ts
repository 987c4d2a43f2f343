import { resolve } from 'node:path';
import { ArchctlError, usageError } from '../../base/errors.js';
import { reserveSecretFile } from '../../base/files/write-file.js';
import { command } from '../../cli/command/command.js';
import { checkedBody } from '../../cli/command/operation-command.js';
import { choice, text } from '../../cli/command/options.js';
import { positionalArguments } from '../../cli/command/positional.js';
import { PERMISSIONS } from '../../contract/enums.js';
import type { BodyOf } from '../../contract/operation.js';
import { createApiKey } from '../../contract/resources/api-key.js';
import { assertFree } from '../../profiles/changes.js';
import type { Column } from '../../terminal/types.js';
import noun from './noun.js';

const options = {
  name: text('Name of the key', { required: true, body: 'name' }),
  permission: choice(PERMISSIONS, 'Permission of the key', { required: true, body: 'permission' }),
  saveProfile: text('Save the key in a new profile instead of printing it', { value: 'NAME' }),
  secretFile: text('Write ID:SECRET to a new file (mode 0600) instead of printing it', {
    value: 'FILE',
    completes: 'file',
  }),
};

/** The whole key in the format of `auth login` and ARCHCTL_API_KEY. */
const PASTED: Column = {
  key: 'key',
  header: 'Key to paste',
  priority: 1,
  value: ({ id, secret }: { id: string; secret: string }) => `${id}:${secret}`,
};

export default command({
  summary: 'Create an API key',
  details: 'Requires an organization admin. The service returns the secret only once, in this response.',
  args: positionalArguments(options, { name: 'NAME' }),
  options,
  scope: ['org'],
  operation: createApiKey,
  takesData: true,
  examples: {
    'A key with read permission, saved as a profile':
      'archctl keys create "CI reader" --permission read --save-profile ci',
    'Into a file, for another machine': 'archctl keys create backup --permission read --secret-file key.txt',
  },
  related: ['keys update', 'auth login'],
  async run(context, input) {
    const { terminal, profiles, world, parsed } = context;
    const { saveProfile, secretFile } = input.options;
    if (secretFile === '-')
      throw usageError('Option --secret-file: - is not a file.', {
        hint: 'Without the option, the secret is printed once.',
      });
    const body = await checkedBody<BodyOf<typeof createApiKey>>(context, createApiKey, options);
    const organizationId = await context.scope('org');
    if (saveProfile !== undefined) assertFree(profiles.read(), saveProfile);
    const client = await context.client();
    // The file is created first: a key whose secret cannot be stored must not be created.
    const file =
      secretFile === undefined || parsed.globals.dryRun
        ? undefined
        : reserveSecretFile(resolve(world.cwd, secretFile));
    const { apiKey, secret } = await client
      .call(createApiKey, { path: { organizationId }, body })
      .catch((error: unknown) => {
        file?.release();
        throw error;
      });
    let failure: ArchctlError | undefined;
    try {
      file?.write(`${apiKey.id}:${secret}\n`);
      if (file) terminal.success(`Created key "${apiKey.name}". Its secret is in ${secretFile}.`);
      if (saveProfile !== undefined) {
        const { baseUrl } = context.settings.account();
        await profiles.update((all) => {
          assertFree(all, saveProfile);
          return {
            ...all,
            profiles: {
              ...all.profiles,
              [saveProfile]: { baseUrl, keyId: apiKey.id, secret, org: organizationId },
            },
          };
        });
        terminal.success(`Created key "${apiKey.name}" and saved it as profile "${saveProfile}".`);
      }
    } catch (error) {
      failure =
        error instanceof ArchctlError ? error : new ArchctlError('unexpected', (error as Error).message);
    }
    const stored = (file !== undefined || saveProfile !== undefined) && failure === undefined;
    if (!stored) terminal.warn('The secret is shown only now. Save it.');
    // People get one value to paste; machine formats have id and secret.
    const isPasted = terminal.isInteractive && terminal.format === 'table';
    return {
      kind: 'record',
      record: stored ? apiKey : { ...apiKey, secret },
      columns: stored
        ? noun.columns
        : [...noun.columns, { key: 'secret', priority: 1 }, ...(isPasted ? [PASTED] : [])],
      ...(failure ? { failure } : {}),
    };
  },
});
