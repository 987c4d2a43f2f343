import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Manage models as code: pull, validate, compare, plan, apply',
  aliases: ['models'],
  section: 'Models as code',
  rank: 9,
  examples: {
    'Write an example to start from': 'archctl model init --out architecture',
    'Print the schema of documents for editors': 'archctl model schema',
  },
  related: ['import', 'landscape export'],
});
