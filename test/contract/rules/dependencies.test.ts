import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type GraphConnection,
  type GraphObject,
  graphOf,
  neighbours,
  partsOf,
  walk,
} from '../../../src/contract/rules/dependencies.js';
import { routesBetween, shortestPaths } from '../../../src/contract/rules/dependency-paths.js';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const some = fc.constantFrom(...NAMES);

/** Parents may form a cycle: the traversal must terminate. */
const objects = fc
  .array(fc.option(some), { minLength: NAMES.length, maxLength: NAMES.length })
  .map((parents) => NAMES.map((id, at): GraphObject => ({ id, parentId: parents[at] ?? null })));
const connections = fc
  .array(
    fc.record({
      originId: some,
      targetId: some,
      viaId: fc.option(some),
      direction: fc.constantFrom('outgoing', 'bidirectional', null),
    }),
    { maxLength: 14 },
  )
  .map((list) => list.map((it, at): GraphConnection => ({ id: `c${at}`, ...it })));
const models = fc.record({ objects, connections, via: fc.boolean() });
type Model = typeof models extends fc.Arbitrary<infer T> ? T : never;

const graphFrom = ({ objects: list, connections: lines, via }: Model) => graphOf(list, lines, { via });
const farEnds = (steps: readonly { far: string }[]): Set<string> => new Set(steps.map(({ far }) => far));

describe('neighbours', () => {
  it('are at the other ends of connections of the object and its descendants', () => {
    const graph = graphOf(
      [
        { id: 'shop', parentId: null },
        { id: 'till', parentId: 'shop' },
        { id: 'bank', parentId: null },
      ],
      [
        { id: 'pays', originId: 'till', targetId: 'bank' },
        { id: 'within', originId: 'shop', targetId: 'till' },
      ],
    );
    expect(neighbours(graph, 'shop', 'out')).toMatchObject([
      { connection: { id: 'pays' }, near: 'till', far: 'bank', from: 'till', to: 'bank' },
    ]);
    expect(neighbours(graph, 'till', 'in')).toMatchObject([{ connection: { id: 'within' }, far: 'shop' }]);
    expect(neighbours(graph, 'bank', 'in')).toMatchObject([{ near: 'bank', far: 'till' }]);
  });

  it('are reached via the object between them, if that counts as a stop', () => {
    const line = { id: 'l', originId: 'a', targetId: 'b', viaId: 'queue', direction: 'outgoing' };
    expect(farEnds(neighbours(graphOf([], [line]), 'a', 'out'))).toEqual(new Set(['b']));
    const graph = graphOf([], [line], { via: true });
    expect(farEnds(neighbours(graph, 'a', 'out'))).toEqual(new Set(['queue']));
    expect(farEnds(neighbours(graph, 'queue', 'out'))).toEqual(new Set(['b']));
    expect(farEnds(neighbours(graph, 'queue', 'in'))).toEqual(new Set(['a']));
  });

  it('in one direction equal those in the other with all connections reversed', () => {
    fc.assert(
      fc.property(models, some, (model, id) => {
        const turned = model.connections.map((it) => ({
          ...it,
          originId: it.targetId,
          targetId: it.originId,
        }));
        const ids = (steps: readonly { connection: GraphConnection; near: string; far: string }[]) =>
          steps.map(({ connection, near, far }) => `${connection.id} ${near} ${far}`).sort();
        expect(ids(neighbours(graphFrom(model), id, 'in'))).toEqual(
          ids(neighbours(graphFrom({ ...model, connections: turned }), id, 'out')),
        );
      }),
    );
  });

  it('are symmetric, unless one contains the other', () => {
    fc.assert(
      fc.property(models, some, (model, id) => {
        const graph = graphFrom(model);
        for (const step of neighbours(graph, id, 'out')) {
          const back = neighbours(graph, step.far, 'in').some(
            (it) => it.connection === step.connection && it.far === step.near,
          );
          expect(back).toBe(!partsOf(graph, step.far).has(step.near));
        }
      }),
    );
  });
});

describe('a traversal', () => {
  it('adds the neighbours of all reached objects with each level', () => {
    fc.assert(
      fc.property(models, some, fc.constantFrom('in' as const, 'out' as const), (model, id, way) => {
        const graph = graphFrom(model);
        const own = partsOf(graph, id);
        let reached = new Set([id]);
        for (let depth = 0; depth <= NAMES.length; depth++) {
          const walked = walk(graph, id, way, depth);
          expect(new Set(walked.reached.keys())).toEqual(reached);
          const more = [...reached].flatMap((it) => [...farEnds(neighbours(graph, it, way))]);
          const next = new Set([...reached, ...more.filter((it) => !own.has(it))]);
          if (next.size > reached.size) expect(walked.isCut).toBe(true);
          reached = next;
        }
        const whole = walk(graph, id, way);
        expect(whole.isCut).toBe(false);
        expect(new Set(whole.reached.keys())).toEqual(reached);
      }),
    );
  });

  it('follows each edge once, and reaches each object first once', () => {
    fc.assert(
      fc.property(models, some, (model, id) => {
        const graph = graphFrom(model);
        const { reached, steps } = walk(graph, id, 'out');
        const expected = [...reached.keys()].flatMap((of) => neighbours(graph, of, 'out'));
        expect(steps).toHaveLength(expected.length);
        const first = steps.filter(({ finds }) => finds === 'first').map(({ far }) => far);
        expect(first).toEqual([...reached.keys()].slice(1));
        for (const { of, depth } of steps) expect(depth).toBe((reached.get(of) ?? -1) + 1);
      }),
    );
  });

  it('distinguishes cycles from objects reached twice', () => {
    const lines = ['ab', 'ac', 'bd', 'cd', 'da', 'dd'].map((ends) => ({
      id: ends,
      originId: ends.charAt(0),
      targetId: ends.charAt(1),
    }));
    const found = walk(graphOf([], lines), 'a', 'out').steps.map(
      ({ connection, finds }) => `${connection.id} ${finds}`,
    );
    expect(found).toEqual(['ab first', 'ac first', 'bd first', 'cd again', 'da circle']);
  });
});

describe('shortest paths', () => {
  it('consist of existing, consecutive edges, and are as long as the traversal is deep', () => {
    fc.assert(
      fc.property(models, some, some, (model, from, to) => {
        const graph = graphFrom(model);
        const { paths } = shortestPaths(graph, from, to, 50);
        const goals = partsOf(graph, to);
        const { reached } = walk(graph, from, 'out');
        const apart = !goals.has(from) && !partsOf(graph, from).has(to);
        const far = [...reached].filter(([id]) => goals.has(id)).map(([, depth]) => depth);
        expect(paths.length > 0).toBe(apart && far.length > 0);
        for (const path of paths) {
          expect(path).toHaveLength(Math.min(...far));
          let at = from;
          for (const step of path) {
            expect(neighbours(graph, at, 'out')).toContainEqual(step);
            at = step.far;
          }
          expect(goals).toContain(at);
        }
        expect(
          new Set(paths.map((path) => path.map((it) => [it.connection.id, it.near, it.far]).join())),
        ).toHaveProperty('size', paths.length);
      }),
    );
  });

  it('are limited in number', () => {
    const lines = Array.from({ length: 20 }, (_, at) =>
      ['x', 'y'].flatMap((by) => [
        { id: `${at}${by}1`, originId: `n${at}`, targetId: `${by}${at}` },
        { id: `${at}${by}2`, originId: `${by}${at}`, targetId: `n${at + 1}` },
      ]),
    ).flat();
    const { paths, hasMore } = shortestPaths(graphOf([], lines), 'n0', 'n20', 3);
    expect(paths.map(({ length }) => length)).toEqual([40, 40, 40]);
    expect(hasMore).toBe(true);
    expect(shortestPaths(graphOf([], lines), 'n20', 'n0').paths).toEqual([]);
  });
});

describe('routes', () => {
  /** All routes without repeated objects, by exhaustive search: their objects. */
  function everyRoute(graph: ReturnType<typeof graphFrom>, from: string, to: string): string[] {
    const [own, goals] = [partsOf(graph, from), partsOf(graph, to)];
    if (goals.has(from) || own.has(to)) return [];
    const found: string[] = [];
    const extend = (at: string, path: readonly string[]): void => {
      if (goals.has(at)) found.push(path.join());
      else
        for (const far of farEnds(neighbours(graph, at, 'out')))
          if (!own.has(far) && !path.includes(far)) extend(far, [...path, far]);
    };
    extend(from, []);
    return found;
  }

  it('are all routes that visit no object twice, shortest first', () => {
    fc.assert(
      fc.property(models, some, some, fc.integer({ min: 1, max: 5 }), (model, from, to, most) => {
        const graph = graphFrom(model);
        const expected = everyRoute(graph, from, to);
        const names = (routes: ReturnType<typeof routesBetween>['routes']) =>
          routes.map((route) => route.map((hop) => hop[0]?.far).join());
        const { routes, hasMore } = routesBetween(graph, from, to, { most: 10_000 });
        expect([...names(routes)].sort()).toEqual(expected.sort());
        expect(hasMore).toBe(false);
        const lengths = routes.map(({ length }) => length);
        expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
        const some = routesBetween(graph, from, to, { most });
        expect(names(some.routes)).toEqual(
          routes.slice(0, most).map((route) => route.map((hop) => hop[0]?.far).join()),
        );
        expect(some.hasMore).toBe(expected.length > most);
      }),
    );
  });

  it('group parallel connections, and end in bounded time', () => {
    const all = Array.from({ length: 25 }, (_, at) => `n${at}`);
    const lines = all.flatMap((originId) =>
      all
        .filter((it) => it !== originId)
        .map((targetId) => ({ id: `${originId}${targetId}`, originId, targetId })),
    );
    const graph = graphOf([], [...lines, { id: 'second', originId: 'n0', targetId: 'n1' }]);
    const { routes, hasMore } = routesBetween(graph, 'n0', 'n1', { most: 3 });
    expect(routes.map((route) => route.map((hop) => hop.length))).toEqual([[2], [1, 1], [1, 1]]);
    expect(hasMore).toBe(true);
    expect(routesBetween(graph, 'n0', 'n1', { most: 1_000_000 }).hasMore).toBe(true);
  });
});
