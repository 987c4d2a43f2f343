import { examplesOf } from '../../cli/command/noun.js';
import { identifiers } from '../../cli/command/options.js';
import type { AnyCommand } from '../../cli/command/spec.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import family from './family.js';

const { create } = family;

const command: AnyCommand = {
  ...create,
  details: `Draws the objects of --add with every connection between them, and places them. ${create.details}`,
  options: {
    add: identifiers('Object to draw, by name', { completes: 'object' }),
    ...create.options,
  },
  examples: [
    ...create.examples,
    ...examplesOf({
      'Two objects with the connections between them':
        'archctl diagram create Checkout --of OBJECT --type app-diagram --add ORIGIN --add TARGET',
    }),
  ],
  alsoPerforms: [modelObjects.list, modelConnections.list],
  related: ['diagram add', 'diagram layout', ...(create.related ?? [])],
};

export default command;
