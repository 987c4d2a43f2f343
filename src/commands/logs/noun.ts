import { id } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';
import { type LogRow, subjectOf } from './shared/subject.js';

export default noun({
  summary: 'Read, follow and trace actions',
  aliases: ['log'],
  section: 'Activity',
  rank: 1,
  examples: {
    'The last hour': 'archctl logs list --since 1h',
    'Follow new actions': 'archctl logs tail',
    'Results of an action': 'archctl logs tree ACTION_LOG_ID',
  },
  related: ['webhook listen', 'quota'],
  columns: [
    { key: 'performedAt', header: 'When', kind: 'time', priority: 1 },
    { key: 'action.type', header: 'Action', priority: 1 },
    { key: 'subject', header: 'Subject', priority: 2, value: (row: LogRow) => subjectOf(row) },
    { key: 'performedByName', header: 'By', priority: 2 },
    { key: 'importance', priority: 4 },
    { key: 'landscapeId', header: 'Landscape', kind: 'id', of: 'landscape', priority: 5 },
    { ...id, priority: 2 },
  ],
});
