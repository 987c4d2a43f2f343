import { operationCommand } from '../../cli/command/operation-command.js';
import { viewDraft } from '../../contract/resources/view.js';
import { viewedCommand } from '../shared/viewed.js';

export default operationCommand(
  viewDraft,
  viewedCommand('draft', { draftId: { name: 'DRAFT_ID', help: 'Draft', completes: 'draft' } }),
);
