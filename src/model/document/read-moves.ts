import { isMap, isSeq } from 'yaml';
import type { Move } from './element.js';
import { fieldsOf, find, placeOf, type Reading, resolved } from './yaml/node.js';

const ID = { shape: { is: 'text' }, about: 'An id.', required: true } as const;
const MOVE = { from: ID, to: ID };

/** Reads the `moved` field of a file. */
export function readMoves(reading: Reading, written: unknown, moved: Move[]): void {
  const node = resolved(reading, written);
  if (node === undefined) return;
  if (!isSeq(node)) {
    find(reading, node, 'schema/shape', 'moved must be a list.');
    return;
  }
  for (const [at, item] of node.items.entries()) {
    const map = resolved(reading, item);
    if (!isMap(map)) {
      find(reading, item, 'schema/shape', `moved[${at}] must have the fields from and to.`);
      continue;
    }
    const { from, to } = fieldsOf(reading, MOVE, map, `moved[${at}].`);
    if (typeof from === 'string' && typeof to === 'string')
      moved.push({ from, to, place: placeOf(reading, map) });
  }
}
