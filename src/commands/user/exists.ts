import { command } from '../../cli/command/command.js';
import { userExists } from '../../contract/resources/own-user.js';

export default command({
  summary: 'Check whether the key belongs to a user',
  details: 'Exits with code 4 if it does not.',
  operation: userExists,
  examples: {
    'Check the key': 'archctl user exists',
    'For a script': 'archctl user exists -o json --query exists',
  },
  related: ['user me', 'auth status'],
  async run(context) {
    const client = await context.client();
    await client.call(userExists, {});
    return { kind: 'record', record: { exists: true }, columns: [{ key: 'exists', kind: 'boolean' }] };
  },
});
