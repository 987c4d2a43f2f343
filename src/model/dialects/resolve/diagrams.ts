import { pluralize } from '../../../base/text/words.js';
import { DIAGRAM_TYPE_BELOW } from '../../../contract/rules/diagrams/entry-diagram.js';
import { DIAGRAM_LEVELS, OBJECT_LEVELS } from '../../../contract/rules/diagrams/levels.js';
import type { Element, Value } from '../../document/element.js';
import { truncate } from '../../validate/rule.js';
import type { SketchEdge, SketchFlow, SketchStep, SketchView } from '../sketch.js';
import { type ResolveContext, withoutEmpty } from './context.js';
import type { Placement } from './placements.js';

/** Edges that a view may list, by key, and the ids of their connections. */
interface Lines {
  edges: ReadonlyMap<string | undefined, SketchEdge>;
  connections: ReadonlyMap<string, string>;
}

/** Converts views to diagrams with their objects, and flows to flows on those diagrams. */
export function diagramsOf(context: ResolveContext, connections: ReadonlyMap<string, string>): Element[] {
  const diagrams = new Map<string, Element>();
  const edges = new Map(context.sketch.edges.map((it) => [it.key, it]));
  for (const view of context.sketch.views) {
    const diagram = diagramOf(view, context, { edges, connections });
    if (diagram) diagrams.set(view.key, diagram);
  }
  const flows = context.sketch.flows.flatMap((flow) => flowOf(flow, diagrams, context) ?? []);
  return [...diagrams.values(), ...flows];
}

function diagramOf(view: SketchView, context: ResolveContext, lines: Lines): Element | undefined {
  const { placements, ids, diagnostics } = context;
  const of = subjectOf(view.of, placements);
  const type = DIAGRAM_TYPE_BELOW[of === undefined || of.type === 'domain' ? 'root' : of.type] ?? view.type;
  const maxLevel = DIAGRAM_LEVELS[type] ?? 1;
  const drawn = view.nodes.filter((key) => {
    const placement = placements.get(key);
    return (
      placement !== undefined &&
      placement.type !== 'domain' &&
      (OBJECT_LEVELS[placement.type] ?? 0) <= maxLevel
    );
  });
  const skippedNodes = view.nodes.length - drawn.length;
  if (drawn.length === 0) {
    diagnostics.loss(
      `The view "${truncate(view.name)}" is skipped: no diagram can show its elements.`,
      view.place,
    );
    return undefined;
  }
  if (skippedNodes > 0) {
    const message = `The view "${truncate(view.name)}" loses ${pluralize(skippedNodes, 'element')} that a diagram of the type ${type} cannot show.`;
    diagnostics.loss(message, view.place);
  }
  const objects = [...new Set(drawn.flatMap((key) => ids.get(key) ?? []))];
  const subject = of === undefined ? onlyDomain(context) : of;
  const id = subject && ids.get(subject.node.key);
  return {
    kind: 'diagram',
    id: context.freeId('diagram', view.id ?? view.name),
    fields: withoutEmpty({
      name: view.name.replace(/\s+/g, ' ').trim() || type,
      type,
      ...(subject?.type === 'domain' ? { domain: id } : { of: id }),
      description: view.description?.trim(),
      objects: objects.map((object) => ({ object })),
      connections: linesOf(view, new Set(objects), context, lines),
    }),
  };
}

/** Subject of a diagram: the nearest ancestor whose type allows this diagram. */
function subjectOf(key: string | undefined, placements: ResolveContext['placements']): Placement | undefined {
  for (let at = key; at !== undefined; ) {
    const placement = placements.get(at);
    if (placement?.type === 'domain' || DIAGRAM_TYPE_BELOW[placement?.type ?? '']) return placement;
    at = placement?.parent;
  }
  return undefined;
}

/** Domain of a diagram without a subject: the first one. */
function onlyDomain({ placements }: ResolveContext): Placement | undefined {
  for (const placement of placements.values()) if (placement.type === 'domain') return placement;
  return undefined;
}

/** Edges that a view lists; by default all between its objects. */
function linesOf(
  { edges, name, place }: SketchView,
  objects: ReadonlySet<string>,
  { ids, diagnostics }: ResolveContext,
  { edges: all, connections }: Lines,
): Value | undefined {
  if (!edges) return undefined;
  const lines = edges.filter((key) => {
    const edge = all.get(key);
    return [edge?.from, edge?.to].every((end) => objects.has(ids.get(end ?? '') ?? ''));
  });
  if (lines.length < edges.length) {
    const message = `${pluralize(edges.length - lines.length, 'line')} of the view "${truncate(name)}" skipped: an end is not on the view.`;
    diagnostics.loss(message, place);
  }
  return [...new Set(lines.flatMap((key) => connections.get(key) ?? []))].map((connection) => ({
    connection,
  }));
}

function flowOf(
  flow: SketchFlow,
  diagrams: ReadonlyMap<string, Element>,
  context: ResolveContext,
): Element | undefined {
  const { ids, diagnostics } = context;
  const diagram = diagrams.get(flow.view);
  if (!diagram) {
    diagnostics.loss(`The flow "${truncate(flow.name)}" is skipped: it has no diagram.`, flow.place);
    return undefined;
  }
  const entries = diagram.fields.objects as readonly { object: string }[];
  const drawn = new Set(entries.map(({ object }) => object));
  const { steps, skippedSteps } = stepsOf(flow.steps, (key) => {
    const id = ids.get(key);
    return id !== undefined && drawn.has(id) ? id : undefined;
  });
  if (skippedSteps > 0) {
    const message = `${pluralize(skippedSteps, 'step')} of the flow "${truncate(flow.name)}" skipped: an end is not on its diagram.`;
    diagnostics.loss(message, flow.place);
  }
  if (steps.length === 0 && flow.steps.length > 0) return undefined;
  return {
    kind: 'flow',
    id: context.freeId('flow', flow.id ?? flow.name),
    fields: withoutEmpty({
      name: flow.name.replace(/\s+/g, ' ').trim() || 'Flow',
      diagram: diagram.id,
      steps,
    }),
  };
}

const STEP_TYPES = { note: 'information', alternate: 'alternate-path', parallel: 'parallel-path' } as const;

/** Flattens steps as a flow stores them: in one list, with references to their parents. */
function stepsOf(
  all: readonly SketchStep[],
  idOf: (key: string) => string | undefined,
): { steps: Record<string, Value>[]; skippedSteps: number } {
  const steps: Record<string, Value>[] = [];
  let skippedSteps = 0;
  let branches = 0;
  const write = (list: readonly SketchStep[], parent?: string): void => {
    for (const { from, to, text, isReply, is, paths } of list) {
      const [origin, target] = [from, to].map((key) => (key === undefined ? undefined : idOf(key)));
      if ((from !== undefined && origin === undefined) || (to !== undefined && target === undefined)) {
        skippedSteps += 1;
        continue;
      }
      const isOwn = origin !== undefined && origin === target;
      const type = is ? STEP_TYPES[is] : isOwn ? 'self-action' : isReply ? 'reply' : undefined;
      if (paths) branches += 1;
      const id = paths && `branch-${branches}`;
      const named = paths?.map(({ name }, at) => ({
        id: `path-${at + 1}`,
        name: name.trim() || `Path ${at + 1}`,
      }));
      steps.push(withoutEmpty({ id, parent, origin, target, description: text.trim(), type, paths: named }));
      for (const [at, path] of (paths ?? []).entries()) write(path.steps, `${id}/path-${at + 1}`);
    }
  };
  write(all);
  return { steps, skippedSteps };
}
