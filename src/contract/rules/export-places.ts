import type { ModelObjectImport } from '../resources/landscape-import.js';
import type { ModelObjectExport, VersionExport } from '../resources/model-export.js';
import { OBJECT_PASSES, PARENT_TYPES } from './import-document.js';

/** Notes what an import does not carry over, and whom it is about; all of a kind stand together. */
export type Note = (what: string, name: string) => void;

/** Where an object of an export stands in an import, and what it is called there. */
export interface Place {
  object: ModelObjectExport;
  type: ModelObjectImport['type'];
  name: string;
  parentId: string;
  groupIds: string[];
}

/** Stands for the domain of an object that names none. */
const NO_DOMAIN = 'domain';

type ObjectType = Place['type'];
const TYPES: readonly ObjectType[] = OBJECT_PASSES.flat().filter((type) => type !== 'domain');
const typeOf = ({ type }: ModelObjectExport): ObjectType | undefined => TYPES.find((it) => it === type);

/**
 * The domains of an export and the places of its objects. An import knows fewer places than a model
 * (docs/service.md#imports): who stands below a group comes below the domain and is listed in the group, and a name
 * that another of the domain has gets a number. Objects without a place are noted.
 */
export function exportPlaces(
  version: VersionExport,
  note: Note,
): { domains: ModelObjectImport[]; places: Map<string, Place> } {
  const objects = new Map(Object.values(version.modelObjects).map((it) => [it.id, it]));
  const parents = parentFinder(objects);
  const names = nameGiver(note);
  const domainIds = new Set(Object.values(version.domains).map(({ id }) => id));
  const places = new Map<string, Place>();
  for (const object of objects.values()) {
    const type = typeOf(object);
    if (object.type === 'root') continue;
    const found = type && parents.of(object);
    if (!type || !found) {
      note(type ? 'objects without what they are in' : `objects of a type that is not known`, object.name);
      continue;
    }
    domainIds.add(found.domainId);
    const inGroup = groupAbove(object, found.parentId, objects);
    if (inGroup !== undefined) note('places below a group (they are members of it now)', object.name);
    places.set(object.id, {
      object,
      type,
      name: names(found.domainId, object.name || type),
      parentId: found.parentId,
      groupIds: groupsOf(object, inGroup, objects),
    });
  }
  return { domains: [...domainIds].map((id) => domainEntry(id, version)), places };
}

const domainEntry = (id: string, { domains, modelObjects }: VersionExport): ModelObjectImport => {
  const root = Object.values(modelObjects).find((it) => it.type === 'root' && it.domainId === id);
  return { id, type: 'domain', name: domains[id]?.name || root?.name || 'Domain' };
};

type Objects = ReadonlyMap<string, ModelObjectExport>;

/** Groups that an object is in, each once. */
const groupsOf = ({ id, groupIds }: ModelObjectExport, inGroup: string | undefined, objects: Objects) =>
  [...new Set([...groupIds, ...(inGroup === undefined ? [] : [inGroup])])].filter(
    (it) => it !== id && objects.get(it)?.type === 'group',
  );

/** The group that an object stands below and cannot stand below in an import. */
function groupAbove({ parentId }: ModelObjectExport, now: string, objects: Objects): string | undefined {
  const parent = objects.get(parentId ?? '');
  return parent?.type === 'group' && parent.id !== now ? parent.id : undefined;
}

interface Found {
  parentId: string;
  domainId: string;
}

/** Finds what objects stand below in an import, and the domain that leads to; undefined where there is no place. */
function parentFinder(objects: Objects) {
  const found = new Map<string, Found | undefined>();
  const find = (object: ModelObjectExport): Found | undefined => {
    const type = typeOf(object);
    if (!type) return undefined;
    const allowed = PARENT_TYPES[type];
    const parent = objects.get(object.parentId ?? '');
    const above = parent && typeOf(parent);
    const outer = parent && above && allowed.includes(above) ? of(parent) : undefined;
    if (parent && outer) return { parentId: parent.id, domainId: outer.domainId };
    const domainId = object.domainId || NO_DOMAIN;
    return allowed.includes('domain') ? { parentId: domainId, domainId } : undefined;
  };
  const of = (object: ModelObjectExport): Found | undefined => {
    if (found.has(object.id)) return found.get(object.id);
    // Who goes round in a circle finds nothing above.
    found.set(object.id, undefined);
    const place = find(object);
    found.set(object.id, place);
    return place;
  };
  return { of };
}

/** Gives each object of a domain a name that no other has (docs/service.md#imports). */
function nameGiver(note: Note) {
  const taken = new Set<string>();
  return (domainId: string, name: string): string => {
    const keyOf = (it: string) => JSON.stringify([domainId, it]);
    let free = name;
    for (let count = 2; taken.has(keyOf(free)); count += 1) free = `${name} (${count})`;
    taken.add(keyOf(free));
    if (free !== name) note('names that another of the domain has (a number tells them apart)', free);
    return free;
  };
}
