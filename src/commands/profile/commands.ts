import { command } from '../../cli/command/command.js';
import { profileToChange } from '../../cli/command/default-scope.js';
import { SCOPE_NAMES, scopeShape } from '../../contract/scopes.js';
import { renameProfile, setProfile, useProfile } from '../../profiles/changes.js';
import { existingProfile } from '../../profiles/find.js';
import { PROFILE_SETTINGS, type Profile } from '../../profiles/profile.js';
import { notSignedIn } from '../../profiles/settings.js';
import { confirmRemoval } from '../shared/profile-removal.js';

/** A profile without its secret. */
const profileView = (name: string, { secret: _, webhookSecrets, ...profile }: Profile, inUse: boolean) => ({
  name,
  inUse,
  ...profile,
  ...(webhookSecrets ? { webhookSecrets: webhookSecrets.map(({ secret: _secret, ...rest }) => rest) } : {}),
});

export default {
  list: command({
    summary: 'List the profiles saved on this machine',
    examples: {
      'All profiles': 'archctl profile list',
      'Names and addresses, for a script': 'archctl profile list -o csv --fields name,baseUrl',
    },
    related: ['profile use', 'auth login'],
    async run({ profiles, settings, terminal }) {
      const { profiles: whole, damaged = {} } = profiles.read();
      const inUse = settings.profileName()?.value;
      for (const [name, { problem }] of Object.entries(damaged))
        terminal.warn(`Profile "${name}" is damaged: ${problem}.`);
      return {
        kind: 'list',
        items: [
          ...Object.entries(whole).map(([name, profile]) => profileView(name, profile, name === inUse)),
          ...Object.entries(damaged).map(([name, { problem }]) => ({ name, inUse: name === inUse, problem })),
        ],
        columns: [
          { key: 'name', priority: 1 },
          { key: 'inUse', header: 'In use', kind: 'boolean', priority: 1 },
          { key: 'baseUrl', header: 'Service', priority: 2 },
          { key: 'keyId', header: 'Key', kind: 'id', nameless: true, priority: 3 },
          // Default places; `profile show` also lists places that are inferred.
          ...SCOPE_NAMES.filter((key) => !scopeShape(key).fallback).map(
            (key) =>
              ({ key, header: scopeShape(key).title, kind: 'id', nameless: true, priority: 4 }) as const,
          ),
          { key: 'plan', priority: 5 },
        ],
        empty: 'No profiles yet: "archctl auth login" makes one.',
      };
    },
  }),
  remove: command({
    summary: 'Remove a profile and its key from this machine',
    details: 'Asks for confirmation; use --yes in scripts.',
    args: { name: { name: 'NAME', help: 'Profile', completes: 'profile' } },
    examples: {
      'Asks for confirmation': 'archctl profile remove ci',
      'In a script': 'archctl profile remove ci --yes',
    },
    related: ['auth logout', 'profile list'],
    run: (context, { args }) => confirmRemoval(context, args.name),
  }),
  rename: command({
    summary: 'Rename a profile',
    args: {
      name: { name: 'NAME', help: 'Profile', completes: 'profile' },
      newName: { name: 'NEW_NAME', help: 'New name' },
    },
    examples: {
      'Rename a profile': 'archctl profile rename default work',
      'Make the name available for a new sandbox': 'archctl profile rename sandbox old-sandbox',
    },
    related: ['profile list', 'profile use'],
    async run({ profiles, terminal }, { args }) {
      await profiles.update((file) => renameProfile(file, args.name, args.newName));
      terminal.success(`Renamed profile "${args.name}" to "${args.newName}".`);
      return { kind: 'nothing' };
    },
  }),
  show: command({
    summary: 'Show a profile without its secret',
    args: {
      name: {
        name: 'NAME',
        help: 'Profile (default: the current one)',
        optional: true,
        completes: 'profile',
      },
    },
    examples: {
      'The current profile': 'archctl profile show',
      'The address of another profile': 'archctl profile show ci --fields baseUrl',
    },
    related: ['profile list', 'profile set'],
    async run({ profiles, settings }, { args }) {
      const file = profiles.read();
      const inUse = settings.profileName()?.value;
      const name = args.name ?? inUse;
      if (name === undefined) throw notSignedIn();
      const profile = existingProfile(file, name);
      return {
        kind: 'record',
        record: { ...profileView(name, profile, name === inUse), file: profiles.path },
        columns: [
          { key: 'name' },
          { key: 'inUse', header: 'In use', kind: 'boolean' },
          { key: 'baseUrl', header: 'Service' },
          { key: 'keyId', header: 'Key' },
          ...SCOPE_NAMES.map((key) => ({ key, header: scopeShape(key).title })),
          { key: 'plan' },
          { key: 'webUrl', header: 'Web app' },
          { key: 'file' },
        ],
      };
    },
  }),
  unset: command({
    summary: 'Remove a setting from the current profile',
    args: {
      setting: {
        name: 'SETTING',
        help: 'Setting to remove',
        // The address is required in a profile.
        choices: PROFILE_SETTINGS.filter((setting) => setting !== 'base-url'),
      },
    },
    examples: {
      'Remove the default landscape': 'archctl profile unset landscape',
      'In another profile': 'archctl profile unset plan -p ci',
    },
    related: ['profile set', 'profile show'],
    async run(context, { args: { setting } }) {
      const name = profileToChange(context);
      await context.profiles.update((file) => setProfile(file, name, setting, ''));
      context.terminal.success(`Removed ${setting} from profile "${name}".`);
      return { kind: 'nothing' };
    },
  }),
  use: command({
    summary: 'Switch to another profile',
    args: { name: { name: 'NAME', help: 'Profile', completes: 'profile' } },
    examples: {
      'Switch to the sandbox': 'archctl profile use sandbox',
      'Go back': 'archctl profile use default',
    },
    related: ['profile list', 'profile show'],
    async run({ profiles, terminal }, { args }) {
      await profiles.update((file) => useProfile(file, args.name));
      terminal.success(`Switched to profile "${args.name}".`);
      return { kind: 'nothing' };
    },
  }),
};
