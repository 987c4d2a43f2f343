import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Manage signing secrets',
  aliases: ['secrets'],
  examples: [
    { note: 'Save a secret, typed without echo', line: 'archctl webhook secret set production' },
    { note: 'List the accepted secrets', line: 'archctl webhook secret list' },
  ],
  related: ['webhook verify', 'sandbox webhook add'],
});
