import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Complete commands, values and ids with Tab',
  section: 'This machine',
  rank: 2,
  examples: [
    { note: 'For the shell in use', line: 'archctl completion install' },
    { note: 'See first what it would do', line: 'archctl completion install --shell zsh --dry-run' },
  ],
  related: ['help environment', 'commands'],
});
