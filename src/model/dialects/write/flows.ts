import type { Flow } from '../../../contract/resources/flow.js';
import { flowMermaid, flowPlantuml, mermaidText } from '../../../documents/index.js';
import { type Element, type Entry, elementOf, entriesOf, textAt } from '../../document/element.js';
import { Implied } from '../../document/implied.js';
import { diagramOf, drawnOn } from '../view/diagram-view.js';
import type { Landscape, TreeNode } from '../view/tree.js';
import { Identifiers } from './identifiers.js';
import { MERMAID_KEYWORDS } from './mermaid.js';
import { PLANTUML_KEYWORDS } from './plantuml.js';

/** Writes flows as sequence diagrams. */

type FlowRecord = Pick<Flow, 'name' | 'steps'>;

/** The flow in the form of its record; its ends are the drawn objects. */
function recordOf(flow: Element, landscape: Landscape): FlowRecord {
  const diagram = diagramOf(flow, landscape);
  const drawn = diagram ? drawnOn(diagram, landscape) : undefined;
  const objectAt = (id: string | undefined): string | null =>
    id === undefined ? null : (drawn?.get(id)?.id ?? id);
  const steps = entriesOf(new Implied(landscape.model).field(flow, 'steps'));
  const name = textAt(flow.fields, 'name') ?? flow.id;
  const record = Object.fromEntries(
    steps.map((step, index): [string, Entry] => {
      const id = textAt(step, 'id') ?? `step ${index + 1}`;
      const paths = entriesOf(step.paths).map((path, at): [string, Entry] => [
        `${id}/${textAt(path, 'id') ?? `path-${at + 1}`}`,
        { name: textAt(path, 'name') ?? '', index: at },
      ]);
      return [
        id,
        {
          index,
          type: textAt(step, 'type') ?? 'outgoing',
          description: textAt(step, 'description') ?? '',
          originId: objectAt(textAt(step, 'origin')),
          targetId: objectAt(textAt(step, 'target')),
          viaId: objectAt(textAt(step, 'via')),
          flowId: textAt(step, 'flow') ?? null,
          parentId: textAt(step, 'parent') ?? null,
          paths: Object.fromEntries(paths),
        },
      ];
    }),
  );
  return { name, steps: record as unknown as Flow['steps'] };
}

/** Names of the participants of a flow only, to bound the cost for each flow. */
function namesFor(flow: Element, landscape: Landscape, keywords: readonly string[]) {
  const diagram = diagramOf(flow, landscape);
  const drawn = diagram ? [...drawnOn(diagram, landscape).values()] : [];
  const aliases = aliasesOf(drawn, landscape, keywords);
  const into = new Set(entriesOf(flow.fields.steps).flatMap((step) => textAt(step, 'flow') ?? []));
  return {
    objects: drawn.map((it) => participantOf(it, aliases.get(it))),
    flows: [...into].flatMap((id) => {
      const name = textAt(elementOf(landscape.model, 'flow', id)?.fields ?? {}, 'name');
      return name === undefined ? [] : [{ id, name }];
    }),
  };
}

/** Aliases of nodes with duplicate names, the same as in pictures of the format. */
function aliasesOf(
  drawn: readonly TreeNode[],
  { all }: Landscape,
  keywords: readonly string[],
): ReadonlyMap<TreeNode, string> {
  const names = new Set(drawn.map(({ name }) => name));
  const counts = new Map<string, number>();
  for (const { name } of all) if (names.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shared = new Set(drawn.filter(({ name }) => (counts.get(name) ?? 0) > 1));
  if (shared.size === 0) return new Map();
  const ids = new Identifiers(keywords);
  return new Map(all.map((it) => [it, ids.of(it)] as const).filter(([it]) => shared.has(it)));
}

const participantOf = ({ id, name, type }: TreeNode, alias: string | undefined) => ({
  id,
  name,
  ...(alias !== undefined && { alias }),
  ...(type === 'actor' && { drawnAs: 'actor' as const }),
  ...(type === 'store' && { drawnAs: 'database' as const }),
});

export function mermaidFlow(flow: Element, landscape: Landscape): string {
  const record = recordOf(flow, landscape);
  const [head, ...lines] = flowMermaid(record, namesFor(flow, landscape, MERMAID_KEYWORDS)).split('\n');
  return [head, `  title ${mermaidText(record.name)}`, ...lines].join('\n');
}

export const plantumlFlow = (flow: Element, landscape: Landscape): string =>
  flowPlantuml(recordOf(flow, landscape), namesFor(flow, landscape, PLANTUML_KEYWORDS));
