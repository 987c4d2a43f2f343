import { command } from '../../cli/command/command.js';
import { placeNamed, placePicked, profileInUse, rememberPlace } from '../../cli/command/remember.js';

export default command({
  summary: 'Work in this landscape from now on',
  details:
    'The profile in use remembers it, once it is known to be there. Without a name, a person at a terminal picks one.',
  args: {
    landscape: {
      name: 'LANDSCAPE',
      help: 'Name or id of the landscape',
      optional: true,
      completes: 'landscape',
    },
  },
  examples: [
    { note: 'By name', line: 'archctl landscape use "Back Office"' },
    { note: 'Pick one', line: 'archctl landscape use' },
  ],
  related: ['landscape list', 'profile set', 'auth status'],
  async run(context, { args: { landscape } }) {
    const profile = profileInUse(context);
    const id =
      landscape === undefined
        ? await placePicked(context, 'landscape')
        : await placeNamed(context, 'landscape', landscape, 'LANDSCAPE');
    await rememberPlace(context, { profile, scope: 'landscape', id });
    return { kind: 'nothing' };
  },
});
