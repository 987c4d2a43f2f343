import type { ModelObjectImport } from '../../resources/landscape-import.js';
import type { ModelObjectExport, VersionExport } from '../../resources/model-export.js';
import { OBJECT_PASSES, PARENT_TYPES } from './import-document.js';

/** Reports a loss in the conversion and the name of the affected record; losses of the same kind are grouped. */
export type ReportLoss = (what: string, name: string) => void;

/** Placement of an exported object in the import: its parent and its name there. */
export interface Placement {
  object: ModelObjectExport;
  type: ModelObjectImport['type'];
  name: string;
  parentId: string;
  groupIds: string[];
}

/** Placeholder for the domain of objects without one. */
const NO_DOMAIN = 'domain';

type ObjectType = Placement['type'];
const TYPES: readonly ObjectType[] = OBJECT_PASSES.flat().filter((type) => type !== 'domain');
const typeOf = ({ type }: ModelObjectExport): ObjectType | undefined => TYPES.find((it) => it === type);

/**
 * Domains of an export and the placements of its objects. An import supports fewer parent types than a model
 * (docs/service.md#imports): an object below a group moves to the domain and lists the group. Objects that cannot be placed are
 * reported.
 */
export function exportPlacements(
  version: VersionExport,
  reportLoss: ReportLoss,
): { domains: ModelObjectImport[]; places: Map<string, Placement> } {
  const objects = new Map(Object.values(version.modelObjects).map((it) => [it.id, it]));
  const parents = parentFinder(objects);
  const domainIds = new Set(Object.values(version.domains).map(({ id }) => id));
  const places = new Map<string, Placement>();
  for (const object of objects.values()) {
    const type = typeOf(object);
    if (object.type === 'root') continue;
    const found = type && parents.of(object);
    if (!type || !found) {
      reportLoss(type ? 'objects without their parent' : `objects of an unknown type`, object.name);
      continue;
    }
    domainIds.add(found.domainId);
    const inGroup = groupAbove(object, found.parentId, objects);
    if (inGroup !== undefined)
      reportLoss('parents that are groups (objects become members instead)', object.name);
    places.set(object.id, {
      object,
      type,
      name: object.name || type,
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

/** Groups of an object, without duplicates. */
const groupsOf = ({ id, groupIds }: ModelObjectExport, inGroup: string | undefined, objects: Objects) =>
  [...new Set([...groupIds, ...(inGroup === undefined ? [] : [inGroup])])].filter(
    (it) => it !== id && objects.get(it)?.type === 'group',
  );

/** The group that is the object's parent in the model, but cannot be its parent in an import. */
function groupAbove({ parentId }: ModelObjectExport, now: string, objects: Objects): string | undefined {
  const parent = objects.get(parentId ?? '');
  return parent?.type === 'group' && parent.id !== now ? parent.id : undefined;
}

/** Parent of an object in the import, and its domain. */
interface ParentPlace {
  parentId: string;
  domainId: string;
}

/**
 * Returns a function that finds an object's parent in the import and the domain it leads to; undefined if there is
 * none.
 */
function parentFinder(objects: Objects) {
  const found = new Map<string, ParentPlace | undefined>();
  const find = (object: ModelObjectExport): ParentPlace | undefined => {
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
  const of = (object: ModelObjectExport): ParentPlace | undefined => {
    if (found.has(object.id)) return found.get(object.id);
    // Marks the object as visited, so that a cycle finds no parent.
    found.set(object.id, undefined);
    const place = find(object);
    found.set(object.id, place);
    return place;
  };
  return { of };
}
