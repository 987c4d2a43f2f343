import { isMap, type YAMLMap, type YAMLSeq } from 'yaml';
import type { ElementKind } from './element.js';
import { KINDS } from './kinds.js';
import { type Spot, spotBelow } from './nesting.js';
import { WRITTEN_KINDS } from './write.js';
import { keyOf, listAt, topOf, type YamlFile } from './yaml/yaml-file.js';

/** The position of an element in the syntax trees of files. */

export interface Located {
  file: YamlFile;
  kind: ElementKind;
  id: string;
  map: YAMLMap;
  /** The list that contains it. */
  list: YAMLSeq;
  /** The map that contains the list, and its key there. */
  owner: YAMLMap;
  key: string;
  /** The parent or domain that it is nested in. */
  under?: Spot;
}

export type Locations = Map<string, Located>;

/** Key of an element in `Locations`. */
export const locationKey = (kind: ElementKind, id: string): string => `${kind} ${id}`;

/** Indexes all elements of a file; for duplicate ids the first element wins. */
export function locate(file: YamlFile, found: Locations): void {
  const top = topOf(file);
  for (const kind of WRITTEN_KINDS) locateList(file, kind, top, KINDS[kind].list, undefined, found);
}

/** Indexes all elements of a list and their descendants. */
function locateList(
  file: YamlFile,
  kind: ElementKind,
  owner: YAMLMap,
  key: string,
  under: Spot | undefined,
  found: Locations,
): void {
  const list = listAt(owner, key);
  for (const item of list?.items ?? [])
    if (list && isMap(item))
      locateItem({ file, kind, list, owner, key, ...(under && { under }) }, item as YAMLMap, found);
}

/** Indexes an item of a list and its descendants. */
export function locateItem(where: Omit<Located, 'id' | 'map'>, map: YAMLMap, found: Locations): void {
  const { kind, file } = where;
  const id = keyOf(map.get('id', true));
  if (id === undefined) return;
  const name = locationKey(kind, id);
  if (!found.has(name)) found.set(name, { ...where, id, map });
  const spot = spotBelow(kind, id);
  if (spot) locateList(file, 'object', map, 'objects', spot, found);
}
