import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Manage saved accounts and defaults',
  aliases: ['profiles'],
  section: 'This machine',
  rank: 1,
  examples: [
    { note: 'All profiles', line: 'archctl profile list' },
    { note: 'Use the sandbox by default', line: 'archctl profile use sandbox' },
    { note: 'Set the default landscape', line: 'archctl profile set landscape "Ferry Platform"' },
  ],
  related: ['auth', 'help configuration'],
});
