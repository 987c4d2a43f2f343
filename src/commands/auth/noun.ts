import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Sign in, sign out, see who is signed in',
  section: 'Start here',
  rank: 1,
  examples: [
    { note: 'Sign in by prompt', line: 'archctl auth login --base-url https://api.example.com/v1' },
    { note: 'Is the key still good?', line: 'archctl auth status' },
  ],
  related: ['profile', 'keys create', 'help configuration'],
});
