import { command } from '../../cli/command/command.js';
import { SCOPE_NAMES, scopeShape } from '../../contract/scopes.js';
import { existingProfile } from '../../profiles/find.js';
import { notSignedIn } from '../../profiles/settings.js';
import { profileView } from './shared/profile-view.js';

export default command({
  summary: 'Show a profile without its secret',
  args: {
    name: { name: 'NAME', help: 'Profile (default: the current one)', optional: true, completes: 'profile' },
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
});
