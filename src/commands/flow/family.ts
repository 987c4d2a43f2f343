import { familyCommands } from '../../cli/command/family/family-command.js';
import { identifier, texts } from '../../cli/command/options.js';
import { flows } from '../../contract/resources/flow.js';
import noun from './noun.js';
import { FLOW_FILTERS } from './shared/filters.js';
import { STEP, STEPS, STEPS_FROM, withSteps } from './shared/steps-option.js';

export default familyCommands({
  family: flows,
  completes: 'flow',
  columns: noun.columns,
  filters: FLOW_FILTERS,
  details: [],
  fields: { steps: STEPS, stepsFrom: STEPS_FROM },
  creating: {
    step: STEP,
    diagram: identifier('The same as --on', { body: 'diagramId', completes: 'diagram' }),
  },
  updating: {
    removeStep: texts('Step to remove, by its id', { value: 'STEP_ID', body: 'steps.$remove' }),
  },
  finish: withSteps,
  summaries: { create: 'Create a flow on a diagram' },
  examples: {
    list: {
      'Flows of one diagram': 'archctl flow list --diagram DIAGRAM',
    },
    create: {
      'An empty flow': 'archctl flow create Checkout --on DIAGRAM',
      'With steps between objects of the diagram':
        'archctl flow create Checkout --on "Booking Apps" --step "Passenger -> Booking Website: Picks a sailing" --step "Booking Website -> Booking API: Submits the basket"',
      'With the steps in a file': 'archctl flow create Checkout --on DIAGRAM --steps-from steps.txt',
    },
    update: {
      'Remove a step': 'archctl flow update FLOW --remove-step STEP_ID',
      'Replace the steps by those in a file': 'archctl flow update FLOW --steps-from steps.txt',
    },
  },
  related: ['flow show', 'flow edit', 'flow thumbnail'],
});
