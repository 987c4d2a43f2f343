import { command } from '../../cli/command/command.js';
import { login } from '../../contract/resources/user.js';

export default command({
  summary: 'Show who is signed in, and where that is kept',
  operation: login,
  examples: [
    { note: 'Is the key still good?', line: 'archctl auth status' },
    { note: 'Only the user id', line: 'archctl auth status -o json --query user.id' },
  ],
  related: ['auth login', 'doctor'],
  async run(context) {
    const { settings } = context;
    const { baseUrl, credentials } = settings.account();
    const client = await context.client();
    const { user } = await client.call(login, { path: {} });
    const org = settings.place('org');
    return {
      kind: 'record',
      record: {
        user,
        profile:
          settings.credentials()?.source === 'ARCHCTL_API_KEY'
            ? null
            : (settings.profileName()?.value ?? null),
        baseUrl,
        baseUrlSource: settings.baseUrl()?.source,
        keyId: credentials.id,
        keySource: settings.credentials()?.source,
        organization: org?.value ?? null,
        organizationSource: org?.source ?? null,
      },
      columns: [
        { key: 'user.name', header: 'User' },
        { key: 'user.email', header: 'Email' },
        { key: 'profile' },
        { key: 'baseUrl', header: 'Service' },
        { key: 'keyId', header: 'Key' },
        { key: 'keySource', header: 'Key from' },
        { key: 'organization' },
        { key: 'organizationSource', header: 'Organization from' },
      ],
    };
  },
});
