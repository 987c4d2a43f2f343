import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Receive, verify, keep and replay webhooks',
  aliases: ['webhooks'],
  section: 'Webhooks',
  rank: 1,
  examples: [
    {
      note: 'Pass events on to the server you work on',
      line: 'archctl webhook listen --forward-to http://localhost:3000/hooks',
    },
    {
      note: 'Send the last one again',
      line: 'archctl webhook replay --last 1 --to http://localhost:3000/hooks',
    },
    { note: 'Send a made-up event', line: 'archctl webhook trigger --to http://localhost:3000/hooks' },
  ],
  related: ['sandbox webhook', 'logs tail'],
});
