import { displayName } from '../../../cli/command/family/display-name.js';
import { operationCommands } from '../../../cli/command/operation-commands.js';
import { choice, identifiers, number, texts } from '../../../cli/command/options.js';
import { DESCRIPTION_TYPES } from '../../../contract/enums.js';
import {
  describeDiagramContent,
  getDiagramContent,
  replaceDiagramContent,
  updateDiagramContent,
} from '../../../contract/resources/diagram-content.js';
import { VIEWED } from '../shared/options.js';
import { warnOfDrawing } from '../shared/warn-of-drawing.js';
import noun from './noun.js';

export default operationCommands(
  {
    args: { diagramId: { name: 'DIAGRAM', help: 'Diagram', completes: 'diagram' } },
    columns: noun.columns,
  },
  {
    describe: {
      operation: describeDiagramContent,
      summary: 'Generate a text about the content of a diagram',
      details: 'The service generates the text. Makes no changes.',
      options: {
        type: choice(DESCRIPTION_TYPES, 'Length of the text', { required: true, body: 'type' }),
        object: identifiers('Only about this model object', { body: 'modelObjectIds', completes: 'object' }),
      },
      columns: [
        { key: 'description', priority: 1 },
        { key: 'message', priority: 4 },
      ],
      examples: {
        'In one sentence': 'archctl diagram content describe DIAGRAM --type caption',
        'Only the text': 'archctl diagram content describe DIAGRAM --type detailed --query description',
      },
      related: ['diagram update', 'diagram content get'],
    },
    get: {
      operation: getDiagramContent,
      details:
        'Prints counts as a table. -o json and -o yaml print every object, connection and comment with its position.',
      options: { updateViewedAt: VIEWED },
      examples: {
        'How many elements are drawn': 'archctl diagram content get DIAGRAM',
        'The position of each element': 'archctl diagram content get DIAGRAM -o yaml',
        'The model objects on the diagram':
          'archctl diagram content get DIAGRAM --query "values(objects)[].modelId"',
      },
      related: ['diagram content update', 'diagram get'],
    },
    replace: {
      operation: replaceDiagramContent,
      details:
        'Takes maps of objects, connections and comments by id. Anything left out is removed from the diagram. Asks for confirmation; use --yes in scripts.',
      options: {
        updateViewedAt: VIEWED,
        commit: number('Expected commit; the change is refused if the record has a newer one', {
          integer: true,
          body: 'commit',
        }),
      },
      examples: {
        'Clear the diagram unless it was changed meanwhile':
          'archctl diagram content replace DIAGRAM --data "{}" --commit 7 --yes',
        'Replace the content with a file':
          'archctl diagram content replace DIAGRAM --data @content.yaml --yes',
      },
      related: ['diagram content get', 'diagram content update'],
      confirm: ({ parsed }) => `Replace the whole content of the diagram ${parsed.args.diagramId}?`,
      finish: warnOfDrawing,
      done: ({ id }, context) => `Replaced the content of the diagram ${displayName(context, { id })}.`,
    },
    update: {
      operation: updateDiagramContent,
      details:
        'Takes objects, connections and comments. Each contains $add, $update (partial entries), $replace or $remove (ids). Everything else stays unchanged.',
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
      examples: {
        'Remove an element from the diagram':
          'archctl diagram content update DIAGRAM --remove-object DIAGRAM_OBJECT_ID',
        'From a file': 'archctl diagram content update DIAGRAM --data @content-changes.yaml',
      },
      related: ['diagram content get', 'diagram content replace'],
      finish: warnOfDrawing,
      done: ({ id }, context) => `Updated the content of the diagram ${displayName(context, { id })}.`,
    },
  },
);
