import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Read news about technologies',
  section: 'Catalog',
  rank: 2,
  examples: {
    Deprecations: 'archctl technology news list --query "[?tags[0]==\'deprecate\'].title"',
    'News about one technology': 'archctl technology news list --technology TECHNOLOGY_ID',
  },
  related: ['technology list'],
  columns: [
    { key: 'publishedAt', header: 'When', kind: 'time', priority: 1 },
    { key: 'title', priority: 1 },
    { key: 'provider', priority: 4 },
    { key: 'tags', kind: 'list', priority: 3 },
    { key: 'link', priority: 2 },
    { key: 'id', kind: 'id', priority: 5 },
  ],
});
