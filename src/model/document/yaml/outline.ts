import { isScalar, isSeq, type YAMLMap } from 'yaml';
import type { Outline } from '../outline.js';

export function outlineOf({ items }: YAMLMap): Outline {
  const keyed = items.flatMap(({ key, value }) => (isScalar(key) ? [{ key: String(key.value), value }] : []));
  return {
    keys: new Set(keyed.map(({ key }) => key)),
    lists: new Set(keyed.flatMap(({ key, value }) => (isSeq(value) ? [key] : []))),
  };
}
