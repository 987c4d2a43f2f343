import { called } from '../../../cli/command/called.js';
import { operationCommand } from '../../../cli/command/operation-command.js';
import { number } from '../../../cli/command/options.js';
import { replaceDiagramContent } from '../../../contract/resources/diagram-content.js';
import { VIEWED } from '../shared/diagram-commands.js';
import { warnedOfDrawing } from '../shared/warned-of-drawing.js';
import noun from './noun.js';

export default operationCommand(replaceDiagramContent, {
  details:
    'Takes objects, connections and comments, each a map by id; what is left out is empty afterwards. Asks first; give --yes in scripts.',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options: {
    updateViewedAt: VIEWED,
    commit: number('Commit it must be at; refused where it has moved on', { integer: true, body: 'commit' }),
  },
  columns: noun.columns,
  examples: [
    {
      note: 'Clear it, if nobody was faster',
      line: 'archctl diagram content replace DIAGRAM_ID --landscape LANDSCAPE_ID --data "{}" --commit 7 --yes',
    },
    {
      note: 'By what stands in a file',
      line: 'archctl diagram content replace DIAGRAM_ID --landscape LANDSCAPE_ID --data @content.yaml --yes',
    },
  ],
  related: ['diagram content get', 'diagram content update'],
  confirm: ({ parsed }) => `Replace all that is drawn on the diagram ${parsed.args.diagramId}?`,
  finish: warnedOfDrawing,
  done: ({ id }, context) => `The content of the diagram ${called(context, { id })} is replaced.`,
});
