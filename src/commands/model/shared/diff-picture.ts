import { type GraphEdge, type GraphNode, graphMermaid } from '../../../documents/index.js';
import type { Change } from '../../../model/compare/diff.js';
import { type Element, elementOf, type Model } from '../../../model/document/element.js';

/** Changed objects and connections with their parents, as a Mermaid diagram with colours. */

/** Maximum number of nodes; larger pictures are less useful than the list of changes. */
const MAX_NODES = 80;
const MAX_EDGES = 120;

const COLORS = { added: '#2da44e', removed: '#cf222e', changed: '#bf8700' } as const;
type Mark = keyof typeof COLORS;

/** Undefined if no object or connection differs, or if too many do. */
export function changedPicture(before: Model, after: Model, changes: readonly Change[]): string | undefined {
  const find = (kind: 'object' | 'connection', id: unknown): Element | undefined =>
    elementOf(after, kind, String(id)) ?? elementOf(before, kind, String(id));
  const marked = new Map<Mark, { nodes: Set<string>; edges: Set<GraphEdge> }>();
  const markOf = (mark: Mark) => {
    const found = marked.get(mark) ?? { nodes: new Set(), edges: new Set() };
    marked.set(mark, found);
    return found;
  };
  const nodes = new Map<string, GraphNode>();
  const put = (id: unknown): void => {
    for (let at = find('object', id); at && !nodes.has(at.id); at = find('object', at.fields.parent))
      nodes.set(at.id, nodeOf(at));
  };
  const edges: GraphEdge[] = [];
  for (const { kind, id, change } of changes) {
    if (kind === 'object') {
      put(id);
      markOf(change).nodes.add(id);
    }
    const line = kind === 'connection' ? find(kind, id) : undefined;
    if (!line) continue;
    const edge = edgeOf(line);
    put(edge.from);
    put(edge.to);
    edges.push(edge);
    markOf(change).edges.add(edge);
  }
  if (nodes.size === 0 || nodes.size > MAX_NODES || edges.length > MAX_EDGES) return undefined;
  const marks = [...marked].map(([name, it]) => ({ name, color: COLORS[name], ...it }));
  return graphMermaid({ nodes: [...nodes.values()], edges, focus: [], marks });
}

const nodeOf = ({ id, fields }: Element): GraphNode => ({
  id,
  name: String(fields.name ?? id),
  type: String(fields.type ?? ''),
  parentId: typeof fields.parent === 'string' ? fields.parent : null,
});

const edgeOf = ({ fields }: Element): GraphEdge => ({
  from: String(fields.origin),
  to: String(fields.target),
  text: String(fields.name ?? ''),
  both: fields.direction === 'bidirectional',
});
