import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Run the service on this machine, with demo data',
  section: 'Start here',
  rank: 2,
  examples: {
    'In the background, then use it': 'archctl sandbox start --detach && archctl -p sandbox landscape list',
    'Run a test suite against a temporary sandbox': 'archctl sandbox exec -- npm test',
    'Stop it': 'archctl sandbox stop',
  },
  related: ['profile use', 'sandbox webhook', 'doctor'],
});
