import { truncate } from '../../../validate/rule.js';
import { ImpliedPairs } from '../../implied-pairs.js';
import type { SketchFlow, SketchView } from '../../sketch.js';
import { kebabCase } from '../ids.js';
import { PARALLEL } from './view-blocks.js';
import { ViewContent } from './view-content.js';
import { type Item, pathOf, type Step, type ViewHead, type ViewKind, type Workspace } from './workspace.js';

/** Converts views to diagrams, and dynamic views to flows with a diagram of their participants. */

/** Converts views. Reports and skips those whose subject does not exist. */
function converted<V extends ViewHead, R>(
  views: readonly V[],
  what: string,
  workspace: Workspace,
  convert: (view: V, subject: Item | undefined) => R | undefined,
): R[] {
  return views.flatMap((view) => {
    const subject = view.of && workspace.itemAt(view.of);
    if (!view.of || subject) return convert(view, subject) ?? [];
    const word = 'word' in view.of ? view.of.word : '';
    workspace.diagnostics.loss(`${what} is skipped: ${truncate(word)} is not an element.`, view.place);
    return [];
  });
}

/** Fields of a diagram that all views share. */
const fieldsOf = ({ key, description, place }: ViewHead) => ({
  id: key === undefined ? undefined : kebabCase(key),
  description,
  place,
});

const TYPES = {
  systemLandscape: 'context-diagram',
  systemContext: 'context-diagram',
  container: 'app-diagram',
  component: 'component-diagram',
} as const;

const TITLES: Readonly<Record<ViewKind, string>> = {
  systemLandscape: 'System Landscape',
  systemContext: 'System Context',
  container: 'Containers',
  component: 'Components',
};

export function diagramsOf(workspace: Workspace): SketchView[] {
  const content = new ViewContent(workspace);
  const views = workspace.views.filter(({ isLevel }) => isLevel !== true);
  return converted(views, 'A view', workspace, (view, subject): SketchView => {
    const isOpened = view.kind === 'container' || view.kind === 'component';
    return {
      ...fieldsOf(view),
      key: `view ${workspace.freshKey()}`,
      name: view.title ?? [...pathOf(subject).map(({ name }) => name), TITLES[view.kind]].join(' - '),
      type: TYPES[view.kind],
      of: isOpened ? subject?.key : undefined,
      nodes: content.of(view, subject).map(({ key }) => key),
    };
  });
}

/** Diagrams of the groups made from deployment nodes, with the elements that run there. */
export function deploymentDiagramsOf(workspace: Workspace): SketchView[] {
  const { environments, instances, groups, diagnostics } = workspace;
  return converted(workspace.deploymentViews, 'A deployment view', workspace, (view, subject) => {
    const environment = environments.get(view.environment.toLowerCase()) ?? view.environment;
    if (!diagnostics.spendWork(instances.length + groups.size, view.place)) return undefined;
    const top = [...groups.values()].find(
      (it) => it.key.startsWith('node') && it.parent === undefined && it.name === environment,
    );
    if (!top) {
      const message = `A deployment view is skipped: ${truncate(environment)} does not exist.`;
      diagnostics.loss(message, view.place);
      return undefined;
    }
    return {
      ...fieldsOf(view),
      key: `deployment ${workspace.freshKey()}`,
      name: view.title ?? `${subject ? `${subject.name} - ` : ''}Deployment - ${environment}`,
      type: 'context-diagram' as const,
      of: subject?.key,
      nodes: [...nodesIn(top.key, subject, workspace)],
    };
  });
}

/**
 * Keys of the deployment nodes of an environment and of what runs on them: elements of the subject, or whole systems if
 * the view has no subject.
 */
function nodesIn(environment: string, subject: Item | undefined, workspace: Workspace): Set<string> {
  const nodes = new Set<string>();
  const items = new Set<string>();
  for (const { of, node } of workspace.instances) {
    const item = workspace.itemAt(of);
    const system = item?.parent ?? item;
    const path: string[] = [];
    for (let at = workspace.groups.get(node); at; at = workspace.groups.get(at.parent ?? ''))
      path.unshift(at.key);
    if (!item || !system || path[0] !== environment || (subject && system !== subject)) continue;
    for (const key of path.slice(1)) nodes.add(key);
    items.add((subject ? item : system).key);
  }
  // Adds infrastructure nodes, which run no elements.
  for (const { key, parent } of workspace.groups.values())
    if (parent !== undefined && (nodes.has(parent) || (!subject && parent === environment))) nodes.add(key);
  return new Set([...nodes, ...items]);
}

/** Flows, each with a diagram of its participants. */
export function flowsOf(workspace: Workspace): { flow: SketchFlow; view: SketchView }[] {
  const { dynamicViews, relations, diagnostics } = workspace;
  const pairs = new ImpliedPairs<Item>((item) => pathOf(item).reverse());
  for (const { from, to } of dynamicViews.length > 0 ? relations : []) {
    const [origin, target] = [workspace.itemAt(from), workspace.itemAt(to)];
    if (origin && target) pairs.add(origin, target);
  }
  return converted(dynamicViews, 'A dynamic view', workspace, (dynamicView, subject) => {
    const { key, title, description, place } = dynamicView;
    const steps = inOrder(dynamicView.steps, workspace).flatMap(
      (step) => messageOf(step, pairs, workspace) ?? [],
    );
    if (steps.length === 0) {
      const message = `The dynamic view ${truncate(title ?? key ?? '')} is skipped: it has no steps.`;
      diagnostics.loss(message, place);
      return undefined;
    }
    const view = {
      ...fieldsOf(dynamicView),
      key: `dynamic ${workspace.freshKey()}`,
      name: title ?? key ?? description ?? 'Flow',
      type: 'context-diagram' as const,
      of: subject?.key,
      nodes: [...new Set(steps.flatMap(({ from, to }) => [from, to]))],
    };
    return { view, flow: { id: view.id, name: view.name, place, view: view.key, steps } };
  });
}

/** Sorts steps by number if each has one: `1.10` after `1.9`. Reports parallel steps, which have the same number. */
function inOrder(steps: readonly Step[], { diagnostics }: Workspace): readonly Step[] {
  if (steps.some(({ order }) => order === undefined)) return steps;
  const sorted = steps.toSorted((a, b) =>
    (a.order ?? '').localeCompare(b.order ?? '', 'en', { numeric: true }),
  );
  const parallel = sorted.find(({ order }, at) => order === sorted[at - 1]?.order);
  if (parallel) diagnostics.loss(PARALLEL, parallel.place);
  return sorted;
}

/** Keys of the ends. As in Structurizr, a message against the only relationship is a reply. */
function messageOf(step: Step, pairs: ImpliedPairs<Item>, workspace: Workspace) {
  const relation = 'relation' in step ? workspace.relationAt(step.relation) : undefined;
  const ends = 'relation' in step ? relation : step;
  const [from, to] = ends ? [workspace.itemAt(ends.from), workspace.itemAt(ends.to)] : [];
  if (!from || !to) {
    workspace.diagnostics.loss('A step is skipped: its element or relationship does not exist.', step.place);
    return undefined;
  }
  const text = step.text || (relation?.description ?? '');
  const own = 'relation' in step ? false : step.isReply;
  return { from: from.key, to: to.key, text, isReply: own ?? (!pairs.has(from, to) && pairs.has(to, from)) };
}
