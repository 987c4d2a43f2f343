import { nameOf, type ObjectType, PEOPLE } from './names.js';
import type { Random } from './random.js';
import type { GeneratedSize } from './spec.js';

/** An object of the plan, with the data that other objects and connections need. */
export interface Planned {
  id: string;
  handleId: string;
  type: ObjectType;
  name: string;
  parent: Planned | undefined;
  children: Planned[];
}

/** All objects, and objects by type. The root comes first, and parents precede their children. */
export interface Plan {
  objects: Planned[];
  byType: Readonly<Record<ObjectType, Planned[]>>;
}

/** Exact number of objects of each type, including the root, for a requested size. */
function countsOf({ objects }: GeneratedSize): readonly [ObjectType, number][] {
  const share = (part: number) => Math.max(1, Math.round(objects * part));
  const counts: [ObjectType, number][] = [
    ['root', 1],
    ['group', share(0.004)],
    ['actor', share(0.01)],
    ['system', share(0.06)],
    ['app', share(0.34)],
    ['store', share(0.12)],
  ];
  const rest = objects - counts.reduce((sum, [, count]) => sum + count, 0);
  return [...counts, ['component', rest]];
}

/** Plans the hierarchy: groups below the root, systems in groups, apps and stores in systems, components in apps. */
export function planObjects(size: GeneratedSize, random: Random): Plan {
  const byType: Record<ObjectType, Planned[]> = {
    root: [],
    group: [],
    actor: [],
    system: [],
    app: [],
    store: [],
    component: [],
  };
  const objects: Planned[] = [];
  const parentOf = (type: ObjectType): Planned | undefined => {
    if (type === 'root') return undefined;
    if (type === 'group') return byType.root[0];
    if (type === 'actor' || type === 'system') return random.pick(byType.group);
    return random.pick(type === 'component' ? byType.app : byType.system);
  };
  for (const [type, count] of countsOf(size)) {
    for (let at = 0; at < count; at += 1) {
      const parent = parentOf(type);
      const name =
        type === 'root' ? 'Generated Landscape' : type === 'actor' ? personAt(at) : nameOf(type, at);
      const planned = { id: random.id(), handleId: random.id(), type, name, parent, children: [] };
      parent?.children.push(planned);
      byType[type].push(planned);
      objects.push(planned);
    }
  }
  return { objects, byType };
}

/** Actor name by job title, numbered after the first round. */
function personAt(at: number): string {
  const round = Math.floor(at / PEOPLE.length);
  const name = PEOPLE[at % PEOPLE.length] ?? '';
  return round === 0 ? name : `${name} ${round + 1}`;
}

/** Ids of all ancestors of an object, starting with the root. */
export function idsAbove({ parent }: Planned): string[] {
  return parent === undefined ? [] : [...idsAbove(parent), parent.id];
}

/** A planned connection. */
export interface PlannedConnection {
  id: string;
  origin: Planned;
  target: Planned;
}

/** Connections from active to passive objects, most of them between neighbours. */
export function* planConnections(
  { connections }: GeneratedSize,
  { byType }: Plan,
  random: Random,
): Generator<PlannedConnection> {
  const apps = [...byType.app, ...byType.component];
  const targets = [...byType.app, ...byType.store];
  for (let count = 0; count < connections; ) {
    const isPerson = random.chance(0.05);
    const origin = random.pick(isPerson ? byType.actor : apps);
    const near = origin.parent?.children ?? [];
    const target =
      !isPerson && near.length > 1 && random.chance(0.6) ? random.pick(near) : random.pick(targets);
    if (target === origin || target.type === 'actor' || target.type === 'group') continue;
    count += 1;
    yield { id: random.id(), origin, target };
  }
}
