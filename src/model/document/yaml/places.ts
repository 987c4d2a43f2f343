import type { PathPart, Place, Places } from '../element.js';
import { parseText } from './parse-text.js';
import {
  isCollection,
  isList,
  isMap,
  isNode,
  isScalar,
  type ListNode,
  type MapNode,
  type PairNode,
  type Range,
} from './tree.js';

/**
 * Source locations of elements in a file. They keep offsets and the text, so that the syntax tree of a file can be
 * released.
 */

/** A file, with the map of the last lookup as a cache. */
export interface LocatedText {
  path: string;
  text: string;
  last?: { from: number; map: MapNode | undefined };
}

/** Splits `steps[0].origin` into its parts. A path with a key that contains dots is given as parts. */
export const pathParts = (path: string | readonly PathPart[]): readonly PathPart[] =>
  typeof path === 'string'
    ? [...path.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part))
    : path;

/**
 * Source locations for a map of a file; `whole` is the location of the element that it describes. @param isNesting
 * Whether elements may be nested in it; lookups do not parse them.
 */
export function placesIn(file: LocatedText, whole: Place, map: MapNode, isNesting = false): Places {
  const from = map.range?.[0] ?? 0;
  const to = (isNesting ? startOfNested(map) : undefined) ?? map.range?.[1] ?? from;
  return new PlacesInText(file, [whole.from, whole.to], [from, to]);
}

/** Keeps numbers only, because a large model has hundreds of thousands of them. */
class PlacesInText implements Places {
  readonly #file: LocatedText;
  readonly #wholeFrom: number;
  readonly #wholeTo: number;
  readonly #from: number;
  readonly #to: number;

  constructor(file: LocatedText, whole: Range, map: Range) {
    this.#file = file;
    [this.#wholeFrom, this.#wholeTo] = whole;
    [this.#from, this.#to] = map;
  }

  get whole(): Place {
    return { file: this.#file.path, from: this.#wholeFrom, to: this.#wholeTo };
  }

  field(path: string | readonly PathPart[]): Place | undefined {
    const [file, from] = [this.#file, this.#from];
    const { text } = file;
    // Columns matter only in block style, where a line is indented by less than its length.
    const indent = text[from] === '{' ? 0 : from - (text.lastIndexOf('\n', from - 1) + 1);
    if (file.last?.from !== from) {
      const source = ' '.repeat(indent) + text.slice(from, this.#to);
      const { root } = parseText(source);
      file.last = { from, map: isMap(root) ? root : undefined };
    }
    const range = file.last.map && rangeIn(file.last.map, path);
    const shift = from - indent;
    return range && { file: file.path, from: range[0] + shift, to: range[1] + shift };
  }
}

/** Offset at which nested elements begin, if they are the last entry of the map. */
function startOfNested(map: MapNode): number | undefined {
  const key = map.items.at(-1)?.key;
  return isScalar(key) && key.value === 'objects' ? key.range?.[0] : undefined;
}

/** The range of a field, or of its key if the value is a collection; `steps[0]` is an item of a list. */
export function rangeIn(map: MapNode, path: string | readonly PathPart[]): [number, number] | undefined {
  const parts = pathParts(path);
  let above: unknown = map;
  for (const part of parts.slice(0, -1))
    above = isList(above) ? itemAt(above, part) : pairAt(above, part)?.value;
  const last = parts.at(-1) ?? '';
  if (isList(above)) return rangeOf(itemAt(above, last));
  const pair = pairAt(above, last);
  return rangeOf(isCollection(pair?.value) ? pair?.key : pair?.value);
}

const itemAt = ({ items }: ListNode, part: PathPart): unknown =>
  typeof part === 'number' ? items[part] : undefined;

const pairAt = (map: unknown, part: PathPart): PairNode | undefined =>
  isMap(map) ? map.items.find(({ key }) => isScalar(key) && String(key.value) === String(part)) : undefined;

function rangeOf(node: unknown): [number, number] | undefined {
  if (!isNode(node)) return undefined;
  const [from, to] = node.range ?? [0, 0];
  return [from, to];
}
