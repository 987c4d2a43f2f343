import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Read what a share link shows, as a visitor',
  examples: [
    { note: 'Where does it lead?', line: 'archctl share-link public get SHORT_ID' },
    { note: 'Everything it shows', line: 'archctl share-link public landscape SHORT_ID -o yaml' },
  ],
  related: ['share-link get', 'share-link options'],
});
