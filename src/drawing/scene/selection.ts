import { EXPORT_TABS } from '../../contract/enums.js';
import type { PlacedConnection, PlacedObject, RenderOptions, SceneInput } from './records.js';
import { type TabKeys, tabKeys } from './tabs.js';
import { ancestors, type Parents } from './tree.js';

/** Objects and connections of a picture, and the parent of each object. */
export interface Elements {
  objects: readonly PlacedObject[];
  connections: readonly PlacedConnection[];
  parents: Parents;
}

/** Ids of the diagram objects and connections selected by an option. */
export interface Selection {
  focus: ReadonlySet<string> | undefined;
  hide: ReadonlySet<string>;
  pin: ReadonlySet<string>;
  unknownIds: string[];
}

/**
 * Resolves the ids of `focusIds`, `hideIds` and `pinIds`: a diagram object, model object, diagram connection or model
 * connection, or a key of the tab (of any tab if there is none). An empty `focusIds` focuses nothing and dims nothing.
 */
export function select(input: SceneInput, options: RenderOptions, elements: Elements): Selection {
  const tabs = (options.tab ? [options.tab] : EXPORT_TABS).map((tab) => tabKeys(input, tab));
  const known = new Set([
    ...[...input.modelObjects, ...input.modelConnections].map(({ id }) => id),
    ...Object.keys(input.content.connections ?? {}),
    ...tabs.flatMap(({ keys }) => keys.map(({ id }) => id)),
  ]);
  const unknown = new Set<string>();
  const resolve = (ids: readonly string[] | undefined): Set<string> => {
    const found = new Set<string>();
    for (const id of ids ?? []) {
      const matches = named(id, elements, tabs);
      for (const match of matches) found.add(match);
      if (matches.length === 0 && !known.has(id)) unknown.add(id);
    }
    return found;
  };
  const hide = resolve(options.hideIds);
  const pin = resolve(options.pinIds);
  const focus = options.focusIds?.length ? resolve(options.focusIds) : undefined;
  return { focus, hide, pin, unknownIds: [...unknown] };
}

function named(id: string, { objects, connections }: Elements, tabs: readonly TabKeys[]): string[] {
  const carries = (thing: PlacedObject | PlacedConnection): boolean =>
    tabs.some((tab) => tab.of(thing).some((key) => key.id === id));
  return [
    ...objects.filter((object) => object.id === id || object.drawn.modelId === id || carries(object)),
    ...connections.filter((line) => line.id === id || line.model?.id === id || carries(line)),
  ].map((thing) => thing.id);
}

/** Removes hidden elements. Hiding a box hides its content; a pinned element stays, and a pinned line keeps its ends. */
export function visible(elements: Elements, { hide, pin }: Selection): Elements {
  const kept = new Set(pin);
  for (const line of elements.connections) {
    if (pin.has(line.id)) kept.add(line.originId).add(line.targetId);
  }
  const gone = (id: string): boolean =>
    !kept.has(id) &&
    (hide.has(id) || ancestors(elements.parents, id).some((at) => hide.has(at) && !kept.has(at)));
  const objects = elements.objects.filter(({ id }) => !gone(id));
  const shown = new Set(objects.map(({ id }) => id));
  const connections = elements.connections
    .filter(
      (line) =>
        shown.has(line.originId) && shown.has(line.targetId) && (pin.has(line.id) || !hide.has(line.id)),
    )
    .map(({ viaId, ...line }) => ({ ...line, ...(shown.has(viaId ?? '') && { viaId }) }));
  const parents: Parents = new Map(
    objects.map(({ id }) => [id, ancestors(elements.parents, id).find((at) => shown.has(at)) ?? null]),
  );
  return { objects, connections, parents };
}

/**
 * Ids that are not dimmed by the focus. The boxes around a focused object and the ends of a focused line are not dimmed
 * either, to give context. The content of a focused box is in focus.
 */
export function inFocus(elements: Elements, focus: ReadonlySet<string>): Set<string> {
  const around = (id: string) => ancestors(elements.parents, id);
  const full = new Set<string>();
  for (const { id } of elements.objects) {
    if (focus.has(id) || around(id).some((at) => focus.has(at))) full.add(id);
  }
  const lines = elements.connections.filter(
    (line) => focus.has(line.id) || (full.has(line.originId) && full.has(line.targetId)),
  );
  for (const line of lines) {
    full.add(line.id);
    if (!focus.has(line.id)) continue;
    for (const id of [line.originId, line.targetId, line.viaId]) if (id !== undefined) full.add(id);
  }
  for (const id of [...full]) for (const at of around(id)) full.add(at);
  return full;
}
