import { type ElementKind, elementsOf, type Model, type Value } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import type { Link, Thing } from '../view/things.js';
import type { View } from '../view/view.js';

/** Counts what a format cannot express. */
export interface Loss {
  /** For people, in the plural: `tags of model objects`. */
  what: string;
  /** Number of elements that it concerns. */
  count: number;
}

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
export type Expresses = (of: Thing | Link, field: string) => boolean;

/** Fields that are never counted: common to all formats, position, or only used by editors. */
const NEVER_COUNTED = new Set(['name', 'type', 'domain', 'parent', 'origin', 'target', 'index', 'icon']);

const isEmpty = (value: Value | undefined): boolean =>
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Counts the fields of these things and connections that the format does not express. */
export function countFields(
  model: Model,
  shown: { things: Iterable<Thing>; links: Iterable<Link> },
  expresses: Expresses,
  losses: Losses,
): void {
  const count = (kind: ElementKind, of: Thing | Link): void => {
    for (const [field, value] of Object.entries(model.elements.get(kind)?.get(of.id)?.fields ?? {})) {
      if (NEVER_COUNTED.has(field) || isEmpty(value) || value === 'live') continue;
      // A group that is drawn around the thing is not a loss.
      if (field === 'groups' && Array.isArray(value) && value.length === 1 && isInGroup(of, value[0]))
        continue;
      if (!expresses(of, field)) losses.add(`${field} of ${KINDS[kind].noun}s`);
    }
  };
  for (const thing of shown.things) count(thing.kind, thing);
  for (const link of shown.links) count('connection', link);
}

const isInGroup = (of: Thing | Link, group: Value | undefined): boolean =>
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
export function shownIn(views: readonly View[]): { things: Set<Thing>; links: Set<Link> } {
  const things = new Set(views.flatMap(({ nodes }) => nodes.map(({ thing }) => thing)));
  const links = new Set(views.flatMap(({ edges }) => edges.flatMap((it) => it.links)));
  return { things, links };
}
