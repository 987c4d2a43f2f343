import { type ElementKind, elementsOf, type Model, type Value } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import type { Link, TreeNode } from '../view/tree.js';
import type { View } from '../view/view.js';

/** A kind of detail that a format cannot express. */
export interface Loss {
  /** Description in the plural: `tags of model objects`. */
  what: string;
  /** Number of elements that it concerns. */
  count: number;
}

/** Counts losses by description. */
export class Losses {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  all(): readonly Loss[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}

/** Whether a format expresses a field of an element. */
export type Expresses = (of: TreeNode | Link, field: string) => boolean;

/** Fields that are never counted: common to all formats, position, or only used by editors. */
const NEVER_COUNTED = new Set(['name', 'type', 'domain', 'parent', 'origin', 'target', 'index', 'icon']);

const isEmpty = (value: Value | undefined): boolean =>
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Counts the fields of these nodes and connections that the format does not express. */
export function countFields(
  model: Model,
  shown: { treeNodes: Iterable<TreeNode>; links: Iterable<Link> },
  expresses: Expresses,
  losses: Losses,
): void {
  const count = (kind: ElementKind, of: TreeNode | Link): void => {
    for (const [field, value] of Object.entries(model.elements.get(kind)?.get(of.id)?.fields ?? {})) {
      if (NEVER_COUNTED.has(field) || isEmpty(value) || value === 'live') continue;
      // A group that is drawn around the node is not a loss.
      if (field === 'groups' && Array.isArray(value) && value.length === 1 && isInGroup(of, value[0]))
        continue;
      if (!expresses(of, field)) losses.add(`${field} of ${KINDS[kind].noun}s`);
    }
  };
  for (const node of shown.treeNodes) count(node.kind, node);
  for (const link of shown.links) count('connection', link);
}

const isInGroup = (of: TreeNode | Link, group: Value | undefined): boolean =>
  'parent' in of && of.parent?.id === group;

/** Counts elements of kinds that the format lacks. */
export function countKinds(model: Model, kinds: readonly ElementKind[], losses: Losses): void {
  for (const kind of kinds) losses.add(`${KINDS[kind].noun}s`, elementsOf(model, kind).length);
}

/** Counts names with a comma, for formats with comma-separated lists. */
export function countCommas(names: Iterable<string>, what: string, losses: Losses): void {
  losses.add(`${what} with a comma`, [...new Set(names)].filter((it) => it.includes(',')).length);
}

/** Things and connections on these views. */
export function shownIn(views: readonly View[]): { treeNodes: Set<TreeNode>; links: Set<Link> } {
  const treeNodes = new Set(views.flatMap(({ nodes }) => nodes.map(({ node }) => node)));
  const links = new Set(views.flatMap(({ edges }) => edges.flatMap((it) => it.links)));
  return { treeNodes, links };
}
