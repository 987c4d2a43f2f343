import { push } from '../../../base/grouped.js';
import { OBJECT_LEVELS } from '../../../contract/rules/diagrams/levels.js';
import { isWithin, type Landscape, type Link, type TreeNode } from './tree.js';
import { edgesBetween, LEVELS, type Level, type View, type ViewNode } from './view.js';

/** Views of a whole model: its landscape, and each system and app with content. */

const isBoundary = ({ type }: TreeNode): boolean => type === 'domain' || type === 'group';

/** Whether a node belongs to the landscape; deeper nodes are lifted to an ancestor. */
const isOnLandscape = (node: TreeNode): boolean =>
  (OBJECT_LEVELS[node.type] ?? 1) <= 1 || node.parent === undefined || isBoundary(node.parent);

/** The nearest node on the way up that matches. */
function nearestAncestor(node: TreeNode, isWanted: (node: TreeNode) => boolean): TreeNode | undefined {
  let at: TreeNode | undefined = node;
  while (at && !isWanted(at)) at = at.parent;
  return at;
}

const OPENED_BY: Readonly<
  Record<Exclude<Level, 'context'>, { of: readonly string[]; shows: readonly string[] }>
> = {
  app: { of: ['system'], shows: ['app', 'store'] },
  component: { of: ['app', 'store'], shows: ['component'] },
};

/** Views of these levels, the landscape first. The landscape is always included; others only if they have content. */
export function viewsOf(landscape: Landscape, levels: readonly Level[] = LEVELS): View[] {
  const touching = linksByEnd(landscape);
  return levels.flatMap((level) => {
    if (level === 'context') return [landscapeView(landscape)];
    const { of, shows } = OPENED_BY[level];
    return landscape.all
      .filter((it) => of.includes(it.type) && it.children.some(({ type }) => shows.includes(type)))
      .map((it) => contentView(it, level, touching.get(it) ?? []));
  });
}

function landscapeView({ title, all, links }: Landscape): View {
  const shown = all.filter(isOnLandscape);
  const nodes = shown.map(
    (node): ViewNode => ({
      node,
      parent: node.parent?.key,
      isOpen: isBoundary(node),
    }),
  );
  return {
    key: 'context',
    level: 'context',
    title,
    nodes,
    edges: edgesBetween(links, (node) => nearestAncestor(node, isOnLandscape)),
  };
}

/** Connections by each opened node that contains one of their ends. */
function linksByEnd({ links }: Landscape): ReadonlyMap<TreeNode, readonly Link[]> {
  const touching = new Map<TreeNode, Link[]>();
  for (const link of links) {
    const around = new Set<TreeNode>();
    for (const end of [link.from, link.to])
      for (let at: TreeNode | undefined = end; at && !isBoundary(at); at = at.parent) around.add(at);
    for (const it of around) push(touching, it, link);
  }
  return touching;
}

/** Content of a node, and its neighbours: siblings in the same system, otherwise landscape elements. */
function contentView(of: TreeNode, level: Exclude<Level, 'context'>, touching: readonly Link[]): View {
  const around = of.parent && !isBoundary(of.parent) ? of.parent : undefined;
  const isShown = (it: TreeNode): boolean => it.parent === of || it.parent === around || isOnLandscape(it);
  const shown = (node: TreeNode): TreeNode | undefined =>
    // Lines that end at the opened node, or at its parent, end at the boundary.
    nearestAncestor(node, (it) => it === of || (around !== undefined && it === around) || isShown(it));
  const relevant = touching.filter((link) => link.from !== around && link.to !== around);
  const edges = edgesBetween(relevant, shown);
  const neighbours = new Set<TreeNode>();
  for (const { links } of edges)
    for (const link of links)
      for (const end of [link.from, link.to]) {
        const it = shown(end);
        if (it && it !== of && it !== around && !isWithin(it, of)) neighbours.add(it);
      }
  const inside = of.children.map((node): ViewNode => ({ node, parent: of.key, isOpen: false }));
  const beside = [...neighbours].map(
    (node): ViewNode => ({
      node,
      parent: node.parent === around ? around?.key : undefined,
      isOpen: false,
    }),
  );
  return {
    key: `${level}-${of.id}`,
    level,
    title: of.name,
    of,
    nodes: [
      ...(around ? [{ node: around, isOpen: true }] : []),
      { node: of, parent: around?.key, isOpen: true },
      ...inside,
      ...beside,
    ],
    edges,
  };
}
