import { push } from '../base/grouped.js';
import { type Level, selectGraph } from '../model/analysis/graph/select-graph.js';
import { type Use, usesOf } from '../model/analysis/uses.js';
import { nameOf } from '../model/document/containers.js';
import {
  type Element,
  elementOf,
  elementsOf,
  idsAt,
  type Model,
  modelOf,
  textAt,
} from '../model/document/element.js';
import { type Drawable, graphScene, type TooLarge } from './graph-scene.js';
import type { SiteConnection, SiteData, SiteObject } from './types.js';

/** Parts of a model around an object that a reader chooses. Runs in a worker of the browser page. */
export interface Exploration {
  /** Id of the object in the centre, or at one end of the paths. */
  focus: string;
  /** Id of the object at the other end. Without it, the neighbourhood is shown. */
  to?: string | undefined;
  /** Maximum number of connections from the centre; for paths, the number that they may be longer than the shortest. */
  depth: number;
  /** Direction of connections, seen from the centre. */
  direction: 'in' | 'out' | 'both';
  /** Objects below this level are represented by their ancestor. */
  level?: Level | undefined;
}

/** The scene of an exploration; `none` if no path connects the two objects. */
export function explore(model: Model, request: Exploration): Drawable | TooLarge | 'none' {
  const { focus, to, depth, direction, level } = request;
  const titleOf = (id: string): string =>
    nameOf(elementOf(model, 'object', id) ?? { id, fields: {}, kind: 'object' });
  const aim = { direction, ...(level !== undefined && { level }) };
  // Technologies of a site are names.
  const frame = { technologyName: (name: string) => name };
  if (to === undefined)
    return graphScene(model, selectGraph(model, { ...aim, focus, depth }), {
      ...frame,
      title: titleOf(focus),
    });
  const part = pathsBetween(model, request, to);
  const title = `${titleOf(focus)} – ${titleOf(to)}`;
  return part ? graphScene(part, selectGraph(part, { ...aim, depth: 0 }), { ...frame, title }) : 'none';
}

/** Converts the objects and connections of a site back to a model. */
export const modelOfSite = ({ objects, connections }: Pick<SiteData, 'objects' | 'connections'>): Model =>
  modelOf([
    ...objects.map((it) => elementFrom('object', it, { external: it.isExternal === true })),
    ...connections.map((it) => elementFrom('connection', it, {})),
  ]);

function elementFrom(
  kind: 'object' | 'connection',
  { id, ...facts }: SiteObject | SiteConnection,
  more: Element['fields'],
): Element {
  // Data of a site has the keys of model fields. Fields that pictures do not show do no harm.
  const fields = { ...facts, ...more } as unknown as Element['fields'];
  return { kind, id, fields };
}

/** The model of all paths between two objects; undefined if there is none. Linear in the size of the model. */
function pathsBetween(model: Model, { focus, depth, direction }: Exploration, to: string): Model | undefined {
  const uses = usesOf(model).flatMap(({ connection, ...ends }): Use[] => {
    const back = { connection, from: ends.to, to: ends.from };
    return [...(direction === 'in' ? [] : [{ connection, ...ends }]), ...(direction === 'out' ? [] : [back])];
  });
  const [start, end] = [contentOf(model, focus), contentOf(model, to)];
  const fromStart = distances(uses, start);
  const toEnd = distances(
    uses.map(({ connection, from, to }) => ({ connection, from: to, to: from })),
    end,
  );
  const lengthOf = ({ from, to }: Use): number =>
    (fromStart.get(from) ?? Infinity) + 1 + (toEnd.get(to) ?? Infinity);
  const shortest = uses.reduce((least, use) => Math.min(least, lengthOf(use)), Infinity);
  if (shortest === Infinity) return undefined;
  const used = uses.filter((use) => lengthOf(use) <= shortest + depth);
  const shown = new Set([focus, to]);
  for (const { connection, from, to } of used) {
    for (const id of [from, to, textAt(connection.fields, 'via')]) if (id !== undefined) shown.add(id);
  }
  // Iterating over the set includes ids that are added meanwhile.
  for (const id of shown) {
    const { fields = {} } = elementOf(model, 'object', id) ?? {};
    for (const around of [textAt(fields, 'parent'), ...idsAt(fields, 'groups')])
      if (around !== undefined) shown.add(around);
  }
  return modelOf([
    ...elementsOf(model, 'object').filter(({ id }) => shown.has(id)),
    ...new Set(used.map(({ connection }) => connection)),
  ]);
}

/** Ids of an object, its descendants and its members. */
function contentOf(model: Model, id: string): ReadonlySet<string> {
  const inside = new Map<string, string[]>();
  for (const { id, fields } of elementsOf(model, 'object'))
    for (const around of [textAt(fields, 'parent'), ...idsAt(fields, 'groups')])
      if (around !== undefined) push(inside, around, id);
  const found = new Set([id]);
  for (const member of found) for (const child of inside.get(member) ?? []) found.add(child);
  return found;
}

/** Number of uses from the nearest start, by object. */
function distances(uses: readonly Use[], start: ReadonlySet<string>): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>();
  for (const { from, to } of uses) push(next, from, to);
  const found = new Map([...start].map((id) => [id, 0]));
  for (const [id, distance] of found)
    for (const to of next.get(id) ?? []) if (!found.has(to)) found.set(to, distance + 1);
  return found;
}
