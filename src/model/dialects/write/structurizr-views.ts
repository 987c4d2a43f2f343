import { type Element, elementsOf, textAt } from '../../document/element.js';
import { LEVEL_PROPERTY } from '../read/structurizr/workspace.js';
import { DiagramViews, diagramOf, drawnOn } from '../view/diagram-view.js';
import { derivedDiagram, type Message, messagesOf } from '../view/messages.js';
import { ancestorsOf, isWithin, type Landscape, type TreeNode } from '../view/tree.js';
import type { View } from '../view/view.js';
import { Identifiers } from './identifiers.js';
import { type Pairs, structurizrBlock, type Workspace } from './structurizr-text.js';

/** Writes the views of a workspace: levels, diagrams and flows. */

export function structurizrViews(workspace: Workspace, pairs: Pairs): string[] {
  const { landscape, losses } = workspace;
  const keys = new Identifiers();
  const flows = dynamicViewsOf(workspace, pairs);
  const ofFlows = new Set(flows.map(({ diagram }) => diagram));
  const views = new DiagramViews(landscape);
  const diagrams = elementsOf(landscape.model, 'diagram').filter((it) => !ofFlows.has(it));
  const ofDiagrams = diagrams.flatMap((diagram) => {
    const key = keys.of({ key: `diagram ${diagram.id}`, id: diagram.id });
    const drawn = new Set(drawnOn(diagram, landscape).values());
    const lines = diagramLines(views.of(diagram), drawn, key, workspace, aboutOf(diagram));
    if (lines.length === 0) losses.add('diagrams without an element that the format can show');
    return lines;
  });
  const dynamic = flows.flatMap((view) => {
    const { flow } = view;
    return flowLines(view, keys.of({ key: `flow ${flow.id}`, id: flow.id }), workspace);
  });
  return [...levelLines(keys, workspace), ...ofDiagrams, ...dynamic];
}

const aboutOf = ({ fields }: Element): string => textAt(fields, 'description') ?? '';

/** The landscape, and each system and container with content; these are not imported as diagrams. */
function levelLines(keys: Identifiers, { landscape, ids, written }: Workspace): string[] {
  const all = landscape.all.filter((it) => written.has(it));
  if (all.length === 0) return [];
  const level = (head: string, id: string): string[] =>
    structurizrBlock(`${head} "${keys.of({ key: `level ${id}`, id })}"`, [
      'include *',
      'autolayout lr',
      ...structurizrBlock('properties', [`"${LEVEL_PROPERTY}" "true"`]),
    ]);
  const opened = all.filter(({ children }) => children.some((it) => written.has(it)));
  return [
    ...level('systemLandscape', 'context'),
    ...opened.flatMap((node) => {
      const isSystem = node.type === 'system';
      const kind = isSystem ? 'container' : 'component';
      return level(`${kind} ${ids.of(node)}`, `${isSystem ? 'app' : 'component'}-${node.id}`);
    }),
  ];
}

const withText = (about: string, block: Workspace['block']): string =>
  about.trim() === '' ? '' : ` ${block(about)}`;

function flowLines(
  { flow, scope, messages, diagram }: DynamicView,
  key: string,
  workspace: Workspace,
): string[] {
  const { ids, text, block } = workspace;
  const about = withText(diagram ? aboutOf(diagram) : '', block);
  const head = `dynamic ${scope ? ids.of(scope) : '*'} "${key}"${about}`;
  const steps = messages.map(
    (it) => `${ids.of(it.from)} -> ${ids.of(it.to)}${it.text.trim() === '' ? '' : ` ${text(it.text)}`}`,
  );
  return structurizrBlock(head, [
    `title ${text(textAt(flow.fields, 'name') ?? flow.id)}`,
    ...steps,
    'autolayout lr',
  ]);
}

/** @param drawn the objects of the diagram; the other nodes of its view are boundaries around them. */
function diagramLines(
  view: View,
  drawn: ReadonlySet<TreeNode>,
  key: string,
  { ids, text, block, written, losses }: Workspace,
  description: string,
): string[] {
  const scope = view.of && written.has(view.of) ? view.of : undefined;
  const opened = scope && OPENED[view.level]?.includes(scope.type) ? scope : undefined;
  const shown = view.nodes.map(({ node }) => node).filter((it) => written.has(it));
  const fit = allowedElements(shown, opened);
  if (fit.length === 0) return [];
  // Ancestors of a shown element, and the scope, are boundaries.
  const isBoundary = (it: TreeNode): boolean => it === scope || fit.some((one) => isWithin(one, it));
  const missing = shown.filter((it) => !fit.includes(it));
  losses.add(
    'model objects on diagrams that become boundaries',
    missing.filter((it) => isBoundary(it) && drawn.has(it)).length,
  );
  losses.add(
    'model objects on diagrams whose views cannot show them',
    missing.filter((it) => !isBoundary(it)).length,
  );
  const kind = opened
    ? `${view.level === 'app' ? 'container' : 'component'} ${ids.of(opened)}`
    : 'systemLandscape';
  return structurizrBlock(`${kind} "${key}"${withText(description, block)}`, [
    `title ${text(view.title)}`,
    `include ${fit.map((it) => ids.of(it)).join(' ')}`,
    'autolayout lr',
  ]);
}

const OPENED: Readonly<Record<string, readonly string[]>> = { app: ['system'], component: ['app', 'store'] };

/** Elements whose depth the view allows: people and systems on a landscape, otherwise content of the scope. */
function allowedElements(shown: readonly TreeNode[], scope: TreeNode | undefined): readonly TreeNode[] {
  const deepest = scope === undefined ? 0 : scope.type === 'system' ? 1 : 2;
  const levels: Readonly<Record<string, number>> = { actor: 0, system: 0, app: 1, store: 1, component: 2 };
  const fit = shown.filter((it) => (levels[it.type] ?? 9) <= deepest && it !== scope);
  const around = new Set<TreeNode>(scope ? [scope] : []);
  const system = scope && ancestorsOf(scope).find(({ type }) => type === 'system');
  if (system) around.add(system);
  // Ancestors of a shown element cannot be shown beside it.
  for (const it of fit) for (let at = it.parent; at; at = at.parent) around.add(at);
  return fit.filter((it) => !around.has(it));
}

/**
 * Writes flows as dynamic views. The scope decides which elements are allowed, and each message needs a relationship;
 * one in the opposite direction makes it a reply.
 */

interface DynamicView {
  flow: Element;
  scope: TreeNode | undefined;
  messages: readonly Message[];
  /** The diagram that an import derives from the view. */
  diagram: Element | undefined;
}

function dynamicViewsOf({ landscape, written, losses }: Workspace, pairs: Pairs): readonly DynamicView[] {
  return elementsOf(landscape.model, 'flow').flatMap((flow) => {
    const { messages, others } = messagesOf(flow, landscape);
    const scope = scopeOf(flow, landscape, written);
    const on = new Set<TreeNode>();
    const writable = messages.filter(({ from, to, isReply }) => {
      const ends = new Set([from, to]);
      const fits = [...ends].every((it) => written.has(it) && isAllowed(it, scope) && !overlaps(it, on));
      const isDirect = pairs.has(from, to);
      if (!fits || !(isDirect || pairs.has(to, from))) return false;
      for (const end of ends) on.add(end);
      if (isDirect === isReply) losses.add('steps of flows that change between message and reply');
      return true;
    });
    losses.add('steps of flows that are not messages', others);
    losses.add('steps of flows that no dynamic view can show', messages.length - writable.length);
    if (writable.length === 0) {
      losses.add('flows without a message that the format can show');
      return [];
    }
    const diagram = derivedDiagram(flow, landscape, writable, scope);
    return [{ flow, scope, messages: writable, diagram }];
  });
}

function scopeOf(flow: Element, landscape: Landscape, written: ReadonlySet<TreeNode>): TreeNode | undefined {
  const diagram = diagramOf(flow, landscape);
  const of = landscape.objects.get(textAt(diagram?.fields ?? {}, 'of') ?? '');
  return of && written.has(of) && ['system', 'app', 'store'].includes(of.type) ? of : undefined;
}

function isAllowed(node: TreeNode, scope: TreeNode | undefined): boolean {
  if (node.type === 'actor') return true;
  if (!scope) return node.type === 'system';
  if (scope.type === 'system') return node !== scope && node.type !== 'component';
  return node !== scope && node !== scope.parent;
}

/** Whether an element contains one of these, is one, or is inside one. */
const overlaps = (node: TreeNode, on: ReadonlySet<TreeNode>): boolean =>
  [...on].some((it) => it !== node && (isWithin(it, node) || isWithin(node, it)));
