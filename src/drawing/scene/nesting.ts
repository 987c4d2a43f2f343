import { isContainer, isGroup } from './placement.js';
import type { ModelObjectInput, PlacedObject } from './records.js';
import { ancestors, commonContainer, cutCycles, type Parents } from './tree.js';

export interface Nesting {
  /** All objects, and the box of the chosen group if the diagram does not contain it. */
  objects: PlacedObject[];
  parents: Parents;
  /**
   * Ids of the objects that represent members of the chosen group, and of its box; undefined without a chosen group.
   */
  groupMembers: Set<string> | undefined;
}

type Models = ReadonlyMap<string, ModelObjectInput>;

/**
 * Chooses the box that each object is drawn in: the nearest model ancestor that is a container in this diagram, then a
 * group of the object if the group can be drawn in the same container. A chosen group contains all its members.
 */
export function nest(objects: readonly PlacedObject[], models: Models, chosenGroupId?: string): Nesting {
  const all = [...objects];
  const chosen = chosenGroupId === undefined ? undefined : groupBox(all, models.get(chosenGroupId));
  const parents: Parents = new Map();
  const containers = containersByModel(all);
  for (const object of all) parents.set(object.id, modelContainer(object, models, containers));
  cutCycles(parents);

  const groups = all.filter((object) => isGroup(object) && object !== chosen);
  const depth = (group: PlacedObject) => group.model?.groupIds?.length ?? 0;
  for (const group of groups.toSorted((a, b) => depth(a) - depth(b))) adopt(group, all, parents, groups);

  const groupMembers = chosen && gather(chosen, all, models, parents);
  cutCycles(parents);
  return { objects: all, parents, groupMembers };
}

function groupBox(all: PlacedObject[], group: ModelObjectInput | undefined): PlacedObject | undefined {
  if (group === undefined) return undefined;
  const found = all.find((object) => object.drawn.modelId === group.id);
  if (found) return found;
  const drawn = { id: group.id, modelId: group.id, shape: 'area', type: 'group' };
  const box: PlacedObject = { id: group.id, drawn, model: group };
  all.push(box);
  return box;
}

function containersByModel(all: readonly PlacedObject[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const object of all) {
    if (isContainer(object) && !found.has(object.drawn.modelId)) found.set(object.drawn.modelId, object.id);
  }
  return found;
}

function modelAncestors(model: ModelObjectInput | undefined, models: Models): string[] {
  const chain: string[] = [];
  for (let id = model?.parentId; id && !chain.includes(id); id = models.get(id)?.parentId) chain.push(id);
  return chain;
}

function modelContainer(object: PlacedObject, models: Models, containers: ReadonlyMap<string, string>) {
  for (const modelId of modelAncestors(object.model, models)) {
    const container = containers.get(modelId);
    if (container !== undefined && container !== object.id) return container;
  }
  return null;
}

const belongs = (object: PlacedObject, group: PlacedObject): boolean =>
  object !== group && (object.model?.groupIds?.includes(group.drawn.modelId) ?? false);

/** Moves a group to the container of its members, and the members in that container into the group. */
function adopt(
  group: PlacedObject,
  all: readonly PlacedObject[],
  parents: Parents,
  groups: readonly PlacedObject[],
) {
  const groupIds = new Set(groups.map(({ id }) => id));
  const members = all.filter(
    (object) => belongs(object, group) && !ancestors(parents, group.id).includes(object.id),
  );
  const current = parents.get(group.id) ?? null;
  const shared = commonContainer(
    parents,
    members.map(({ id }) => id),
  );
  const inside = current === null || (shared !== null && ancestors(parents, shared).includes(current));
  if (shared !== null && shared !== group.id && inside && !ancestors(parents, shared).includes(group.id)) {
    parents.set(group.id, shared);
  }
  const base = (id: string) => ancestors(parents, id).find((at) => !groupIds.has(at)) ?? null;
  for (const { id } of members) {
    const parent = parents.get(id) ?? null;
    const free = parent === null || !groupIds.has(parent) || ancestors(parents, group.id).includes(parent);
    if (free && base(id) === base(group.id)) parents.set(id, group.id);
  }
}

/** Draws all members of the chosen group inside its box. */
function gather(
  group: PlacedObject,
  all: readonly PlacedObject[],
  models: Models,
  parents: Parents,
): Set<string> {
  const groupModelId = group.drawn.modelId;
  const isMember = (object: PlacedObject) =>
    belongs(object, group) || modelAncestors(object.model, models).includes(groupModelId);
  const members = all.filter((object) => object !== group && isMember(object));
  const ids = new Set(members.map(({ id }) => id));
  const tops = members
    .filter(({ id }) => !ancestors(parents, id).some((at) => ids.has(at)))
    .map(({ id }) => id);
  const shared = commonContainer(parents, tops);
  if (tops.length > 0) {
    parents.set(group.id, shared === group.id ? (parents.get(group.id) ?? null) : shared);
    for (const id of tops) parents.set(id, group.id);
  }
  const inBox = all.filter(({ id }) => ancestors(parents, id).includes(group.id)).map(({ id }) => id);
  return new Set([group.id, ...inBox]);
}
