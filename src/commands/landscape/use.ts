import { command } from '../../cli/command/command.js';
import { placeNamed, placePicked, profileInUse, rememberPlace } from '../../cli/command/remember.js';

export default command({
  summary: 'Set the default landscape',
  details:
    'Checks that the landscape exists and saves it in the current profile. Without a name, a person selects one.',
  args: {
    landscape: {
      name: 'LANDSCAPE',
      help: 'Name or id of the landscape',
      optional: true,
      completes: 'landscape',
    },
  },
  examples: {
    'By name': 'archctl landscape use "Back Office"',
    'Choose from a list': 'archctl landscape use',
  },
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
