import type { JsonObject } from '../../../base/json-object.js';
import { readValue } from '../../../cli/command/body.js';
import type { FamilyCommandSpec } from '../../../cli/command/family-command.js';
import { flag, identifier, text, texts } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { flows } from '../../../contract/resources/flow.js';
import { no } from '../../shared/model-options.js';
import { HANDLE, NAMED_FILTERS, PINNED_AT, placeAmong } from '../../shared/version-options.js';
import noun from '../noun.js';

/** Steps of a flow, from an argument, a file or stdin. */
const STEPS = text('Steps as JSON or YAML: the text, @file or - for stdin', {
  value: 'JSON|@FILE|-',
  completes: 'text-or-file',
  changes: 'steps',
});

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

/**
 * Merges `--steps` into the body of a flow. A create sends all steps. An update sends `$replace`, which replaces the
 * steps with the same ids (docs/service.md#updates).
 */
async function withSteps(body: JsonObject, { parsed, world }: Context, verb: string): Promise<JsonObject> {
  const given = parsed.options.steps;
  if (typeof given !== 'string') return body;
  const read = await readValue(given, world, '--steps');
  const steps = Array.isArray(read) ? byId(read) : read;
  if (verb !== 'update') return { ...body, steps };
  const before = typeof body.steps === 'object' ? body.steps : {};
  return { ...body, steps: { ...before, $replace: steps } };
}

/** Converts a list of steps to the map that the service expects. Missing ids and indexes come from the position. */
function byId(steps: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    steps.map((step, index) => {
      const fields = typeof step === 'object' && step !== null ? step : { description: String(step) };
      const id = 'id' in fields && typeof fields.id === 'string' ? fields.id : `step-${index + 1}`;
      return [
        id,
        {
          index,
          description: '',
          originId: null,
          targetId: null,
          viaId: null,
          parentId: null,
          flowId: null,
          ...fields,
          id,
        },
      ];
    }),
  );
}
