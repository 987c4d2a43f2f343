import { called } from '../../../cli/command/called.js';
import { operationCommand } from '../../../cli/command/operation-command.js';
import { number, texts } from '../../../cli/command/options.js';
import { updateDiagramContent } from '../../../contract/resources/diagram-content.js';
import { VIEWED } from '../shared/diagram-commands.js';
import { warnedOfDrawing } from '../shared/warned-of-drawing.js';
import noun from './noun.js';

export default operationCommand(updateDiagramContent, {
  details:
    'Takes objects, connections and comments; each says what to $add, $update (parts of entries), $replace and $remove (ids). What is not named stays.',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options: {
    removeObject: texts('Drawn object to take off, by its id on the diagram', {
      value: 'ID',
      body: 'objects.$remove',
    }),
    removeConnection: texts('Line to take off', { value: 'ID', body: 'connections.$remove' }),
    removeComment: texts('Comment to take off', { value: 'ID', body: 'comments.$remove' }),
    updateViewedAt: VIEWED,
    commit: number('Commit it must be at; refused where it has moved on', { integer: true, body: 'commit' }),
  },
  columns: noun.columns,
  examples: [
    {
      note: 'Take something off',
      line: 'archctl diagram content update DIAGRAM_ID --landscape LANDSCAPE_ID --remove-object DIAGRAM_OBJECT_ID',
    },
    {
      note: 'From a file',
      line: 'archctl diagram content update DIAGRAM_ID --landscape LANDSCAPE_ID --data @content-changes.yaml',
    },
  ],
  related: ['diagram content get', 'diagram content replace'],
  finish: warnedOfDrawing,
  done: ({ id }, context) => `The content of the diagram ${called(context, { id })} is updated.`,
});
