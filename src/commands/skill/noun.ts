import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Install the skill that teaches agents to use archctl',
  section: 'Models',
  rank: 90,
  examples: {
    'For the agents of a project': 'archctl skill install',
    'Show the skill': 'archctl skill show',
  },
  related: ['mcp', 'commands'],
});
