import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Read the content of a share link as a visitor',
  examples: {
    'Its landscape and version': 'archctl share-link public get SHORT_ID',
    'All content': 'archctl share-link public landscape SHORT_ID -o yaml',
  },
  related: ['share-link get', 'share-link options'],
});
