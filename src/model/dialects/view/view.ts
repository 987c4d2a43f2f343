import type { Link, TreeNode } from './tree.js';

/** Content of one view. */

export const LEVELS = ['context', 'app', 'component'] as const;
/** Level of detail of an export. */
export type Level = (typeof LEVELS)[number];

export interface ViewNode {
  node: TreeNode;
  /** Key of the enclosing node. */
  parent?: string | undefined;
  /** Whether it is drawn as a boundary: it has content, or its type always is one. */
  isOpen: boolean;
}

export interface ViewEdge {
  /** Keys of nodes. */
  from: string;
  to: string;
  /** Label: the names of its connections, or their number. */
  text: string;
  technologies: readonly string[];
  direction: Link['direction'];
  /** Connections that it represents. */
  links: readonly Link[];
}

/** Status that all connections of a line have; undefined if they differ. */
export const statusOfLine = (links: readonly Link[]): string | undefined =>
  new Set(links.map(({ status }) => status)).size === 1 ? links[0]?.status : undefined;

export interface View {
  /** File name; unique among the views of a model, also ignoring case. */
  key: string;
  level: Level;
  title: string;
  /** The node that it opens. */
  of?: TreeNode | undefined;
  /** Parents first. */
  nodes: readonly ViewNode[];
  edges: readonly ViewEdge[];
}

/** Maximum connections whose names are joined in a label. */
const MAX_WORDS = 3;
/** Maximum length of a joined label. */
const MAX_LABEL_LENGTH = 100;

/** Label of an edge that represents these connections. */
export function textOf(links: readonly Link[]): string {
  const words = [...new Set(links.map(({ name }) => name.trim()).filter((it) => it !== ''))];
  const all = words.join(', ');
  if (words.length <= 1 || (words.length <= MAX_WORDS && all.length <= MAX_LABEL_LENGTH)) return all;
  const [first = ''] = words;
  return `${first} and ${words.length - 1} more`;
}

/**
 * Edges for connections between shown nodes. A connection whose ends are both shown has its own edge. Others are
 * lifted to shown ancestors, and those with the same ends are merged. An edge from a node to itself is dropped.
 *
 * @param shown returns the shown ancestor of a node, or undefined.
 */
export function edgesBetween(
  links: Iterable<Link>,
  shown: (node: TreeNode) => TreeNode | undefined,
): readonly ViewEdge[] {
  const edges: ViewEdge[] = [];
  const lifted = new Map<string, Link[]>();
  const places = new Map<string, number>();
  for (const link of links) {
    const [from, to] = [shown(link.from), shown(link.to)];
    if (!from || !to) continue;
    if (from === link.from && to === link.to) {
      edges.push(edgeOf(from, to, [link]));
      continue;
    }
    if (from === to) continue;
    const pair = JSON.stringify([from.key, to.key, link.direction]);
    const known = lifted.get(pair);
    if (known) known.push(link);
    else {
      const list = [link];
      lifted.set(pair, list);
      places.set(pair, edges.length);
      edges.push(edgeOf(from, to, list));
    }
  }
  // Set last, when all merged connections have been collected.
  for (const [pair, at] of places) {
    const edge = edges[at];
    const list = lifted.get(pair);
    if (edge && list)
      edges[at] = {
        ...edge,
        text: textOf(list),
        technologies: [...new Set(list.flatMap((it) => it.technologies))],
      };
  }
  return edges;
}

const edgeOf = (from: TreeNode, to: TreeNode, links: readonly Link[]): ViewEdge => ({
  from: from.key,
  to: to.key,
  text: textOf(links),
  technologies: links[0]?.technologies ?? [],
  direction: links[0]?.direction ?? 'none',
  links,
});

/** A node with its children. */
export interface NestedNode extends ViewNode {
  inside: readonly NestedNode[];
}

/** Nodes of a view as a tree. */
export function nestedNodes({ nodes }: Pick<View, 'nodes'>): readonly NestedNode[] {
  const tops: NestedNode[] = [];
  const known = new Map<string, NestedNode[]>();
  for (const viewNode of nodes) {
    const inside: NestedNode[] = [];
    known.set(viewNode.node.key, inside);
    const around = viewNode.parent === undefined ? undefined : known.get(viewNode.parent);
    (around ?? tops).push({ ...viewNode, inside });
  }
  return tops;
}
