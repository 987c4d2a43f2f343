import type { Move } from './element.js';
import { fieldsOf, placeOf, type Reading, report, resolveAlias } from './yaml/node.js';
import { isList, isMap } from './yaml/tree.js';

const ID = { shape: { is: 'text' }, about: 'An id.', required: true } as const;
const MOVE = { from: ID, to: ID };

/** Adds the entries of the field `moved` of one file to `moved`. */
export function readMoves(reading: Reading, written: unknown, moved: Move[]): void {
  const node = resolveAlias(reading, written);
  if (node === undefined) return;
  if (!isList(node)) {
    report(reading, node, 'schema/shape', 'moved must be a list.');
    return;
  }
  for (const [at, item] of node.items.entries()) {
    const map = resolveAlias(reading, item);
    if (!isMap(map)) {
      report(reading, item, 'schema/shape', `moved[${at}] must have the fields from and to.`);
      continue;
    }
    const { from, to } = fieldsOf(reading, MOVE, map, `moved[${at}].`);
    if (typeof from === 'string' && typeof to === 'string')
      moved.push({ from, to, place: placeOf(reading, map) });
  }
}
