import { ArchctlError } from '../base/errors.js';
import { command } from '../cli/command/command.js';
import { getHealth } from '../contract/resources/health.js';

export default command({
  summary: 'Check that the service is healthy',
  section: 'Activity',
  details:
    'Needs only the address, not a key. Exits with code 8 if the service reports that it is unhealthy.',
  operation: getHealth,
  anonymous: true,
  examples: {
    'Check the service': 'archctl health',
    'Without signing in': 'archctl health --base-url https://api.example.com/v1',
  },
  related: ['doctor', 'auth status'],
  async run(context) {
    const { settings, parsed } = context;
    const baseUrl = settings.baseUrl()?.value;
    // An address that was passed as an option may not belong to the service of the key.
    const isKeyless = parsed.globals.baseUrl !== undefined || settings.credentials() === undefined;
    const client = await context.client(baseUrl !== undefined && isKeyless ? { account: { baseUrl } } : {});
    const health = await client.call(getHealth, {});
    return {
      kind: 'record',
      record: health,
      columns: [
        { key: 'ok', kind: 'boolean' },
        { key: 'id', header: 'ID' },
        { key: 'location' },
        {
          key: 'services',
          kind: 'list',
          value: (row) => Object.keys((row as { services?: object }).services ?? {}),
        },
      ],
      ...(health.ok
        ? {}
        : { failure: new ArchctlError('check', 'The service reports that it is unhealthy.') }),
    };
  },
});
