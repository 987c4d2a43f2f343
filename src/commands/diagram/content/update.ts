import { displayName } from '../../../cli/command/family/display-name.js';
import { operationCommand } from '../../../cli/command/operation-command.js';
import { number, texts } from '../../../cli/command/options.js';
import { updateDiagramContent } from '../../../contract/resources/diagram-content.js';
import { VIEWED } from '../shared/options.js';
import { warnOfDrawing } from '../shared/warn-of-drawing.js';
import noun from './noun.js';

export default operationCommand(updateDiagramContent, {
  details:
    'Takes objects, connections and comments. Each contains $add, $update (partial entries), $replace or $remove (ids). Everything else stays unchanged.',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options: {
    removeObject: texts('Drawn object to remove, by its id on the diagram', {
      value: 'ID',
      body: 'objects.$remove',
    }),
    removeConnection: texts('Line to remove', { value: 'ID', body: 'connections.$remove' }),
    removeComment: texts('Comment to remove', { value: 'ID', body: 'comments.$remove' }),
    updateViewedAt: VIEWED,
    commit: number('Expected commit; the change is refused if the record has a newer one', {
      integer: true,
      body: 'commit',
    }),
  },
  columns: noun.columns,
  examples: {
    'Remove an element from the diagram':
      'archctl diagram content update DIAGRAM_ID --landscape LANDSCAPE_ID --remove-object DIAGRAM_OBJECT_ID',
    'From a file':
      'archctl diagram content update DIAGRAM_ID --landscape LANDSCAPE_ID --data @content-changes.yaml',
  },
  related: ['diagram content get', 'diagram content replace'],
  finish: warnOfDrawing,
  done: ({ id }, context) => `Updated the content of the diagram ${displayName(context, { id })}.`,
});
