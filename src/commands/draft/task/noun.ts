import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Read and replace the tasks of a draft',
  aliases: ['tasks'],
  examples: {
    'The changes a draft will make': 'archctl draft task list DRAFT',
    'One task with all fields': 'archctl draft task get DRAFT DRAFT_TASK_ID -o yaml',
  },
  related: ['draft add-task', 'draft merge'],
});
