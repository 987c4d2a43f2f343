import { CONNECTORS, DIAGRAM_OBJECT_SHAPES, FLOW_STEP_TYPES, LINE_SHAPES } from '../../contract/enums.js';
import { choice, type Field, type Fields, number, reference, text } from './field.js';

const POINTS: Field = {
  shape: {
    is: 'list',
    of: { x: number('From the left.', { required: true }), y: number('From the top.', { required: true }) },
  },
  about: 'Bends of the line, from its origin to its target.',
  default: [],
};

/** Where things stand on a diagram, in diagram units; a file of its own where documents are split. */
export const LAYOUT: Fields = {
  objects: {
    shape: {
      is: 'map',
      of: {
        x: number('From the left.', { required: true }),
        y: number('From the top.', { required: true }),
        width: number('How wide it is.', { open: true }),
        height: number('How high it is.', { open: true }),
      },
    },
    about: 'Places and sizes by the id of what is drawn.',
    default: {},
    open: true,
  },
  connections: {
    shape: {
      is: 'map',
      of: {
        points: POINTS,
        line: choice(LINE_SHAPES, 'How the line runs; curved unless told.', {
          record: 'lineShape',
          default: 'curved',
        }),
        label: number('Where the name stands on it, in percent from its origin; 50 unless told.', {
          record: 'labelPosition',
          default: 50,
        }),
        origin: choice(CONNECTORS, 'Where it leaves its origin.', { record: 'originConnector', open: true }),
        target: choice(CONNECTORS, 'Where it meets its target.', { record: 'targetConnector', open: true }),
      },
    },
    about: 'Lines by the id of what is drawn.',
    default: {},
    open: true,
  },
};

/** An object on a diagram. */
export const PLACED: Fields = {
  id: text('What the layout and flows call it; the id of the object unless told.'),
  object: reference('object', 'modelId', 'The object that is drawn.', { required: true }),
  shape: choice(
    DIAGRAM_OBJECT_SHAPES,
    'A box, or an area around others; groups are areas, and boxes all else, unless told.',
  ),
};
/** A connection on a diagram. */
export const LINES: Fields = {
  id: text('What the layout calls it; the id of the connection unless told.'),
  connection: reference('connection', 'modelId', 'The connection that is drawn.', { required: true }),
  origin: reference('drawnObject', 'originId', 'The drawn object it starts at; its origin unless told.'),
  target: reference('drawnObject', 'targetId', 'The drawn object it ends at; its target unless told.'),
};
/** A step of a flow. */
export const STEPS: Fields = {
  id: text('What other steps call it.', { open: true }),
  type: choice(FLOW_STEP_TYPES, 'What kind of step it is; outgoing where it has an origin and a target.'),
  origin: reference('drawnObject', 'originId', 'Who does it.'),
  target: reference('drawnObject', 'targetId', 'To whom.'),
  via: reference('drawnObject', 'viaId', 'Through what it goes.'),
  description: text('What happens.', { default: '' }),
  details: text('What there is to say about it, as Markdown.', {
    record: 'detailedDescription',
    default: '',
  }),
  flow: reference('flow', 'flowId', 'The flow it leads into.'),
  parent: text('The id of the step it belongs to, for steps of a path: STEP/PATH.', { record: 'parentId' }),
  paths: {
    shape: {
      is: 'list',
      short: 'name',
      of: {
        id: text('What its steps call it.', { open: true }),
        name: text('What it is called.', { required: true }),
      },
    },
    about: 'The ways it can go on.',
    default: [],
  },
};
