import { type Element, elementsOf, textAt } from '../../document/element.js';
import { LEVEL_TAG } from '../read/ids.js';
import { DiagramViews, drawnOn } from '../view/diagram-view.js';
import { viewsOf } from '../view/levels.js';
import { derivedDiagram, messagesOf } from '../view/messages.js';
import type { Landscape, TreeNode } from '../view/tree.js';
import { blockOf } from './blocks.js';
import { Identifiers } from './identifiers.js';
import { LIKEC4_KEYWORDS, likec4Block, likec4Text } from './likec4-text.js';
import type { Losses } from './losses.js';

/** State shared by the functions that write LikeC4. */
export interface LikeC4 {
  landscape: Landscape;
  losses: Losses;
  /** A domain that is not written. */
  hidden: TreeNode | undefined;
  /** Qualified name of a node. */
  nameOf(node: TreeNode): string;
  tagOf(name: string): string;
}

/** Writes diagrams and flows as views, and a view of each level with a tag, so that it is not imported as a diagram. */
export function likec4Views(writer: LikeC4): string[] {
  const { landscape, losses } = writer;
  const ids = new Identifiers(LIKEC4_KEYWORDS);
  const views = new DiagramViews(landscape);
  const flows = elementsOf(landscape.model, 'flow');
  const ofFlows = new Set(flows.map((it) => ownDiagram(it, landscape)));
  const diagrams = elementsOf(landscape.model, 'diagram').filter((it) => !ofFlows.has(it));
  const drawn = diagrams.flatMap((diagram) => {
    const { key, title, of, nodes } = views.of(diagram);
    // The boundary of the opened node is the scope of the view.
    const objects = new Set(drawnOn(diagram, landscape).values());
    const treeNodes = nodes.map(({ node }) => node).filter((it) => objects.has(it));
    const shown = { id: ids.of({ key, id: diagram.id }), title, of, about: aboutOf(diagram), treeNodes };
    const lines = viewLines(shown, writer);
    if (lines.length === 0) losses.add('empty diagrams');
    return lines;
  });
  const dynamic = flows.flatMap((flow) => {
    const id = ids.of({ key: `flow ${flow.id}`, id: flow.id });
    return flowLines(flow, id, writer);
  });
  const levels = viewsOf(landscape).flatMap(({ key, title, of, nodes }) => {
    const id = ids.of({ key, id: key === 'context' ? 'index' : key });
    const treeNodes = nodes.map(({ node }) => node);
    return viewLines({ id, title, of, about: '', treeNodes, tag: LEVEL_TAG }, writer);
  });
  return [...levels, ...drawn, ...dynamic];
}

const aboutOf = ({ fields }: Element): string => textAt(fields, 'description') ?? '';

/** Writes a flow as a dynamic view: its messages in order. */
function flowLines(flow: Element, id: string, { landscape, nameOf, losses }: LikeC4): string[] {
  const { messages, others } = messagesOf(flow, landscape);
  losses.add('steps of flows that are not messages', others);
  if (messages.length === 0) {
    losses.add('flows without messages');
    return [];
  }
  const diagram = ownDiagram(flow, landscape);
  return blockOf(`dynamic view ${id}`, [
    `title ${likec4Text(textAt(flow.fields, 'name') ?? flow.id)}`,
    ...descriptionLines(diagram ? aboutOf(diagram) : ''),
    ...messages.map(({ from, to, text, isReply }) => {
      const [first, arrow, second] = isReply ? [to, '<-', from] : [from, '->', to];
      return `${nameOf(first)} ${arrow} ${nameOf(second)} ${likec4Text(text)}`;
    }),
  ]);
}

/**
 * The diagram that an import derives from a dynamic view: of the app or the system of the first participant that is
 * deep enough.
 */
function ownDiagram(flow: Element, landscape: Landscape): Element | undefined {
  const { messages } = messagesOf(flow, landscape);
  const ends = messages.flatMap(({ from, to }) => [from, to]);
  const deepest =
    ends.find(({ type }) => type === 'component') ?? ends.find(({ type }) => ['app', 'store'].includes(type));
  return derivedDiagram(flow, landscape, messages, deepest?.parent);
}

interface Shown {
  id: string;
  title: string;
  of: TreeNode | undefined;
  about: string;
  treeNodes: readonly TreeNode[];
  tag?: string;
}

const descriptionLines = (about: string): string[] =>
  about.trim() === '' ? [] : [`description ${likec4Block(about)}`];

function viewLines({ id, title, of, about, treeNodes, tag }: Shown, { nameOf, hidden }: LikeC4): string[] {
  const shown = treeNodes.filter((it) => it !== hidden);
  if (shown.length === 0) return [];
  const scope = of && of !== hidden ? ` of ${nameOf(of)}` : '';
  return blockOf(`view ${id}${scope}`, [
    ...(tag === undefined ? [] : [`#${tag}`]),
    `title ${likec4Text(title)}`,
    ...descriptionLines(about),
    `include ${shown.map(nameOf).join(', ')}`,
  ]);
}
