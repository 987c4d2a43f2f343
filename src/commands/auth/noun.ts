import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Sign in, sign out, show who is signed in',
  section: 'Start here',
  rank: 1,
  examples: {
    'Sign in; archctl prompts for the key': 'archctl auth login --base-url https://api.example.com/v1',
    'Check that the key still works': 'archctl auth status',
  },
  related: ['profile', 'keys create', 'help configuration'],
});
