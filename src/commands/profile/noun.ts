import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Manage saved accounts and defaults',
  aliases: ['profiles'],
  section: 'This machine',
  rank: 1,
  examples: {
    'All profiles': 'archctl profile list',
    'Use the sandbox by default': 'archctl profile use sandbox',
    'Set the default landscape': 'archctl profile set landscape "Ferry Platform"',
  },
  related: ['auth', 'help configuration'],
});
