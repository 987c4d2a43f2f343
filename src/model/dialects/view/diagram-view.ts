import { type Element, elementOf, entriesOf, textAt } from '../../document/element.js';
import { drawnId, Implied } from '../../document/implied.js';
import type { Landscape, Link, TreeNode } from './tree.js';
import { edgesBetween, type Level, type View, type ViewEdge, type ViewNode } from './view.js';

const LEVEL_OF: Readonly<Record<string, Level>> = {
  'app-diagram': 'app',
  'component-diagram': 'component',
};

/** Builds the view of one diagram: its objects, the boundaries around them, and its lines. */
export class DiagramViews {
  readonly #landscape: Landscape;
  readonly #implied: Implied;
  readonly #links: ReadonlyMap<string, Link>;

  constructor(landscape: Landscape) {
    this.#landscape = landscape;
    this.#implied = new Implied(landscape.model);
    this.#links = new Map(landscape.links.map((it) => [it.id, it]));
  }

  of(diagram: Element): View {
    const { fields } = diagram;
    const drawn = drawnOn(diagram, this.#landscape);
    const shown = new Set(drawn.values());
    const of =
      this.#landscape.objects.get(textAt(fields, 'of') ?? '') ??
      this.#landscape.domains.get(textAt(fields, 'domain') ?? '');
    const nodes = nodesOf(shown, of);
    const lines = entriesOf(this.#implied.field(diagram, 'connections'));
    const edges = lines.flatMap((line): readonly ViewEdge[] => {
      const link = this.#links.get(textAt(line, 'connection') ?? '');
      const [from, to] = [drawn.get(textAt(line, 'origin') ?? ''), drawn.get(textAt(line, 'target') ?? '')];
      // A line may be drawn between other ends than its connection's; the drawn ends are used.
      return link && from && to ? edgesBetween([{ ...link, from, to }], (it) => it) : [];
    });
    return {
      key: `diagram-${diagram.id}`,
      level: LEVEL_OF[textAt(fields, 'type') ?? ''] ?? 'context',
      title: textAt(fields, 'name') ?? diagram.id,
      of,
      nodes,
      edges,
    };
  }
}

/** Things drawn on a diagram, by their id there. */
export const drawnOn = ({ fields }: Element, { objects }: Landscape): ReadonlyMap<string, TreeNode> =>
  new Map(
    entriesOf(fields.objects).flatMap((it) => {
      const node = objects.get(textAt(it, 'object') ?? '');
      return node ? [[drawnId(it), node] as const] : [];
    }),
  );

export const diagramOf = ({ fields }: Element, { model }: Landscape): Element | undefined =>
  elementOf(model, 'diagram', textAt(fields, 'diagram') ?? '');

/** Nests each node in its nearest drawn ancestor; the opened node is the boundary of its content. */
function nodesOf(shown: ReadonlySet<TreeNode>, of: TreeNode | undefined): ViewNode[] {
  const inside = (node: TreeNode): boolean => isIn(node, of);
  const opened = of && of.kind === 'object' && !shown.has(of) && [...shown].some(inside) ? of : undefined;
  const all = new Set([...(opened ? [opened] : []), ...shown]);
  const parents = new Map<TreeNode, TreeNode>();
  for (const node of all) {
    let at = node.parent;
    while (at && !all.has(at)) at = at.parent;
    if (at) parents.set(node, at);
  }
  const filled = new Set(parents.values());
  const byDepth = [...all].sort((a, b) => a.depth - b.depth);
  return byDepth.map((node) => ({
    node,
    parent: parents.get(node)?.key,
    isOpen: filled.has(node) || node.type === 'group',
  }));
}

function isIn(node: TreeNode, around: TreeNode | undefined): boolean {
  for (let at = node.parent; at; at = at.parent) if (at === around) return true;
  return false;
}
