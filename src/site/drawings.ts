import { buildScene } from '../drawing/scene/build-scene.js';
import { choose, type Level } from '../model/ask/graph/choose.js';
import { diagramInputOf } from '../model/ask/graph/diagram-input.js';
import { type Marks, markOfConnection } from '../model/ask/graph/scene-input.js';
import { nameOf } from '../model/document/containers.js';
import type { Element, Model } from '../model/document/element.js';
import { chosenScene, type Drawable, isTooLarge, type TooLarge } from './chosen-scene.js';
import type { SiteNames } from './site-data.js';

/** The scene of a diagram with its stored positions; objects without a position are laid out. */
export function diagramScene(
  model: Model,
  diagram: Element,
  { technologyName }: SiteNames,
): Drawable | TooLarge {
  const input = diagramInputOf(model, diagram, { theme: 'light', title: nameOf(diagram), technologyName });
  const { scene } = buildScene(input);
  const size = { boxes: scene.nodes.length, lines: scene.edges.length };
  if (isTooLarge(size)) return size;
  const { objects = {}, connections = {} } = input.content;
  return {
    scene,
    objects: Object.fromEntries(Object.values(objects).map((it) => [it.id, it.modelId])),
    connections: Object.fromEntries(Object.values(connections).map((it) => [it.id, [String(it.modelId)]])),
  };
}

/** The scene of all objects down to a level, with marks for changes if there are any. */
export function levelScene(
  model: Model,
  level: Level,
  title: string,
  { technologyName }: SiteNames,
  marks?: Marks,
): Drawable | TooLarge {
  const chosen = choose(model, {
    depth: 0,
    direction: 'both',
    level,
    ...(marks && { lookOf: (id: string) => markOfConnection(marks, id) }),
  });
  return chosenScene(model, chosen, { title, technologyName, marks });
}
