import { requireArguments } from '../../base/require-arguments.js';
import { MODEL_OBJECT_TYPES, MODEL_STATUSES } from '../../contract/enums.js';
import { containersOf, depthsOf, nameOf } from '../document/containers.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  idsAt,
  type Model,
  textAt,
} from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import { cyclesAmong } from './cycles.js';
import { INFORMATION, type Information, missingInformation } from './missing-information.js';
import { successorsOf, type Use, usesBetween, usesOf } from './uses.js';

/** Statistics of a model. Keys are always present, so that two results can be compared. */

/** An object in the statistics. */
export interface ObjectSummary {
  /** Id. */
  id: string;
  /** Name. */
  name: string;
  /** Type. */
  type: string;
}

/** The number of elements without a value, and the number that should have one. */
export interface MissingCount {
  /** Number of elements without the field. */
  missing: number;
  /** Number of elements that should have it. */
  of: number;
}

/** Numbers of elements. */
export interface UseCount {
  /** Number of objects. */
  objects: number;
  /** Number of connections. */
  connections: number;
}

/** An object and its connections. */
export interface ConnectedObject extends ObjectSummary, Pick<UseCount, 'connections'> {
  /** Number of incoming connections. */
  in: number;
  /** Number of outgoing connections. */
  out: number;
}

/** Connections between two systems. */
export interface Coupling extends Pick<UseCount, 'connections'> {
  /** System at the origin. */
  origin: ObjectSummary;
  /** System at the target. */
  target: ObjectSummary;
}

/** Use of a technology. */
export interface TechnologyUse extends UseCount {
  /** Slug of the technology. */
  technology: string;
}

/** Statistics of a model. */
export interface ModelStats {
  /** Name of the landscape. */
  landscape: string | null;
  /** Elements by the list of the document: `objects`, `connections`. */
  counts: Readonly<Record<string, number>>;
  /** Numbers of objects. */
  objects: {
    /** Number of objects, by type. */
    byType: Readonly<Record<string, number>>;
    /** Number of objects, by status. */
    byStatus: Readonly<Record<string, number>>;
    /**
     * Objects per domain, without empty domains, in document order; objects without a domain come last, under the id
     * ''.
     */
    byDomain: readonly (Pick<ObjectSummary, 'id' | 'name'> & Pick<UseCount, 'objects'>)[];
    /** Number of objects that a third party operates. */
    external: number;
    /** Maximum nesting depth of objects; 1 without nesting. */
    depth: number;
  };
  /** Numbers of connections. */
  connections: {
    /** Number of connections, by status. */
    byStatus: Readonly<Record<string, number>>;
    /** Number of connections, by direction. */
    byDirection: {
      /** From origin to target. */
      outgoing: number;
      /** Both ways. */
      bidirectional: number;
      /** Without a direction. */
      none: number;
    };
  };
  /** Objects without connections, counting those of their descendants; groups are ignored. */
  orphans: readonly ObjectSummary[];
  /** A shortest cycle of each component; its start is not repeated at the end. */
  cycles: {
    /** Cycles between systems. */
    systems: readonly (readonly ObjectSummary[])[];
    /** Cycles between apps. */
    apps: readonly (readonly ObjectSummary[])[];
  };
  /** In descending order of connections. */
  mostConnected: readonly ConnectedObject[];
  /** Number of connections between each pair of systems, in descending order. */
  coupling: readonly Coupling[];
  /** Missing fields. */
  missing: Readonly<Record<Information, MissingCount>>;
  /** By slug, in descending order of use. */
  technologies: readonly TechnologyUse[];
}

/** Maximum length of the list of most connected objects. */
const MAX_CONNECTED = 10;

/** Computes the statistics of a model. Linear in its size. */
export function statsOf(model: Model): ModelStats {
  requireArguments('statsOf', { model });
  const objects = elementsOf(model, 'object');
  const connections = elementsOf(model, 'connection');
  const uses = usesOf(model);
  const containers = containersOf(model);
  const summarize = (id: string): ObjectSummary => summaryOf(elementOf(model, 'object', id), id);
  const cyclesIn = (containerOf: (id: string) => string | undefined): ObjectSummary[][] =>
    cyclesAmong(successorsOf(usesBetween(uses, containerOf))).map(({ path }) => path.map(summarize));
  const types = MODEL_OBJECT_TYPES.filter((it) => it !== 'root');
  return {
    landscape: model.landscape ?? null,
    counts: Object.fromEntries(
      ELEMENT_KINDS.map((kind: ElementKind) => [KINDS[kind].list, model.elements.get(kind)?.size ?? 0]),
    ),
    objects: {
      byType: Object.fromEntries(countsBy(objects, types, ({ fields }) => textAt(fields, 'type'))),
      byStatus: Object.fromEntries(countsBy(objects, MODEL_STATUSES, statusOf)),
      byDomain: byDomain(model, ({ id }) => containers.domainOf(id)),
      external: objects.filter(({ fields }) => fields.external === true).length,
      depth: [...depthsOf(model).values()].reduce((most, it) => Math.max(most, it), 0),
    },
    connections: {
      byStatus: Object.fromEntries(countsBy(connections, MODEL_STATUSES, statusOf)),
      byDirection: Object.fromEntries(
        countsBy(
          connections,
          ['outgoing', 'bidirectional', 'none'],
          ({ fields }) => textAt(fields, 'direction') ?? 'none',
        ),
      ) as ModelStats['connections']['byDirection'],
    },
    orphans: orphansOf(model, uses),
    cycles: { systems: cyclesIn(containers.systemOf), apps: cyclesIn(containers.appOf) },
    mostConnected: mostConnected(uses, summarize),
    coupling: couplingOf(usesBetween(uses, containers.systemOf), summarize),
    missing: missingIn(model),
    technologies: technologiesIn(objects, connections),
  };
}

const summaryOf = (object: Element | undefined, id: string): ObjectSummary => ({
  id,
  name: object ? nameOf(object) : id,
  type: (object && textAt(object.fields, 'type')) ?? '',
});

const statusOf = ({ fields }: Element): string => textAt(fields, 'status') ?? 'live';

/** Counts elements by a value; predefined values without elements have a count of 0. */
function countsBy(
  elements: readonly Element[],
  known: readonly string[],
  by: (element: Element) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>(known.map((it) => [it, 0]));
  for (const element of elements) {
    const key = by(element) ?? '';
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function byDomain(
  model: Model,
  domainOf: (object: Element) => string | undefined,
): ModelStats['objects']['byDomain'] {
  const domains = elementsOf(model, 'domain');
  const counts = countsBy(
    elementsOf(model, 'object'),
    domains.map(({ id }) => id),
    domainOf,
  );
  const named = new Map(domains.map((it) => [it.id, nameOf(it)]));
  return [...counts]
    .filter(([, objects]) => objects > 0)
    .map(([id, objects]) => ({ id, name: named.get(id) ?? id, objects }));
}

function orphansOf(model: Model, uses: readonly Use[]): ObjectSummary[] {
  const joined = new Set<string>();
  for (const { from, to, connection } of uses)
    for (const end of [from, to, textAt(connection.fields, 'via')])
      for (let id = end; id !== undefined && !joined.has(id); ) {
        joined.add(id);
        const above = elementOf(model, 'object', id);
        id = above && textAt(above.fields, 'parent');
      }
  return elementsOf(model, 'object')
    .filter(({ id, fields }) => fields.type !== 'group' && !joined.has(id))
    .map((it) => summaryOf(it, it.id));
}

function mostConnected(
  uses: readonly Use[],
  summarize: (id: string) => ObjectSummary,
): ModelStats['mostConnected'] {
  const counts = new Map<string, { in: number; out: number; of: Set<string> }>();
  const at = (id: string) => {
    const known = counts.get(id) ?? { in: 0, out: 0, of: new Set<string>() };
    counts.set(id, known);
    return known;
  };
  for (const { connection, from, to } of uses) {
    const [origin, target] = [at(from), at(to)];
    origin.out += 1;
    target.in += 1;
    origin.of.add(connection.id);
    target.of.add(connection.id);
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other.of.size - one.of.size || (a < b ? -1 : 1))
    .slice(0, MAX_CONNECTED)
    .map(([id, { of, ...ways }]) => ({ ...summarize(id), ...ways, connections: of.size }));
}

function couplingOf(
  between: readonly Use[],
  summarize: (id: string) => ObjectSummary,
): ModelStats['coupling'] {
  const counts = new Map<string, { from: string; to: string; connections: number }>();
  for (const { from, to } of between) {
    const key = JSON.stringify([from, to]);
    const known = counts.get(key) ?? { from, to, connections: 0 };
    known.connections += 1;
    counts.set(key, known);
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other.connections - one.connections || (a < b ? -1 : 1))
    .map(([, { from, to, connections }]) => ({
      origin: summarize(from),
      target: summarize(to),
      connections,
    }));
}

const missingIn = (model: Model): ModelStats['missing'] =>
  Object.fromEntries(
    INFORMATION.map((what) => {
      const { of, missing } = missingInformation(model, what);
      return [what, { missing: missing.length, of: of.length }];
    }),
  ) as ModelStats['missing'];

function technologiesIn(
  objects: readonly Element[],
  connections: readonly Element[],
): ModelStats['technologies'] {
  const counts = new Map<string, { objects: number; connections: number }>();
  const count = (list: 'objects' | 'connections', elements: readonly Element[]): void => {
    for (const { fields } of elements)
      for (const slug of idsAt(fields, 'technologies')) {
        const known = counts.get(slug) ?? { objects: 0, connections: 0 };
        known[list] += 1;
        counts.set(slug, known);
      }
  };
  count('objects', objects);
  count('connections', connections);
  const used = ({ objects: a, connections: b }: { objects: number; connections: number }): number => a + b;
  return [...counts]
    .sort(([a, one], [b, other]) => used(other) - used(one) || (a < b ? -1 : 1))
    .map(([technology, count]) => ({ technology, ...count }));
}
