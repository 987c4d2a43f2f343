import { command } from '../../cli/command/command.js';
import { userExists } from '../../contract/resources/own-user.js';

export default command({
  summary: 'Tell whether the key signs in as a user',
  details: 'Ends with exit code 4 where it does not.',
  operation: userExists,
  examples: [
    { note: 'Is there somebody behind the key?', line: 'archctl user exists' },
    { note: 'For a script', line: 'archctl user exists -o json --query exists' },
  ],
  related: ['user me', 'auth status'],
  async run(context) {
    const client = await context.client();
    await client.call(userExists, {});
    return { kind: 'record', record: { exists: true }, columns: [{ key: 'exists', kind: 'boolean' }] };
  },
});
