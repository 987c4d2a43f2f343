import type { FamilyCommandSpec } from '../../../cli/command/family-command.js';
import { flag, identifier, text, texts } from '../../../cli/command/options.js';
import { flows } from '../../../contract/resources/flow.js';
import { no } from '../../shared/model-options.js';
import { HANDLE, NAMED_FILTERS, PINNED_AT, placeAmong } from '../../shared/version-options.js';
import noun from '../noun.js';
import { STEPS, withSteps } from './steps-option.js';

/** Shared parts of the commands of flows. */
export const FLOW_COMMANDS: FamilyCommandSpec = {
  family: flows,
  completes: 'flow',
  columns: noun.columns,
  filters: {
    diagram: identifier('Filter by diagram', { query: 'filter.diagramId', completes: 'diagram' }),
    pinned: flag('Only pinned diagrams', { query: 'filter.pinned' }),
    noPinned: no('Only diagrams that are not pinned', { query: 'filter.pinned' }),
    ...NAMED_FILTERS,
  },
  fields: {
    name: text('Name', { required: true, body: 'name' }),
    steps: STEPS,
    index: placeAmong('flows'),
    pinned: flag('Pin it', { body: 'pinned' }),
    noPinned: no('Do not pin it', { body: 'pinned' }),
    ...PINNED_AT,
    showAllSteps: flag('Show all steps at once', { body: 'showAllSteps' }),
    noShowAllSteps: no('Show one step at a time', { body: 'showAllSteps' }),
    showConnectionNames: flag('Show the names of connections', { body: 'showConnectionNames' }),
    noShowConnectionNames: no('Hide the names of connections', { body: 'showConnectionNames' }),
  },
  creating: {
    diagram: identifier('Diagram of the flow', { required: true, body: 'diagramId', completes: 'diagram' }),
    ...HANDLE,
  },
  updating: {
    removeStep: texts('Step to remove, by its id', { value: 'STEP_ID', body: 'steps.$remove' }),
  },
  finish: withSteps,
  summaries: { create: 'Create a flow on a diagram' },
  examples: {
    list: [
      {
        note: 'Flows of one diagram',
        line: 'archctl flow list --landscape LANDSCAPE_ID --diagram DIAGRAM_ID',
      },
    ],
    create: [
      {
        note: 'An empty flow',
        line: 'archctl flow create --landscape LANDSCAPE_ID --name Checkout --diagram DIAGRAM_ID',
      },
      {
        note: 'With steps, from a list or a map',
        line: 'archctl flow create --landscape LANDSCAPE_ID --name Checkout --diagram DIAGRAM_ID --steps @steps.yaml',
      },
    ],
    update: [
      {
        note: 'Remove a step',
        line: 'archctl flow update FLOW_ID --landscape LANDSCAPE_ID --remove-step STEP_ID',
      },
      {
        note: 'Add or replace these steps and keep the others',
        line: 'archctl flow update FLOW_ID --landscape LANDSCAPE_ID --steps @steps.yaml',
      },
    ],
  },
  related: ['flow thumbnail'],
};
