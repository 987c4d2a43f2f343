import { isMap, type YAMLMap, type YAMLSeq } from 'yaml';
import { type ElementKind, elementKey } from './element.js';
import { KINDS } from './kinds.js';
import { asContainer, type Container } from './nesting.js';
import { WRITTEN_KINDS } from './write.js';
import { keyOf, listAt, topOf, type YamlFile } from './yaml/yaml-file.js';

/** Locations of elements in the editable syntax trees of files. */

export interface ElementLocation {
  file: YamlFile;
  kind: ElementKind;
  id: string;
  map: YAMLMap;
  /** The list that contains it. */
  list: YAMLSeq;
  /** The map that contains the list, and its key there. */
  owner: YAMLMap;
  key: string;
  /** The parent or domain that it is nested in; absent at the top of a file. */
  container?: Container;
}

export type Locations = Map<string, ElementLocation>;

/** Indexes all elements of a file; for duplicate ids the first element wins. */
export function indexElements(file: YamlFile, found: Locations): void {
  const top = topOf(file);
  for (const kind of WRITTEN_KINDS) indexList(file, kind, top, KINDS[kind].list, undefined, found);
}

/** Indexes all elements of a list and their descendants. */
function indexList(
  file: YamlFile,
  kind: ElementKind,
  owner: YAMLMap,
  key: string,
  container: Container | undefined,
  found: Locations,
): void {
  const list = listAt(owner, key);
  for (const item of list?.items ?? [])
    if (list && isMap(item))
      indexItem({ file, kind, list, owner, key, ...(container && { container }) }, item as YAMLMap, found);
}

/** Indexes an item of a list and its descendants. */
export function indexItem(where: Omit<ElementLocation, 'id' | 'map'>, map: YAMLMap, found: Locations): void {
  const { kind, file } = where;
  const id = keyOf(map.get('id', true));
  if (id === undefined) return;
  const name = elementKey({ kind, id });
  if (!found.has(name)) found.set(name, { ...where, id, map });
  const container = asContainer(kind, id);
  if (container) indexList(file, 'object', map, 'objects', container, found);
}
