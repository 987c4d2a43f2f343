import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cyclesAmong } from '../../../src/model/analysis/cycles.js';

const nextOf = (edges: readonly (readonly [string, string])[]): Map<string, Set<string>> => {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  return next;
};

/** Nodes that are reachable in one or more steps. */
function reached(next: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const found = new Set(next.get(from));
  for (const at of found) for (const to of next.get(at) ?? []) found.add(to);
  return found;
}

const node = fc.constantFrom(...'abcdefgh');
const graph = fc.array(fc.tuple(node, node), { maxLength: 16 }).map(nextOf);

it('finds every cycle, and only those, with a path', () => {
  fc.assert(
    fc.property(graph, (next) => {
      const found = cyclesAmong(next);
      const members = found.flatMap((it) => it.members);
      const round = [...'abcdefgh'].filter((it) =>
        [...reached(next, it)].some((to) => to !== it && reached(next, to).has(it)),
      );
      expect([...members].sort()).toEqual(round);
      for (const { members: own, path } of found) {
        expect(path[0]).toBe(own[0]);
        expect(new Set(path).size).toBe(path.length);
        for (const [at, from] of path.entries())
          expect(next.get(from)).toContain(path[(at + 1) % path.length]);
        for (const it of own) expect([...reached(next, it)]).toEqual(expect.arrayContaining([...own]));
      }
    }),
  );
});

it('takes linear time, and does not recurse', () => {
  const count = 20_000;
  const long = Array.from({ length: count }, (_, at) => [`${at}`, `${(at + 1) % count}`] as const);
  const [only, ...others] = cyclesAmong(nextOf(long));
  expect([only?.path.length, others]).toEqual([count, []]);
});
