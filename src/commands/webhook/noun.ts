import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Receive, verify, store and replay webhooks',
  aliases: ['webhooks'],
  section: 'Webhooks',
  rank: 1,
  examples: {
    'Forward events to your development server':
      'archctl webhook listen --forward-to http://localhost:3000/hooks',
    'Send the last event again': 'archctl webhook replay --last 1 --to http://localhost:3000/hooks',
    'Send a test event': 'archctl webhook trigger --to http://localhost:3000/hooks',
  },
  related: ['sandbox webhook', 'logs tail'],
});
