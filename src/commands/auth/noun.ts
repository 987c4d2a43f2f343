import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Sign in, sign out, show who is signed in',
  section: 'Start here',
  rank: 1,
  examples: [
    { note: 'Sign in by prompt', line: 'archctl auth login --base-url https://api.example.com/v1' },
    { note: 'Check that the key still works', line: 'archctl auth status' },
  ],
  related: ['profile', 'keys create', 'help configuration'],
});
