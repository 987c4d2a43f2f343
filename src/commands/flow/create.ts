import { readValue } from '../../cli/command/body.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { flag, identifier, number, pairs, text } from '../../cli/command/options.js';
import { flows } from '../../contract/resources/flow.js';
import noun from './noun.js';

export default operationCommand(flows.create, {
  summary: 'Create a flow on a diagram',
  details:
    'Steps map a step id to a step with id, index, description and, between objects, originId and targetId. A list of steps is taken as well: each is filed under its id.',
  options: {
    name: text('Name', { required: true, body: 'name' }),
    diagram: identifier('Diagram it runs on', { required: true, body: 'diagramId', completes: 'diagram' }),
    index: number('Place among the flows', { body: 'index' }),
    pinned: flag('Pin it', { body: 'pinned' }),
    pinnedAt: text('When it was pinned (ISO 8601)', { value: 'TIME', body: 'pinnedAt' }),
    pinnedIndex: number('Place among the pinned flows', { body: 'pinnedIndex' }),
    showAllSteps: flag('Show all steps at once', { body: 'showAllSteps' }),
    showConnectionNames: flag('Show the names of connections', { body: 'showConnectionNames' }),
    steps: text('Steps as JSON or YAML: the text, @file or - for stdin', {
      value: 'JSON|@FILE|-',
      completes: 'text-or-file',
    }),
    label: pairs('Label', { body: 'labels', completes: 'label' }),
    commit: number('Commit the model is expected at', { integer: true, body: 'commit' }),
    handleId: identifier('Handle that stays the same across versions', { body: 'handleId' }),
  },
  columns: noun.columns,
  examples: [
    {
      note: 'An empty flow',
      line: 'archctl flow create --landscape LANDSCAPE_ID --name Checkout --diagram DIAGRAM_ID',
    },
    {
      note: 'With its steps',
      line: 'archctl flow create --landscape LANDSCAPE_ID --name Checkout --diagram DIAGRAM_ID --steps @steps.yaml',
    },
  ],
  related: ['flow list', 'flow thumbnail'],
  async finish(body, { parsed, world }) {
    const given = parsed.options.steps;
    if (typeof given !== 'string') return body;
    const steps = await readValue(given, world, '--steps');
    return { ...body, steps: Array.isArray(steps) ? byId(steps) : steps };
  },
  done: (flow) => `Flow "${flow.name}" created (${flow.id}).`,
});

/** A list of steps as the map that the service takes; steps without an id or index get one from their place. */
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
