import { push } from '../../../base/grouped.js';
import { OBJECT_LEVELS } from '../../../contract/rules/diagrams/levels.js';
import { isWithin, type Landscape, type Link, type Thing } from './things.js';
import { edgesBetween, LEVELS, type Level, type View, type ViewNode } from './view.js';

/** Views of a whole model: its landscape, and each system and app with content. */

const isBoundary = ({ type }: Thing): boolean => type === 'domain' || type === 'group';

/** Whether a thing belongs to the landscape; deeper things are lifted to an ancestor. */
const isOutside = (thing: Thing): boolean =>
  (OBJECT_LEVELS[thing.type] ?? 1) <= 1 || thing.parent === undefined || isBoundary(thing.parent);

/** The nearest thing on the way up that matches. */
function upTo(thing: Thing, isWanted: (thing: Thing) => boolean): Thing | undefined {
  let at: Thing | undefined = thing;
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
    if (level === 'context') return [contextOf(landscape)];
    const { of, shows } = OPENED_BY[level];
    return landscape.all
      .filter((it) => of.includes(it.type) && it.children.some(({ type }) => shows.includes(type)))
      .map((it) => openedOf(it, level, touching.get(it) ?? []));
  });
}

function contextOf({ title, all, links }: Landscape): View {
  const shown = all.filter(isOutside);
  const nodes = shown.map(
    (thing): ViewNode => ({
      thing,
      parent: thing.parent?.key,
      isOpen: isBoundary(thing),
    }),
  );
  return {
    key: 'context',
    level: 'context',
    title,
    nodes,
    edges: edgesBetween(links, (thing) => upTo(thing, isOutside)),
  };
}

/** Connections by each opened thing that contains one of their ends. */
function linksByEnd({ links }: Landscape): ReadonlyMap<Thing, readonly Link[]> {
  const touching = new Map<Thing, Link[]>();
  for (const link of links) {
    const around = new Set<Thing>();
    for (const end of [link.from, link.to])
      for (let at: Thing | undefined = end; at && !isBoundary(at); at = at.parent) around.add(at);
    for (const it of around) push(touching, it, link);
  }
  return touching;
}

/** Content of a thing, and its neighbours: siblings in the same system, otherwise landscape elements. */
function openedOf(of: Thing, level: Exclude<Level, 'context'>, touching: readonly Link[]): View {
  const around = of.parent && !isBoundary(of.parent) ? of.parent : undefined;
  const isShown = (it: Thing): boolean => it.parent === of || it.parent === around || isOutside(it);
  const shown = (thing: Thing): Thing | undefined =>
    // Lines that end at the opened thing, or at its parent, end at the boundary.
    upTo(thing, (it) => it === of || (around !== undefined && it === around) || isShown(it));
  const relevant = touching.filter((link) => link.from !== around && link.to !== around);
  const edges = edgesBetween(relevant, shown);
  const neighbours = new Set<Thing>();
  for (const { links } of edges)
    for (const link of links)
      for (const end of [link.from, link.to]) {
        const it = shown(end);
        if (it && it !== of && it !== around && !isWithin(it, of)) neighbours.add(it);
      }
  const inside = of.children.map((thing): ViewNode => ({ thing, parent: of.key, isOpen: false }));
  const beside = [...neighbours].map(
    (thing): ViewNode => ({
      thing,
      parent: thing.parent === around ? around?.key : undefined,
      isOpen: false,
    }),
  );
  return {
    key: `${level}-${of.id}`,
    level,
    title: of.name,
    of,
    nodes: [
      ...(around ? [{ thing: around, isOpen: true }] : []),
      { thing: of, parent: around?.key, isOpen: true },
      ...inside,
      ...beside,
    ],
    edges,
  };
}
