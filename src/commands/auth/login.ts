import { ArchctlError, usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { readFileText, readStdin } from '../../cli/command/input/read-input.js';
import { flag, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { parseBaseUrl } from '../../client/send/base-url.js';
import { listOrganizations } from '../../contract/resources/organization.js';
import { login } from '../../contract/resources/user.js';
import { putProfile } from '../../profiles/changes.js';
import { findProfile } from '../../profiles/find.js';
import { checkName, type Profile } from '../../profiles/profile.js';
import { parseKey, refuseUnnamed } from '../../profiles/settings.js';
import type { Terminal } from '../../terminal/terminal.js';

const options = {
  keyStdin: flag('Read the key, ID:SECRET, from stdin'),
  keyFile: text('Read the key, ID:SECRET, from a file', { value: 'FILE', completes: 'file' }),
};

export default command({
  shortcuts: ['login'],
  summary: 'Sign in with an API key and save it in a profile',
  details:
    'Checks the key with the service before it saves it, so that a working profile is never replaced by one that fails. The key is typed without echo, or read from stdin or a file. No option takes the key itself.',
  options,
  operation: login,
  anonymous: true,
  examples: {
    'Enter the key at a prompt': 'archctl auth login --base-url https://api.example.com/v1',
    'In a script, into a profile of its own':
      'archctl auth login -p ci --base-url https://api.example.com/v1 --key-file key.txt',
  },
  related: ['auth status', 'keys create', 'profile list'],
  async run(context, input) {
    const { terminal, parsed, profiles, world } = context;
    const name = parsed.globals.profile ?? (world.env.ARCHCTL_PROFILE || 'default');
    checkName(name);
    const existing = findProfile(profiles.read(), name);
    const baseUrl = parseBaseUrl(await addressOf(context, existing)).root.href;
    const key = await keyOf(context, input.options);

    const client = await context.client({ account: { baseUrl, credentials: key } });
    const { user } = await client.call(login, { path: {} }).catch((error) => {
      throw withSignInHint(error, baseUrl);
    });
    const account = { baseUrl, credentials: key };
    const org = user.defaultOrganizationId ?? onlyOne(await organizationsOf(context, account));
    const same = existing?.baseUrl === baseUrl ? existing : undefined;
    const profile: Profile = {
      ...same,
      baseUrl,
      keyId: key.id,
      secret: key.secret,
      ...(org && !same?.org ? { org } : {}),
    };
    await profiles.update((file) => putProfile(file, name, profile, true));
    terminal.success(`Signed in as ${user.name ?? user.email ?? user.id}. The current profile is "${name}".`);
    if (world.env.ARCHCTL_API_KEY)
      terminal.warn('ARCHCTL_API_KEY is set and takes precedence over the profile.');
    const showsName = context.showsNames && !context.showsIds && profile.org !== undefined;
    const known = showsName ? await organizationsOf(context, account) : [];
    const organization = known.find(({ id }) => id === profile.org)?.name;
    return {
      kind: 'record',
      record: { profile: name, baseUrl, keyId: key.id, user, organization: profile.org ?? null },
      columns: [
        { key: 'profile', priority: 1 },
        { key: 'user.name', header: 'User' },
        { key: 'user.email', header: 'Email' },
        { key: 'keyId', header: 'Key', nameless: true },
        { key: 'baseUrl', header: 'Service' },
        { key: 'organization', ...(organization && { value: () => organization }) },
      ],
    };
  },
});

/** Errors of a sign-in: a wrong address or a wrong key. The hints for other commands are about records and profiles. */
function withSignInHint(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof ArchctlError)) return error;
  if (error.facts.status === 404)
    return new ArchctlError(error.kind, `There is no service at ${baseUrl}.`, {
      ...error.facts,
      hint: 'Check the address. Most services need no path: archctl adds "/v1".',
    });
  if (error.facts.reason === 'unauthorized')
    return new ArchctlError(error.kind, error.message, {
      ...error.facts,
      hint: 'Check the id and the secret of the key, and whether it belongs to this service.',
    });
  return error;
}

async function addressOf(
  { parsed, world, terminal }: Context,
  existing: Profile | undefined,
): Promise<string> {
  const given = parsed.globals.baseUrl ?? world.env.ARCHCTL_BASE_URL;
  if (given) return given;
  if (existing && !terminal.canPrompt) {
    // Neither -p nor ARCHCTL_PROFILE selects a profile, and the key may be for another service.
    if (!parsed.globals.profile && !world.env.ARCHCTL_PROFILE)
      refuseUnnamed(existing.baseUrl, 'this sign-in', 'default');
    return existing.baseUrl;
  }
  if (!terminal.canPrompt) {
    throw usageError('No service address was given.', {
      hint: 'Use --base-url URL or ARCHCTL_BASE_URL.',
    });
  }
  return terminal.prompter.input('Service address:', {
    ...(existing ? { fallback: existing.baseUrl } : {}),
    validate: (value) => {
      try {
        parseBaseUrl(value);
        return true;
      } catch (error) {
        return (error as Error).message;
      }
    },
  });
}

async function keyOf(
  { terminal, world }: Context,
  { keyStdin, keyFile }: { keyStdin: boolean | undefined; keyFile: string | undefined },
): Promise<{ id: string; secret: string }> {
  if (keyStdin && keyFile !== undefined) throw usageError('--key-stdin and --key-file cannot be combined.');
  if (keyStdin) return parseKey(await readStdin(world, '--key-stdin'), 'stdin');
  if (keyFile !== undefined) return parseKey(readFileText(keyFile, world, '--key-file'), keyFile);
  if (terminal.canPrompt) return promptForKey(terminal);
  if (world.env.ARCHCTL_API_KEY) return parseKey(world.env.ARCHCTL_API_KEY, 'ARCHCTL_API_KEY');
  throw usageError('No key was given.', {
    hint: 'Without a terminal, use --key-stdin or --key-file FILE.',
  });
}

/** Attempts to enter a key in a valid format. */
const MAX_ATTEMPTS = 3;

async function promptForKey({ prompter, warn }: Terminal): Promise<{ id: string; secret: string }> {
  for (let attempt = 1; ; attempt += 1) {
    const typed = await prompter.secret('API key (ID:SECRET):');
    try {
      return parseKey(typed, 'The input');
    } catch (error) {
      if (!(error instanceof ArchctlError) || attempt === MAX_ATTEMPTS) throw error;
      warn(error.message);
    }
  }
}

/** Organizations of an account. Services without this list do not prevent signing in. */
async function organizationsOf(
  context: Context,
  account: { baseUrl: string; credentials: { id: string; secret: string } },
): Promise<readonly { id: string; name: string }[]> {
  try {
    const client = await context.client({ account });
    return (await client.call(listOrganizations, { path: {} })).organizations;
  } catch {
    return [];
  }
}

const onlyOne = (organizations: readonly { id: string }[]): string | undefined =>
  organizations.length === 1 ? organizations[0]?.id : undefined;
