import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Keep models as code: pull, validate, compare, plan, apply',
  aliases: ['models'],
  section: 'Models as code',
  rank: 9,
  examples: [
    { note: 'A small example to start from', line: 'archctl model init --dir architecture' },
    { note: 'What may stand in a document, for editors', line: 'archctl model schema' },
  ],
  related: ['import', 'landscape export'],
});
