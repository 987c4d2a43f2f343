import { command } from '../../cli/command/command.js';
import { SCOPE_NAMES, scopeShape } from '../../contract/scopes.js';
import { profileView } from './shared/profile-view.js';

export default command({
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
          (key) => ({ key, header: scopeShape(key).title, kind: 'id', nameless: true, priority: 4 }) as const,
        ),
        { key: 'plan', priority: 5 },
      ],
      empty: 'No profiles yet: "archctl auth login" makes one.',
    };
  },
});
