import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Keep signing secrets',
  aliases: ['secrets'],
  examples: [
    { note: 'Keep one, typed without echo', line: 'archctl webhook secret set production' },
    { note: 'Which are accepted', line: 'archctl webhook secret list' },
  ],
  related: ['webhook verify', 'sandbox webhook add'],
});
