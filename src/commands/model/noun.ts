import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Manage models as code: pull, validate, compare, plan, apply',
  aliases: ['models'],
  section: 'Models as code',
  rank: 9,
  examples: [
    { note: 'Write an example to start from', line: 'archctl model init --dir architecture' },
    { note: 'Print the schema of documents for editors', line: 'archctl model schema' },
  ],
  related: ['import', 'landscape export'],
});
