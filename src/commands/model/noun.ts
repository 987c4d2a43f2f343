import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Manage models as code: pull, validate, compare, plan, apply',
  aliases: ['models'],
  section: 'Models as code',
  rank: 9,
  examples: {
    'Write a landscape to model files': 'archctl model pull --out models',
    'Show what an apply would change': 'archctl model plan models',
    'Apply the files; archctl asks first': 'archctl model apply models',
  },
  related: ['import', 'landscape export'],
});
