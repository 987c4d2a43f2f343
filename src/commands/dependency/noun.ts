import { noun } from '../../cli/command/noun.js';
import { DEPENDENCY_COLUMNS } from '../shared/dependency-rows.js';

export default noun({
  summary: 'Show dependencies between objects',
  aliases: ['dependencies'],
  section: 'Models',
  rank: 5.5,
  examples: {
    'Dependencies of everything with a tag': 'archctl dependency list --landscape LANDSCAPE_ID --tag TAG_ID',
    'Dependencies of one object': 'archctl object dependencies OBJECT_ID --landscape LANDSCAPE_ID',
  },
  related: ['object dependencies', 'connection list'],
  columns: DEPENDENCY_COLUMNS,
});
