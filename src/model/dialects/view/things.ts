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

/** Elements of views: domains and objects, as a tree without cycles and of limited depth. */
export interface Thing extends Details {
  /** Unique among the things. */
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
  /** Enclosing thing. */
  parent: Thing | undefined;
  children: Thing[];
  /** Number of ancestors. */
  depth: number;
}

/** A connection between two existing things. */
export interface Link extends Details {
  from: Thing;
  to: Thing;
  direction: 'outgoing' | 'bidirectional' | 'none';
}

export interface Landscape {
  model: Model;
  title: string;
  /** Domains and things without a domain, in document order. */
  tops: readonly Thing[];
  /** All things, parents first. */
  all: readonly Thing[];
  objects: ReadonlyMap<string, Thing>;
  domains: ReadonlyMap<string, Thing>;
  links: readonly Link[];
  /** Number of dangling connections. */
  loose: number;
}

/** Maximum nesting depth; deeper things become siblings. */
const DEEPEST = 50;

/** Builds the tree of a model. A thing at the top of a domain is placed in its first group. */
export function landscapeOf(model: Model): Landscape {
  const tagNames = new Map(
    elementsOf(model, 'tag').map(({ id, fields }) => [id, textAt(fields, 'name') ?? id]),
  );
  const domains = new Map(elementsOf(model, 'domain').map((it) => [it.id, thingOf(it, tagNames)]));
  const elements = elementsOf(model, 'object');
  const objects = new Map(elements.map((it) => [it.id, thingOf(it, tagNames)]));
  assignParents(elements, objects, domains);
  const tops = [...domains.values(), ...[...objects.values()].filter(({ parent }) => parent === undefined)];
  const all: Thing[] = [];
  const open = [...tops].reverse();
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    all.push(one);
    for (let at = one.children.length - 1; at >= 0; at -= 1) open.push(one.children[at] as Thing);
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
    loose: connections.length - links.length,
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

function thingOf(element: Element, tagNames: ReadonlyMap<string, string>): Thing {
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

/** Shared by all things without these details, to save memory. */
const NONE: readonly never[] = [];

const labelsOf = ({ labels }: Entry): Thing['labels'] =>
  labels ? Object.entries(labels).map(([key, value]) => [key, String(value)] as const) : NONE;

/** URLs in either form: `url`, or an entry with a name. */
const linksOf = ({ links }: Entry): Thing['links'] =>
  Array.isArray(links)
    ? [
        ...links.filter((it) => typeof it === 'string').map((url) => ({ url, name: '' })),
        ...entriesOf(links).map((it) => ({ url: textAt(it, 'url') ?? '', name: textAt(it, 'name') ?? '' })),
      ]
    : NONE;

function linkOf(
  element: Element,
  objects: ReadonlyMap<string, Thing>,
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
  objects: ReadonlyMap<string, Thing>,
  domains: ReadonlyMap<string, Thing>,
): void {
  const fields = new Map(elements.map((it) => [it.id, it.fields]));
  const only = domains.size === 1 ? domains.values().next().value : undefined;
  const aboveOf = (thing: Thing): Thing | undefined => {
    const own = fields.get(thing.id) ?? {};
    const parent = objects.get(textAt(own, 'parent') ?? '');
    if (parent) return parent;
    const group = thing.type === 'group' ? undefined : firstGroup(thing, objects);
    return group ?? domains.get(textAt(own, 'domain') ?? '') ?? only;
  };
  const placed = new Set<Thing>(domains.values());
  for (const object of objects.values()) {
    // Ancestors without a parent yet; they are placed from the outermost inwards.
    const way: Thing[] = [];
    const onWay = new Set<Thing>();
    for (let at: Thing | undefined = object; at && !placed.has(at) && !onWay.has(at); at = aboveOf(at)) {
      way.push(at);
      onWay.add(at);
    }
    for (const it of way.reverse()) {
      let above = aboveOf(it);
      // The first thing of a cycle is placed at the top.
      if (above && !placed.has(above)) above = domains.get(textAt(fields.get(it.id) ?? {}, 'domain') ?? '');
      while (above && above.depth >= DEEPEST) above = above.parent;
      it.parent = above;
      it.depth = above ? above.depth + 1 : 0;
      placed.add(it);
    }
  }
  // In document order, independent of the order of placement.
  for (const object of objects.values()) object.parent?.children.push(object);
}

export const firstGroup = ({ groups }: Thing, objects: ReadonlyMap<string, Thing>): Thing | undefined =>
  groups.map((id) => objects.get(id)).find((it) => it?.type === 'group');

/** Ancestors of a thing, outermost first, and the thing itself. */
export function ancestorsOf(thing: Thing): Thing[] {
  const way: Thing[] = [];
  for (let at: Thing | undefined = thing; at; at = at.parent) way.push(at);
  return way.reverse();
}

/** Whether `thing` is `around` or inside it. */
export function isWithin(thing: Thing, around: Thing): boolean {
  let at: Thing | undefined = thing;
  while (at && at.depth > around.depth) at = at.parent;
  return at === around;
}

/** Whether it is a thing rather than a connection. */
export const isThing = (it: Thing | Link): it is Thing => 'children' in it;
