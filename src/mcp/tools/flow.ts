import type { FlowStep } from '../../contract/resources/flow.js';
import { notedSteps, printNotation } from '../../documents/flow-notation/index.js';
import { flowMermaid } from '../../documents/index.js';
import { type Element, entriesOf, textAt } from '../../model/document/element.js';
import { drawnId } from '../../model/document/implied.js';
import type { ModelView } from '../model-view.js';
import { z } from '../schema.js';
import { tool } from '../tool.js';
import { nameInput, source } from './inputs.js';

const FORMATS = ['text', 'mermaid'] as const;
export type FlowFormat = (typeof FORMATS)[number];

export default tool({
  name: 'flow',
  title: 'Show the steps of a flow',
  description: 'Returns a flow step by step: as text, one step per line, or as a Mermaid sequence diagram.',
  input: z.object({ name: nameInput('Flow'), format: z.optional(z.enum(FORMATS)), source }),
  async run(workspace, { name, format = 'text', source: from }) {
    const view = await workspace.model(from, true);
    const flow = view.find(name, 'flow') as Element;
    const diagram = textAt(flow.fields, 'diagram');
    const facts = {
      ...view.facts,
      flow: view.word('flow', flow.id),
      ...(diagram !== undefined && { diagram: view.word('diagram', diagram) }),
      format,
    };
    return { kind: 'text', text: flowText(view, flow, format), facts };
  },
});

export function flowText(view: ModelView, flow: Element, format: FlowFormat): string {
  const steps = stepRecords(view, flow);
  const wordOf = (id: string) => (view.hasElement('object', id) ? view.word('object', id) : id);
  const flowWordOf = (id: string) => (view.hasElement('flow', id) ? view.word('flow', id) : id);
  if (format === 'text')
    return printNotation(notedSteps({ steps }, { modelOf: (id) => id, wordOf, flowWordOf }).steps);
  const ends = Object.values(steps).flatMap(({ originId, targetId, viaId }) => [originId, targetId, viaId]);
  const named = (ids: readonly (string | null)[], nameOf: (id: string) => string) =>
    [...new Set(ids.flatMap((id) => id ?? []))].map((id) => ({ id, name: nameOf(id) }));
  return flowMermaid(
    { name: view.nameOf(flow), steps },
    {
      objects: named(ends, wordOf),
      flows: named(
        Object.values(steps).map((it) => it.flowId),
        flowWordOf,
      ),
    },
  );
}

/** The steps of a flow as records, with ids of objects as ends. */
function stepRecords(view: ModelView, flow: Element): Record<string, FlowStep> {
  const diagram = view.element('diagram', textAt(flow.fields, 'diagram') ?? '');
  const drawn = new Map(
    entriesOf(diagram && view.implied.field(diagram, 'objects')).map((it) => [
      drawnId(it),
      String(it.object),
    ]),
  );
  const end = (id: string | undefined): string | null => (id === undefined ? null : (drawn.get(id) ?? id));
  const steps = entriesOf(view.implied.field(flow, 'steps')).map((step, index): FlowStep => {
    const id = textAt(step, 'id') ?? `step-${index + 1}`;
    const paths = entriesOf(step.paths).map((path, at) => {
      const key = `${id}/${textAt(path, 'id') ?? `path-${at + 1}`}`;
      return [key, { id: key, index: at, name: textAt(path, 'name') ?? '' }] as const;
    });
    return {
      id,
      index,
      type: (textAt(step, 'type') ?? null) as FlowStep['type'],
      description: textAt(step, 'description') ?? '',
      detailedDescription: textAt(step, 'details'),
      originId: end(textAt(step, 'origin')),
      targetId: end(textAt(step, 'target')),
      viaId: end(textAt(step, 'via')),
      parentId: textAt(step, 'parent') ?? null,
      flowId: textAt(step, 'flow') ?? null,
      paths: paths.length === 0 ? null : Object.fromEntries(paths),
    };
  });
  return Object.fromEntries(steps.map((step) => [step.id, step]));
}
