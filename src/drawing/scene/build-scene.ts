import { likelyDirection } from '../layout/direction.js';
import { boxOf } from '../layout/node-box.js';
import { overlayFlow } from './flow-steps.js';
import { nest } from './nesting.js';
import { isGroup, place, placeOf } from './placement.js';
import type { ModelObjectInput, PlacedConnection, PlacedObject, SceneInput, Tab } from './records.js';
import type { Chip, Direction, Scene } from './scene.js';
import { legendEntries, sceneEdges, sceneNode, subtitleOf } from './scene-parts.js';
import { type Elements, inFocus, select, visible } from './selection.js';
import { tabKeys } from './tabs.js';
import { ancestors } from './tree.js';

/**
 * Converts records and export options into a scene. Pure. `unknownIds` lists ids in the options that match nothing,
 * without duplicates; the scene is complete without them.
 */
export function buildScene(input: SceneInput): { scene: Scene; unknownIds: string[] } {
  const options = input.options ?? {};
  const models = new Map(input.modelObjects.map((model) => [model.id, model]));
  const tagGroup = input.tagGroups.find(({ id }) => id === options.groupId);
  const group =
    !tagGroup && models.get(options.groupId ?? '')?.type === 'group' ? options.groupId : undefined;
  const tab: Tab | undefined = options.tab ?? (tagGroup ? 'tags' : undefined);
  const paint = tab && tabKeys(input, tab, tagGroup?.id);

  const placed = place(input);
  const { objects, parents, groupMembers } = nest(placed.objects, models, group);
  const all = { objects, connections: placed.connections, parents };
  const selection = select(input, options, all);
  const shown = visible(all, selection);
  const flow = input.flow && (!options.flowId || options.flowId === input.flow.id) ? input.flow : undefined;
  const overlay = flow && overlayFlow(flow, shown, options.flowPathIds);

  const focus = selection.focus && inFocus(shown, selection.focus);
  const members = groupMembers && inFocus(shown, groupMembers);
  const route = new Set(overlay?.involved);
  for (const id of overlay?.involved ?? []) for (const at of ancestors(shown.parents, id)) route.add(at);
  const strong = [focus, members, route.size > 0 ? route : undefined];
  const isFull = (id: string): boolean =>
    selection.pin.has(id) || strong.every((ids) => ids === undefined || ids.has(id));

  const technologies = new Map(input.technologies.map((t) => [t.id, t.nameShort || t.name]));
  const namesOf = (ids: readonly string[] | undefined) =>
    (ids ?? []).flatMap((id) => technologies.get(id) ?? []);
  const scene: Scene = {
    title: input.diagram.name,
    subtitle: subtitleOf(input),
    theme: options.theme ?? 'light',
    colored: paint !== undefined,
    nodes: shown.objects.map((object) => {
      const position = options.autoLayout ? undefined : placeOf(object);
      const own = sceneNode(object, paint, tab, !isFull(object.id));
      return {
        ...own,
        chips: [...own.chips, ...groupsBeside(object, shown)],
        technologies: namesOf(object.model?.technologyIds),
        parentId: shown.parents.get(object.id) ?? null,
        ...(position && { place: position }),
      };
    }),
    edges: shown.connections.flatMap((line) =>
      sceneEdges(line, paint, !isFull(line.id), models.get(line.model?.viaId ?? '')?.name).map((leg, at) => ({
        ...leg,
        technologies: at === 0 ? namesOf(line.model?.technologyIds) : [],
        stepNumbers: overlay?.numbers.get(line.id) ?? [],
      })),
    ),
    direction: directionOf(placed, models),
  };
  const entries = paint ? legendEntries(paint, [...shown.objects, ...shown.connections]) : [];
  if (paint && entries.length > 0) scene.legend = { title: paint.title, entries };
  if (flow && overlay) scene.flow = { name: flow.name, steps: overlay.steps };
  const wrong = [
    ...selection.unknownIds,
    ...(options.groupId && !tagGroup && !group ? [options.groupId] : []),
    ...(options.flowId && !flow ? [options.flowId] : []),
    ...(overlay?.unknownPathIds ?? (options.flowId ? [] : (options.flowPathIds ?? []))),
  ];
  return { scene, unknownIds: [...new Set(wrong)] };
}

/** Names of drawn groups that contain an object without being drawn around it. */
function groupsBeside(
  object: PlacedObject,
  { objects, parents }: Pick<Elements, 'objects' | 'parents'>,
): Chip[] {
  const around = ancestors(parents, object.id);
  return objects.flatMap((group) =>
    group.id !== object.id &&
    isGroup(group) &&
    object.model?.groupIds?.includes(group.drawn.modelId) &&
    !around.includes(group.id)
      ? [{ label: `In ${group.model?.name ?? group.id}`, color: 'grey' }]
      : [],
  );
}

/** Direction of the whole diagram, independent of the options. */
function directionOf(
  { objects, connections }: { objects: PlacedObject[]; connections: PlacedConnection[] },
  models: ReadonlyMap<string, ModelObjectInput>,
): Direction {
  const nested = nest(objects, models);
  const nodes = nested.objects.map((object) => ({
    ...sceneNode(object, undefined, 'status', false),
    parentId: nested.parents.get(object.id) ?? null,
  }));
  const lines = connections.flatMap((line) => sceneEdges(line, undefined, false));
  return likelyDirection({ nodes, edges: lines }, new Map(nodes.map((it) => [it.id, boxOf(it)])));
}
