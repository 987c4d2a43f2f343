import { familyCommands } from '../../cli/command/family/family-command.js';
import { texts } from '../../cli/command/options.js';
import { flows } from '../../contract/resources/flow.js';
import noun from './noun.js';
import { FLOW_FILTERS } from './shared/filters.js';
import { STEPS, withSteps } from './shared/steps-option.js';

/** The commands of flows. */
export default familyCommands({
  family: flows,
  completes: 'flow',
  columns: noun.columns,
  filters: FLOW_FILTERS,
  details: [],
  fields: { steps: STEPS },
  updating: {
    removeStep: texts('Step to remove, by its id', { value: 'STEP_ID', body: 'steps.$remove' }),
  },
  finish: withSteps,
  summaries: { create: 'Create a flow on a diagram' },
  examples: {
    list: {
      'Flows of one diagram': 'archctl flow list --landscape LANDSCAPE_ID --diagram DIAGRAM_ID',
    },
    create: {
      'An empty flow': 'archctl flow create --landscape LANDSCAPE_ID --name Checkout --diagram DIAGRAM_ID',
      'With steps, from a list or a map':
        'archctl flow create --landscape LANDSCAPE_ID --name Checkout --diagram DIAGRAM_ID --steps @steps.yaml',
    },
    update: {
      'Remove a step': 'archctl flow update FLOW_ID --landscape LANDSCAPE_ID --remove-step STEP_ID',
      'Add or replace these steps and keep the others':
        'archctl flow update FLOW_ID --landscape LANDSCAPE_ID --steps @steps.yaml',
    },
  },
  related: ['flow thumbnail'],
});
