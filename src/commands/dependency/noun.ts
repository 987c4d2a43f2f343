import { noun } from '../../cli/command/noun.js';
import { DEPENDENCY_COLUMNS } from '../shared/dependency-rows.js';

export default noun({
  summary: 'Show dependencies between objects',
  aliases: ['dependencies'],
  section: 'Models',
  rank: 5.5,
  examples: [
    {
      note: 'Dependencies of everything with a tag',
      line: 'archctl dependency list --landscape LANDSCAPE_ID --tag TAG_ID',
    },
    {
      note: 'Dependencies of one object',
      line: 'archctl object dependencies OBJECT_ID --landscape LANDSCAPE_ID',
    },
  ],
  related: ['object dependencies', 'connection list'],
  columns: DEPENDENCY_COLUMNS,
});
