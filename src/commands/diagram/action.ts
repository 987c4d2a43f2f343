import { called } from '../../cli/command/called.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { choice } from '../../cli/command/options.js';
import { DIAGRAM_ACTIONS } from '../../contract/enums.js';
import { recordDiagramAction } from '../../contract/resources/view.js';

export default operationCommand(recordDiagramAction, {
  summary: 'Tell the service what somebody does with a diagram',
  details: 'For programs that show diagrams themselves: loading one counts as a look at it.',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options: { action: choice(DIAGRAM_ACTIONS, 'What they do', { query: 'action' }) },
  columns: [{ key: 'id', header: 'ID', kind: 'id' }],
  examples: [
    {
      note: 'It was opened',
      line: 'archctl diagram action DIAGRAM_ID --landscape LANDSCAPE_ID --action initial-load',
    },
    {
      note: 'Somebody looks closer',
      line: 'archctl diagram action DIAGRAM_ID --landscape LANDSCAPE_ID --action zoom',
    },
  ],
  related: ['diagram mark-viewed', 'diagram get'],
  shown: (_, { parsed }) => ({ id: parsed.args.diagramId }),
  done: (_, context) =>
    `The action on the diagram ${called(context, { id: context.parsed.args.diagramId })} is recorded.`,
});
