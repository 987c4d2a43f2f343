import { displayName } from '../../../cli/command/family/display-name.js';
import { operationCommand } from '../../../cli/command/operation-command.js';
import { number } from '../../../cli/command/options.js';
import { replaceDiagramContent } from '../../../contract/resources/diagram-content.js';
import { VIEWED } from '../shared/options.js';
import { warnOfDrawing } from '../shared/warn-of-drawing.js';
import noun from './noun.js';

export default operationCommand(replaceDiagramContent, {
  details:
    'Takes maps of objects, connections and comments by id. Anything left out is removed from the diagram. Asks for confirmation; use --yes in scripts.',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options: {
    updateViewedAt: VIEWED,
    commit: number('Expected commit; the change is refused if the record has a newer one', {
      integer: true,
      body: 'commit',
    }),
  },
  columns: noun.columns,
  examples: {
    'Clear the diagram unless it was changed meanwhile':
      'archctl diagram content replace DIAGRAM_ID --landscape LANDSCAPE_ID --data "{}" --commit 7 --yes',
    'Replace the content with a file':
      'archctl diagram content replace DIAGRAM_ID --landscape LANDSCAPE_ID --data @content.yaml --yes',
  },
  related: ['diagram content get', 'diagram content update'],
  confirm: ({ parsed }) => `Replace the whole content of the diagram ${parsed.args.diagramId}?`,
  finish: warnOfDrawing,
  done: ({ id }, context) => `Replaced the content of the diagram ${displayName(context, { id })}.`,
});
