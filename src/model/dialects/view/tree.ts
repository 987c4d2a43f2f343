import {
  type Element,
  type Entry,
  elementsOf,
  entriesOf,
  idsAt,
  type Model,
  textAt,
} from '../../document/element.js';

/** Fields that elements and connections share. */
interface Details {
  id: string;
  name: string;
  /** Markdown. */
  description: string;
  status: string;
  /** Slugs. */
  technologies: readonly string[];
  /** Tag names. */
  tags: readonly string[];
  links: readonly { url: string; name: string }[];
  labels: readonly (readonly [key: string, value: string])[];
}

/** A domain or an object in the tree of a model. The tree has no cycles and a limited depth. */
export interface TreeNode extends Details {
  /** Unique among the nodes. */
  key: string;
  kind: 'domain' | 'object';
  /** Object type, or `domain`. */
  type: string;
  caption: string;
  external: boolean;
  /** Names of the owning teams. */
  teams: readonly string[];
  /** Ids of its groups. */
  groups: readonly string[];
  /** Enclosing domain, group or object. */
  parent: TreeNode | undefined;
  children: TreeNode[];
  /** Number of ancestors. */
  depth: number;
}

/** A connection between two existing nodes. */
export interface Link extends Details {
  from: TreeNode;
  to: TreeNode;
  direction: 'outgoing' | 'bidirectional' | 'none';
}

export interface Landscape {
  model: Model;
  title: string;
  /** Roots: domains, and objects without a domain, in document order. */
  tops: readonly TreeNode[];
  /** All nodes, parents first. */
  all: readonly TreeNode[];
  objects: ReadonlyMap<string, TreeNode>;
  domains: ReadonlyMap<string, TreeNode>;
  links: readonly Link[];
  /** Number of dangling connections. */
  danglingCount: number;
}

/** Maximum nesting depth; deeper nodes become siblings. */
const MAX_DEPTH = 50;

/** Builds the tree of a model. A node at the top of a domain is placed in its first group. */
export function landscapeOf(model: Model): Landscape {
  const tagNames = new Map(
    elementsOf(model, 'tag').map(({ id, fields }) => [id, textAt(fields, 'name') ?? id]),
  );
  const domains = new Map(elementsOf(model, 'domain').map((it) => [it.id, treeNodeOf(it, tagNames)]));
  const elements = elementsOf(model, 'object');
  const objects = new Map(elements.map((it) => [it.id, treeNodeOf(it, tagNames)]));
  assignParents(elements, objects, domains);
  const tops = [...domains.values(), ...[...objects.values()].filter(({ parent }) => parent === undefined)];
  const all: TreeNode[] = [];
  const open = [...tops].reverse();
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    all.push(one);
    for (let at = one.children.length - 1; at >= 0; at -= 1) open.push(one.children[at] as TreeNode);
  }
  const connections = elementsOf(model, 'connection');
  const links = connections.flatMap((it) => linkOf(it, objects, tagNames) ?? []);
  const title = model.landscape ?? (domains.size === 1 ? domains.values().next().value?.name : undefined);
  return {
    model,
    title: title ?? 'Landscape',
    tops,
    all,
    objects,
    domains,
    links,
    danglingCount: connections.length - links.length,
  };
}

const detailsOf = ({ id, fields }: Element, tagNames: ReadonlyMap<string, string>): Details => ({
  id,
  name: textAt(fields, 'name') ?? '',
  description: textAt(fields, 'description') ?? '',
  status: textAt(fields, 'status') ?? 'live',
  technologies: idsAt(fields, 'technologies'),
  tags: idsAt(fields, 'tags').map((it) => tagNames.get(it) ?? it),
  links: linksOf(fields),
  labels: labelsOf(fields),
});

function treeNodeOf(element: Element, tagNames: ReadonlyMap<string, string>): TreeNode {
  const { kind, id, fields } = element;
  return {
    ...detailsOf(element, tagNames),
    key: `${kind} ${id}`,
    kind: kind === 'domain' ? 'domain' : 'object',
    name: textAt(fields, 'name') ?? id,
    type: kind === 'domain' ? 'domain' : (textAt(fields, 'type') ?? 'system'),
    caption: textAt(fields, 'caption') ?? '',
    external: fields.external === true,
    teams: idsAt(fields, 'teams'),
    groups: idsAt(fields, 'groups'),
    parent: undefined,
    children: [],
    depth: 0,
  };
}

/** Shared by all nodes without these details, to save memory. */
const NONE: readonly never[] = [];

const labelsOf = ({ labels }: Entry): TreeNode['labels'] =>
  labels ? Object.entries(labels).map(([key, value]) => [key, String(value)] as const) : NONE;

/** URLs in either form: `url`, or an entry with a name. */
const linksOf = ({ links }: Entry): TreeNode['links'] =>
  Array.isArray(links)
    ? [
        ...links.filter((it) => typeof it === 'string').map((url) => ({ url, name: '' })),
        ...entriesOf(links).map((it) => ({ url: textAt(it, 'url') ?? '', name: textAt(it, 'name') ?? '' })),
      ]
    : NONE;

function linkOf(
  element: Element,
  objects: ReadonlyMap<string, TreeNode>,
  tagNames: ReadonlyMap<string, string>,
): Link | undefined {
  const [from, to] = ['origin', 'target'].map((end) => objects.get(textAt(element.fields, end) ?? ''));
  if (!from || !to) return undefined;
  const direction = textAt(element.fields, 'direction');
  return {
    ...detailsOf(element, tagNames),
    from,
    to,
    direction: direction === 'outgoing' || direction === 'bidirectional' ? direction : 'none',
  };
}

function assignParents(
  elements: readonly Element[],
  objects: ReadonlyMap<string, TreeNode>,
  domains: ReadonlyMap<string, TreeNode>,
): void {
  const fields = new Map(elements.map((it) => [it.id, it.fields]));
  const only = domains.size === 1 ? domains.values().next().value : undefined;
  const aboveOf = (node: TreeNode): TreeNode | undefined => {
    const own = fields.get(node.id) ?? {};
    const parent = objects.get(textAt(own, 'parent') ?? '');
    if (parent) return parent;
    const group = node.type === 'group' ? undefined : firstGroup(node, objects);
    return group ?? domains.get(textAt(own, 'domain') ?? '') ?? only;
  };
  const placed = new Set<TreeNode>(domains.values());
  for (const object of objects.values()) {
    // Ancestors without a parent yet; they are placed from the outermost inwards.
    const path: TreeNode[] = [];
    const onPath = new Set<TreeNode>();
    for (let at: TreeNode | undefined = object; at && !placed.has(at) && !onPath.has(at); at = aboveOf(at)) {
      path.push(at);
      onPath.add(at);
    }
    for (const it of path.reverse()) {
      let above = aboveOf(it);
      // The first node of a cycle is placed at the top.
      if (above && !placed.has(above)) above = domains.get(textAt(fields.get(it.id) ?? {}, 'domain') ?? '');
      while (above && above.depth >= MAX_DEPTH) above = above.parent;
      it.parent = above;
      it.depth = above ? above.depth + 1 : 0;
      placed.add(it);
    }
  }
  // In document order, independent of the order of placement.
  for (const object of objects.values()) object.parent?.children.push(object);
}

export const firstGroup = (
  { groups }: TreeNode,
  objects: ReadonlyMap<string, TreeNode>,
): TreeNode | undefined => groups.map((id) => objects.get(id)).find((it) => it?.type === 'group');

/** Ancestors of a node, outermost first, and the node itself. */
export function ancestorsOf(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at: TreeNode | undefined = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** Whether `node` is `around` or inside it. */
export function isWithin(node: TreeNode, around: TreeNode): boolean {
  let at: TreeNode | undefined = node;
  while (at && at.depth > around.depth) at = at.parent;
  return at === around;
}

/** Whether it is a node rather than a connection. */
export const isTreeNode = (it: TreeNode | Link): it is TreeNode => 'children' in it;
