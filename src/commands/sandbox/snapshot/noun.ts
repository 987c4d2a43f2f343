import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Save and restore the data of the sandbox',
  section: 'Start here',
  rank: 4,
  columns: [
    { key: 'name', priority: 1 },
    { key: 'createdAt', header: 'Saved', kind: 'time', priority: 1 },
    { key: 'bytes', header: 'Size', kind: 'number', priority: 2 },
  ],
  examples: {
    'Save the data before an experiment': 'archctl sandbox snapshot save before',
    'Restore the data': 'archctl sandbox snapshot load before --yes',
  },
  related: ['sandbox reset', 'sandbox start'],
});
