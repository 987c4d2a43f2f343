import { capitalised } from '../base/text/words.js';
import { dotText, mermaidText } from './escape-text.js';
import { STATUS_STYLES, statusStyle } from './status-style.js';

/** Formats a graph of objects and their connections as Mermaid and as DOT. */

export interface GraphNode {
  id: string;
  name: string;
  /** Type of the model object: stores and actors have their own shapes. */
  type: string;
  /** Parent node that contains this one; ignored if it does not exist. */
  parentId?: string | null | undefined;
  /** Records that are not live have another outline. */
  status?: string | undefined;
}

export interface GraphEdge {
  from: string;
  to: string;
  /** Label; empty for none. */
  text: string;
  /** True for an edge with arrowheads at both ends. */
  both: boolean;
  status?: string | undefined;
}

export interface GraphPicture {
  nodes: readonly GraphNode[];
  /** Edges with an unknown end are omitted. */
  edges: readonly GraphEdge[];
  /** Nodes to emphasize. */
  focus: readonly string[];
  /** Highlighted nodes and edges, with a colour for each kind; Mermaid only. */
  marks?: readonly GraphMark[];
}

/** The name is one of ours and safe in the output; the colour has the form `#2da44e`. */
export interface GraphMark {
  name: string;
  color: string;
  nodes: ReadonlySet<string>;
  edges: ReadonlySet<GraphEdge>;
}

/** Output event for a node: a container opens, its content follows, and it closes. */
interface NodeEvent {
  node: GraphNode;
  key: string;
  part: 'leaf' | 'open' | 'close';
  indent: string;
}

/** Maximum nesting depth; deeper nodes are drawn at the top level. */
const MAX_DEPTH = 50;

/** Lists the nodes in nested order. A node is never inside itself, even if the parent references form a cycle. */
function nestedIn({ nodes }: GraphPicture): NodeEvent[] {
  const keys = new Map(nodes.map(({ id }, at) => [id, `n${at + 1}`]));
  const byId = new Map(nodes.map((it) => [it.id, it]));
  const inside = new Map<string, GraphNode[]>();
  const tops: GraphNode[] = [];
  for (const node of nodes) {
    const around = byId.get(node.parentId ?? '');
    const list = around && canNest(node, byId) ? (inside.get(around.id) ?? []) : tops;
    list.push(node);
    if (around && list !== tops) inside.set(around.id, list);
  }
  const written: NodeEvent[] = [];
  const open: NodeEvent[] = [];
  const put = (list: readonly GraphNode[], indent: string): void => {
    for (const node of [...list].reverse()) {
      const part = inside.has(node.id) ? 'open' : 'leaf';
      open.push({ node, key: keys.get(node.id) ?? '', part, indent });
    }
  };
  put(tops, '  ');
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    written.push(one);
    if (one.part !== 'open') continue;
    open.push({ ...one, part: 'close' });
    put(inside.get(one.node.id) ?? [], `${one.indent}  `);
  }
  return written;
}

/**
 * Reports whether a node can be nested in its parent: the references form no cycle, and the depth is within the limit.
 */
function canNest(node: GraphNode, byId: ReadonlyMap<string, GraphNode>): boolean {
  const seen = new Set<string>();
  let at = byId.get(node.parentId ?? '');
  while (at !== undefined && !seen.has(at.id)) {
    if (at.id === node.id || seen.size === MAX_DEPTH) return false;
    seen.add(at.id);
    at = byId.get(at.parentId ?? '');
  }
  return true;
}

/** Delimiters around a node's name, by type. */
const MERMAID_SHAPES: Readonly<Record<string, readonly [string, string]>> = {
  store: ['[(', ')]'],
  actor: ['([', '])'],
};
const DOT_SHAPES: Readonly<Record<string, string>> = { store: 'cylinder', actor: 'ellipse' };

/** Lists the edges whose ends both exist, with the keys of the ends. */
const drawnEdges = ({ edges }: GraphPicture, keys: ReadonlyMap<string, string>) =>
  edges.flatMap((edge) => {
    const [from, to] = [keys.get(edge.from), keys.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ ...edge, from, to, edge }];
  });

const keysOf = (written: readonly NodeEvent[]): Map<string, string> =>
  new Map(written.map(({ node, key }) => [node.id, key]));

export function graphMermaid(picture: GraphPicture): string {
  const written = nestedIn(picture);
  const keys = keysOf(written);
  const nodes = written.map(({ node, key, part, indent }) => {
    if (part === 'close') return `${indent}end`;
    const name = `"${mermaidText(node.name)}"`;
    if (part === 'open') return `${indent}subgraph ${key}[${name}]`;
    const [open, close] = MERMAID_SHAPES[node.type] ?? ['[', ']'];
    return `${indent}${key}${open}${name}${close}`;
  });
  const drawn = drawnEdges(picture, keys);
  const edges = drawn.map(({ from, to, text, both }) => {
    const label = text === '' ? '' : `|"${mermaidText(text)}"|`;
    return `  ${from} ${both ? '<-->' : '-->'}${label} ${to}`;
  });
  const focus = picture.focus.flatMap((id) => keys.get(id) ?? []);
  const marks =
    focus.length === 0 ? [] : ['  classDef focus stroke-width:4px', `  class ${focus.join(',')} focus`];
  const colours = (picture.marks ?? []).flatMap((mark) => markLines(mark, keys, drawn));
  const statuses = statusLines(picture, keys, drawn);
  return `${['flowchart LR', ...nodes, ...edges, ...statuses, ...marks, ...colours].join('\n')}\n`;
}

/** Styles of the nodes and edges that are not live, by status. */
function statusLines(
  { nodes }: GraphPicture,
  keys: ReadonlyMap<string, string>,
  drawn: readonly { edge: GraphEdge }[],
): string[] {
  return Object.entries(STATUS_STYLES).flatMap(([status, { color, dash }]) => {
    const name = `status${capitalised(status)}`;
    const style = `stroke:${color},stroke-width:2px,stroke-dasharray:${dash}`;
    const own = nodes.flatMap((it) => (it.status === status ? (keys.get(it.id) ?? []) : []));
    const lines = drawn.flatMap(({ edge }, at) => (edge.status === status ? [at] : []));
    return [
      ...(own.length > 0 ? [`  classDef ${name} ${style}`, `  class ${own.join(',')} ${name}`] : []),
      ...(lines.length > 0 ? [`  linkStyle ${lines.join(',')} ${style}`] : []),
    ];
  });
}

/** Attributes of DOT for a status. */
export function dotStatus(status: string | undefined): string[] {
  const style = statusStyle(status);
  return style ? [`style=${style.dot}`, `color="${style.color}"`] : [];
}

function markLines(
  { name, color, nodes, edges }: GraphMark,
  keys: ReadonlyMap<string, string>,
  drawn: readonly { edge: GraphEdge }[],
): string[] {
  const marked = [...nodes].flatMap((id) => keys.get(id) ?? []);
  const lines = drawn.flatMap(({ edge }, at) => (edges.has(edge) ? [at] : []));
  return [
    ...(marked.length > 0
      ? [`  classDef ${name} stroke:${color},stroke-width:3px`, `  class ${marked.join(',')} ${name}`]
      : []),
    ...(lines.length > 0 ? [`  linkStyle ${lines.join(',')} stroke:${color},stroke-width:3px`] : []),
  ];
}

/**
 * Formats the graph as a directed DOT graph. DOT edges cannot end at clusters, so a cluster with edges contains an
 * extra node for them.
 */
export function graphDot(picture: GraphPicture): string {
  const written = nestedIn(picture);
  const edges = drawnEdges(picture, keysOf(written));
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const nodes = written.flatMap(({ node, key, part, indent }) => {
    if (part === 'close') return [`${indent}}`];
    const bold = picture.focus.includes(node.id) ? ', penwidth=3' : '';
    const label = `label=${dotText(node.name)}`;
    const leaf = `${key} [${label}, shape=${DOT_SHAPES[node.type] ?? 'box'}${bold}${dotStatus(node.status)
      .map((it) => `, ${it}`)
      .join('')}];`;
    if (part === 'leaf') return [`${indent}${leaf}`];
    const own = ends.has(key) ? [`${indent}  ${leaf}`] : [];
    const facts = [label, ...dotStatus(node.status)].map((it) => `${indent}  ${it};`);
    return [`${indent}subgraph cluster_${key} {`, ...facts, ...own];
  });
  const lines = edges.map(({ from, to, text, both, status }) => {
    const facts = [
      ...(text === '' ? [] : [`label=${dotText(text)}`]),
      ...(both ? ['dir=both'] : []),
      ...dotStatus(status),
    ];
    return `  ${from} -> ${to}${facts.length === 0 ? '' : ` [${facts.join(', ')}]`};`;
  });
  return `${['digraph {', '  rankdir=LR;', ...nodes, ...lines, '}'].join('\n')}\n`;
}
