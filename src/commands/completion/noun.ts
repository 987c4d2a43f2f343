import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Install shell completion for commands, values and ids',
  section: 'This machine',
  rank: 2,
  examples: [
    { note: 'For the shell in use', line: 'archctl completion install' },
    { note: 'Show the changes first', line: 'archctl completion install --shell zsh --dry-run' },
  ],
  related: ['help environment', 'commands'],
});
