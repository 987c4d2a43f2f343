import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Install shell completion for commands, values and ids',
  section: 'This machine',
  rank: 2,
  examples: {
    'For the shell in use': 'archctl completion install',
    'Show the changes first': 'archctl completion install --shell zsh --dry-run',
  },
  related: ['help environment', 'commands'],
});
