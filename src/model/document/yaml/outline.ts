import type { Outline } from '../format/outline.js';
import { isList, isScalar, type MapNode } from './tree.js';

export function outlineOf({ items }: MapNode): Outline {
  const keyed = items.flatMap(({ key, value }) => (isScalar(key) ? [{ key: String(key.value), value }] : []));
  return {
    keys: new Set(keyed.map(({ key }) => key)),
    lists: new Set(keyed.flatMap(({ key, value }) => (isList(value) ? [key] : []))),
  };
}
