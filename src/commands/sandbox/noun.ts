import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Run the service on this machine, with demo data',
  section: 'Start here',
  rank: 2,
  examples: [
    {
      note: 'In the background, then use it',
      line: 'archctl sandbox start --detach && archctl -p sandbox landscape list',
    },
    { note: 'Run a test suite against a temporary sandbox', line: 'archctl sandbox exec -- npm test' },
    { note: 'Stop it', line: 'archctl sandbox stop' },
  ],
  related: ['profile use', 'sandbox webhook', 'doctor'],
});
