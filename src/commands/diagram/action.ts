import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { choice } from '../../cli/command/options.js';
import { DIAGRAM_ACTIONS } from '../../contract/enums.js';
import { recordDiagramAction } from '../../contract/resources/view.js';

export default operationCommand(recordDiagramAction, {
  summary: "Record a user's action on a diagram",
  details: 'For programs that display diagrams: loading a diagram counts as a view.',
  args: { diagramId: { name: 'DIAGRAM', help: 'Diagram', completes: 'diagram' } },
  options: { action: choice(DIAGRAM_ACTIONS, 'Action to record', { query: 'action' }) },
  columns: [{ key: 'id', header: 'ID', kind: 'id' }],
  examples: {
    'A user opened the diagram': 'archctl diagram action DIAGRAM --action initial-load',
    'A user zoomed in': 'archctl diagram action DIAGRAM --action zoom',
  },
  related: ['diagram get', 'logs list'],
  shown: (_, { parsed }) => ({ id: parsed.args.diagramId }),
  done: (_, context) =>
    `Recorded the action on the diagram ${displayName(context, { id: context.parsed.args.diagramId })}.`,
});
