import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Receive, verify, store and replay webhooks',
  aliases: ['webhooks'],
  section: 'Webhooks',
  rank: 1,
  examples: [
    {
      note: 'Forward events to your development server',
      line: 'archctl webhook listen --forward-to http://localhost:3000/hooks',
    },
    {
      note: 'Send the last event again',
      line: 'archctl webhook replay --last 1 --to http://localhost:3000/hooks',
    },
    { note: 'Send a test event', line: 'archctl webhook trigger --to http://localhost:3000/hooks' },
  ],
  related: ['sandbox webhook', 'logs tail'],
});
