import { noun } from '../../cli/command/noun.js';
import { DEPENDENCY_COLUMNS } from '../shared/dependency-rows.js';

export default noun({
  summary: 'Show dependencies between objects',
  aliases: ['dependencies'],
  section: 'Models',
  rank: 5.5,
  examples: {
    'Dependencies of everything with a tag': 'archctl dependency list --tag TAG',
    'Dependencies of one object': 'archctl object dependencies OBJECT',
  },
  related: ['object dependencies', 'connection list'],
  columns: DEPENDENCY_COLUMNS,
});
