import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Manage signing secrets',
  aliases: ['secrets'],
  examples: {
    'Save a secret, typed without echo': 'archctl webhook secret set production',
    'List the accepted secrets': 'archctl webhook secret list',
  },
  related: ['webhook verify', 'sandbox webhook add'],
});
