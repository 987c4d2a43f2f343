import { CONNECTORS, DIAGRAM_OBJECT_SHAPES, FLOW_STEP_TYPES, LINE_SHAPES } from '../../contract/enums.js';
import { choiceField, type Field, type Fields, numberField, referenceField, textField } from './field.js';

const POINTS: Field = {
  shape: {
    is: 'list',
    of: {
      x: numberField('Distance from the left.', { required: true }),
      y: numberField('Distance from the top.', { required: true }),
    },
  },
  about: 'Bends of the line, from its origin to its target.',
  default: [],
};

/** Positions on a diagram, in diagram units; stored in a file of their own if documents are split. */
export const LAYOUT: Fields = {
  objects: {
    shape: {
      is: 'map',
      of: {
        x: numberField('Distance from the left.', { required: true }),
        y: numberField('Distance from the top.', { required: true }),
        width: numberField('Width.', { open: true }),
        height: numberField('Height.', { open: true }),
      },
    },
    about: 'Positions and sizes of the drawn objects, by id.',
    default: {},
    open: true,
  },
  connections: {
    shape: {
      is: 'map',
      of: {
        points: POINTS,
        line: choiceField(LINE_SHAPES, 'Shape of the line; default: curved.', {
          record: 'lineShape',
          default: 'curved',
        }),
        label: numberField('Position of the name, in percent from the origin; default: 50.', {
          record: 'labelPosition',
          default: 50,
        }),
        origin: choiceField(CONNECTORS, 'Side of the origin where it starts.', {
          record: 'originConnector',
          open: true,
        }),
        target: choiceField(CONNECTORS, 'Side of the target where it ends.', {
          record: 'targetConnector',
          open: true,
        }),
      },
    },
    about: 'Lines of the drawn connections, by id.',
    default: {},
    open: true,
  },
};

/** An object on a diagram. */
export const DRAWN_OBJECT: Fields = {
  id: textField('Id for the layout and flows; default: the id of the object.'),
  object: referenceField('object', 'modelId', 'The object that is drawn.', { required: true }),
  shape: choiceField(
    DIAGRAM_OBJECT_SHAPES,
    'A box, or an area around others; default: area for groups, box for all else.',
  ),
};
/** A connection on a diagram. */
export const DRAWN_CONNECTION: Fields = {
  id: textField('Id for the layout; default: the id of the connection.'),
  connection: referenceField('connection', 'modelId', 'The connection that is drawn.', { required: true }),
  origin: referenceField('drawnObject', 'originId', 'The drawn object where it starts; default: its origin.'),
  target: referenceField('drawnObject', 'targetId', 'The drawn object where it ends; default: its target.'),
};
/** A step of a flow. */
export const FLOW_STEP: Fields = {
  id: textField('Id for references from other steps.', { open: true }),
  type: choiceField(FLOW_STEP_TYPES, 'Type of the step; default: outgoing if it has an origin and a target.'),
  origin: referenceField('drawnObject', 'originId', 'The drawn object that performs it.'),
  target: referenceField('drawnObject', 'targetId', 'To whom.'),
  via: referenceField('drawnObject', 'viaId', 'The object or connection that it passes through.'),
  description: textField('What happens.', { default: '' }),
  details: textField('Detailed description, as Markdown.', {
    record: 'detailedDescription',
    default: '',
  }),
  flow: referenceField('flow', 'flowId', 'The flow that it leads into.'),
  parent: textField('The id of the step it belongs to, for steps of a path: STEP/PATH.', {
    record: 'parentId',
  }),
  paths: {
    shape: {
      is: 'list',
      short: 'name',
      of: {
        id: textField('Id for references from its steps.', { open: true }),
        name: textField('Name.', { required: true }),
      },
    },
    about: 'Alternative continuations.',
    default: [],
  },
};
