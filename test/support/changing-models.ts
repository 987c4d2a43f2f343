/** Generators of two documents for one landscape; the second creates, renames, moves, connects and deletes. */

import fc from 'fast-check';
import { type Decision, type Element, type Model, modelOf } from '../../src/model/document/element.js';

type Fields = Record<string, Element['fields'][string]>;

const element = (kind: Element['kind'], id: string, fields: Fields): Element => ({ kind, id, fields });

/** Whether an element exists, and numbers that pick its values. */
const item = fc.record({
  exists: fc.boolean(),
  place: fc.nat({ max: 11 }),
  other: fc.nat({ max: 11 }),
  name: fc.nat({ max: 2 }),
});
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;

/** Possible elements by kind. Few, so that two models share many of them. */
const UNIVERSE = {
  domains: ['d0', 'd1', 'd2'],
  groups: ['g0', 'g1', 'g2'],
  systems: ['s0', 's1', 's2'],
  apps: ['a0', 'a1'],
  components: ['c0', 'c1'],
  connections: ['l0', 'l1', 'l2'],
  tagGroups: ['u0', 'u1'],
  tags: ['t0', 't1', 't2'],
  folders: ['r0', 'r1'],
  diagrams: ['v0', 'v1'],
  flows: ['f0', 'f1'],
  decisions: ['n0', 'n1'],
} as const;

type Chosen = Record<keyof typeof UNIVERSE, Item[]>;

const chosen: fc.Arbitrary<Chosen> = fc.record(
  Object.fromEntries(
    Object.entries(UNIVERSE).map(([list, ids]) => [
      list,
      fc.array(item, { minLength: ids.length, maxLength: ids.length }),
    ]),
  ) as unknown as { [K in keyof Chosen]: fc.Arbitrary<Item[]> },
);

const pick = (ids: readonly string[], by: number): string | undefined => ids[by % Math.max(ids.length, 1)];

/** A model that the service accepts: unique names, parents of allowed types, drawn ends of lines and steps. */
function modelFrom(from: Chosen): Model {
  const existing = (list: keyof Chosen) =>
    UNIVERSE[list].flatMap((id, at) => {
      const it = from[list][at];
      return it?.exists ? [{ id: id as string, ...it }] : [];
    });
  const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
  const made: Element[] = [];
  const add = (kind: Element['kind'], id: string, fields: Fields): void => {
    made.push(element(kind, id, fields));
  };
  const domains = existing('domains');
  for (const { id, name } of domains) add('domain', id, { name: `Domain ${id} ${name}` });
  const [tagGroups, tags] = [existing('tagGroups'), existing('tags')];
  for (const { id, name } of tagGroups) add('tagGroup', id, { name: `Group ${id} ${name}`, icon: 'globe' });
  const ownTags = tags.filter(({ id, place, name }) => {
    const group = pick(idsOf(tagGroups), place);
    if (group !== undefined) add('tag', id, { name: `Tag ${id} ${name}`, color: 'blue', group });
    return group !== undefined;
  });
  const tagged = (by: number): Fields => {
    const tag = by % 2 === 0 ? pick(idsOf(ownTags), by) : undefined;
    return tag === undefined ? {} : { tags: [tag] };
  };
  // Rotates the names of objects, so that one may take the name of another.
  const isDone = new Set<string>();
  const name = (id: string, by: number): string => {
    const own = `Object ${id[0]}${(Number(id.slice(1)) + by) % 3}`;
    const free = isDone.has(own) ? `${own} of ${id}` : own;
    isDone.add(free);
    return free;
  };
  if (domains.length === 0) return modelOf(made, { namespace: 'any', decisions: decisionsIn(from) });
  const groups = existing('groups');
  // In the second half of the numbers, an earlier group is inside a later one.
  const order = groups.some(({ other }) => other > 5) ? [...groups].reverse() : groups;
  const outside = (at: number, group: string | undefined): Fields =>
    group === undefined ? { domain: pick(idsOf(domains), at) ?? 'd0' } : { parent: group };
  for (const [at, { id, place, name: by }] of order.entries())
    add('object', id, {
      type: 'group',
      name: name(id, by),
      ...outside(place, place % 2 === 0 ? order[at - 1]?.id : undefined),
    });
  const systems = existing('systems');
  for (const { id, place, other, name: by } of systems)
    add('object', id, {
      type: id === 's2' ? 'actor' : 'system',
      name: name(id, by),
      ...(other % 3 === 0 && { caption: `Says ${other}` }),
      ...tagged(other),
      ...(other % 5 === 0 && groups.length > 0 && { groups: [pick(idsOf(groups), other) ?? ''] }),
      ...outside(place, place % 3 === 0 ? pick(idsOf(groups), other) : undefined),
    });
  const holders = idsOf(made.filter(({ fields }) => fields.type === 'system'));
  const apps = existing('apps').filter(({ id, place, other, name: by }) => {
    const parent = pick(holders, place);
    const type = other % 2 === 0 ? 'app' : 'store';
    if (parent !== undefined) add('object', id, { type, name: name(id, by), parent });
    return parent !== undefined;
  });
  for (const { id, place, name: by } of existing('components')) {
    const parent = pick(idsOf(apps), place);
    if (parent !== undefined) add('object', id, { type: 'component', name: name(id, by), parent });
  }
  const objects = made.filter(({ kind }) => kind === 'object');
  const shallow = idsOf(objects.filter(({ fields }) => ['actor', 'system'].includes(String(fields.type))));
  for (const { id, place, other, name: by } of existing('connections')) {
    const [origin, target] = [pick(shallow, place), pick(shallow, other)];
    const via = by === 2 ? pick(idsOf(objects), place + other) : undefined;
    if (origin !== undefined && target !== undefined)
      add('connection', id, {
        ...{ name: `Line ${by}`, origin, target },
        ...(place % 2 === 0 && { direction: 'outgoing' }),
        ...(via !== undefined && { via }),
        ...tagged(place),
      });
  }
  const folders = existing('folders');
  const described = (at: number): Fields => {
    const of = at % 2 === 0 ? pick(holders, at) : undefined;
    return of === undefined ? { domain: pick(idsOf(domains), at) ?? 'd0' } : { of };
  };
  for (const { id, place, name: by } of folders)
    add('diagramGroup', id, { name: `Folder ${id} ${by}`, ...described(place) });
  for (const [at, { id: number, place, other, name: by }] of existing('diagrams').entries()) {
    const owner = described(place);
    // A diagram keeps its type.
    const id = owner.of === undefined ? number : `${number}-app`;
    const folder = made.find(
      ({ kind, fields }) =>
        kind === 'diagramGroup' && fields.of === owner.of && fields.domain === owner.domain,
    );
    const drawn = shallow.filter((_, index) => (place + index) % 3 !== 0);
    add('diagram', id, {
      name: `Diagram ${id} ${by}`,
      type: owner.of === undefined ? 'context-diagram' : 'app-diagram',
      ...owner,
      ...(other % 2 === 0 && folder && { group: folder.id }),
      ...(drawn.length > 0 && {
        objects: drawn.map((object) => ({ object })),
        layout: {
          objects: Object.fromEntries(
            drawn.map((object, index) => [object, { x: 200 * index, y: 10 * by, width: 160, height: 80 }]),
          ),
        },
      }),
    });
    for (const flow of existing('flows')) {
      const [origin, target] = [pick(drawn, flow.place), pick(drawn, flow.other)];
      // A flow stays on its diagram.
      if (origin === undefined || target === undefined || flow.name === at) continue;
      const steps = Array.from({ length: (flow.other % 3) + 1 }, (_, step) => ({
        ...{ origin, target: step % 2 === 0 ? target : origin, description: `Step ${step}` },
        ...(step % 2 === 1 && { type: 'self-action' }),
      }));
      add('flow', `${flow.id}-${id}`, { name: `Flow ${flow.id} ${flow.name}`, diagram: id, steps });
    }
  }
  const views = idsOf(made.filter(({ kind }) => kind === 'diagram'));
  return modelOf(made, { namespace: 'any', decisions: decisionsIn(from, views) });
}

function decisionsIn(from: Chosen, diagrams: readonly string[] = []): Decision[] {
  return UNIVERSE.decisions.flatMap((id, at) => {
    const it = from.decisions[at];
    if (!it?.exists) return [];
    const shown = pick(diagrams, it.place);
    return [
      {
        kind: 'decision',
        id,
        number: at + 1,
        fields: {
          name: `Decision ${id} ${it.name}`,
          status: it.other % 2 === 0 ? 'accepted' : 'draft',
          ...(shown !== undefined && { diagrams: [shown] }),
        },
      } as const,
    ];
  });
}

/** A model, and one that differs in any way: the same elements elsewhere, others, or with other values. */
export const changingModel: fc.Arbitrary<[before: Model, after: Model]> = fc
  .tuple(chosen, chosen)
  .map(([before, after]) => [modelFrom(before), modelFrom(after)]);
