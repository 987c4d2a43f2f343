import { isObject } from './is-object.js';

/** Minimum length of a piece. */
const PIECE = 64_000;

/**
 * The text of `JSON.stringify(value, null, 2)` in pieces, for large values. Lists may also be iterables that are not
 * arrays; their items are formatted one by one. Undefined items are left out.
 */
export function* indentedPieces(value: unknown): Generator<string> {
  let piece = '';
  for (const part of partsOf(value, '\n')) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

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
