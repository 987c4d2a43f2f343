import type { Link, Thing } from './things.js';

/** What one picture shows. */

export const LEVELS = ['context', 'app', 'component'] as const;
export type Level = (typeof LEVELS)[number];

export interface ViewNode {
  thing: Thing;
  /** The key of the node that it stands in. */
  parent?: string;
  /** Whether it is a boundary here: something stands in it, or it never is anything else. */
  isOpen: boolean;
}

export interface ViewEdge {
  /** Keys of nodes. */
  from: string;
  to: string;
  /** What the connections say: where it stands for several, their words or how many they are. */
  text: string;
  technologies: readonly string[];
  direction: Link['direction'];
  /** The connections it stands for. */
  links: readonly Link[];
}

export interface View {
  /** Names its file; unique among the views of a model, as far as file names go. */
  key: string;
  level: Level;
  title: string;
  /** What it opens. */
  of?: Thing;
  /** Each after what it stands in. */
  nodes: readonly ViewNode[];
  edges: readonly ViewEdge[];
}

/** So many are told by their own words. */
const MOST_WORDS = 3;
/** Words joined are not longer. */
const LONGEST = 100;

/** What an edge says that stands for these. */
export function textOf(links: readonly Link[]): string {
  const words = [...new Set(links.map(({ name }) => name.trim()).filter((it) => it !== ''))];
  const all = words.join(', ');
  if (words.length <= 1 || (words.length <= MOST_WORDS && all.length <= LONGEST)) return all;
  const [first = ''] = words;
  return `${first} and ${words.length - 1} more`;
}

/**
 * Connections between what is shown. One whose ends are both shown stands for itself; others are lifted to what is shown
 * around them, and those that fall together are one. What is lifted into itself is not drawn.
 * @param shown what stands in the picture for a thing; undefined where nothing does.
 */
export function edgesBetween(
  links: Iterable<Link>,
  shown: (thing: Thing) => Thing | undefined,
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
  // Only now is known what each stands for.
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

const edgeOf = (from: Thing, to: Thing, links: readonly Link[]): ViewEdge => ({
  from: from.key,
  to: to.key,
  text: textOf(links),
  technologies: links[0]?.technologies ?? [],
  direction: links[0]?.direction ?? 'none',
  links,
});

/** A node with what stands in it. */
export interface Branch extends ViewNode {
  inside: readonly Branch[];
}

/** The nodes of a view as a tree. */
export function branchesOf({ nodes }: Pick<View, 'nodes'>): readonly Branch[] {
  const tops: Branch[] = [];
  const known = new Map<string, Branch[]>();
  for (const node of nodes) {
    const inside: Branch[] = [];
    known.set(node.thing.key, inside);
    const around = node.parent === undefined ? undefined : known.get(node.parent);
    (around ?? tops).push({ ...node, inside });
  }
  return tops;
}
