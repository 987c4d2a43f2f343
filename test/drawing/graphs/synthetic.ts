/** Number of boxes in a system; every fifth box is a store. */
const SYSTEM_SIZE = 8;

/** A model of `boxes` apps and stores in systems, with actors and about 1.3 lines a box. */
export function syntheticDocument(boxes: number): string {
  const systems = Math.ceil(boxes / (SYSTEM_SIZE + 1));
  const parts = Array.from({ length: boxes - systems - 2 }, (_, at) => ({
    id: `p${at}`,
    name: `Part ${at}`,
    type: at % 5 === 4 ? 'store' : 'app',
    parent: `s${at % systems}`,
    caption: at % 3 === 0 ? 'One of many.' : '',
  }));
  const partAt = (at: number): string => parts[at % parts.length]?.id ?? '';
  const inside = parts.map(({ id }, at) => [id, partAt(at + systems)]);
  const between = parts.flatMap(({ id }, at) => (at % 3 === 0 ? [[id, partAt(at * 5 + 1)]] : []));
  const lines = [['a0', partAt(0)], ['a0', partAt(1)], ['a1', partAt(2)], ...inside, ...between];
  return JSON.stringify({
    objects: [
      { id: 'a0', name: 'Customer', type: 'actor' },
      { id: 'a1', name: 'Operator', type: 'actor' },
      ...Array.from({ length: systems }, (_, at) => ({ id: `s${at}`, name: `System ${at}`, type: 'system' })),
      ...parts,
    ],
    connections: lines.map(([origin, target], at) => ({
      id: `c${at}`,
      origin,
      target,
      name: `Asks for part ${at}`,
      direction: 'outgoing',
    })),
  });
}
