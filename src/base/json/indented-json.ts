import { isObject } from '../is-object.js';
import { inPieces } from '../pieces.js';

/**
 * The text of `JSON.stringify(value, null, 2)` in pieces, for large values. Lists may also be iterables that are not
 * arrays; their items are formatted one by one. Undefined items are left out.
 */
export const indentedPieces = (value: unknown): Generator<string> => inPieces(partsOf(value, '\n'));

/** @param line Line feed with the indentation of the value. */
function* partsOf(value: unknown, line: string): Generator<string> {
  if (!isDivided(value)) {
    yield JSON.stringify(value, null, 2).replaceAll('\n', line);
    return;
  }
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}'];
  const inner = `${line}  `;
  let separator = inner;
  yield open;
  for (const [name, item] of isList(value) ? unnamed(value) : Object.entries(value)) {
    if (item === undefined) continue;
    yield name === undefined ? separator : `${separator}${JSON.stringify(name)}: `;
    yield* partsOf(item, inner);
    separator = `,${inner}`;
  }
  yield separator === inner ? close : `${line}${close}`;
}

const isList = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value);

const isDivided = (value: unknown): value is object =>
  isList(value) || (isObject(value) && Object.values(value).some(isDivided));

function* unnamed(items: Iterable<unknown>): Generator<[name: undefined, item: unknown]> {
  for (const item of items) yield [undefined, item];
}
