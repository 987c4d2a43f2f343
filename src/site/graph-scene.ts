import { layoutScene } from '../drawing/layout/layout.js';
import { buildScene } from '../drawing/scene/build-scene.js';
import type { Scene } from '../drawing/scene/scene.js';
import { MAX_BOXES, MAX_CAREFUL_BOXES, MAX_LINES } from '../model/analysis/graph/picture-limits.js';
import { type Marks, sceneInputOf } from '../model/analysis/graph/scene-input.js';
import type { GraphSelection } from '../model/analysis/graph/select-graph.js';
import type { Model } from '../model/document/element.js';
import type { SiteDrawing } from './types.js';

/** Drawings of parts of a model. Runs in Node, and in a worker of the browser page. */

/** A scene without layout, with the ids of what it shows. */
export type Drawable = Omit<SiteDrawing, 'layout'>;

/** A picture with too many boxes or lines. */
export interface TooLarge {
  boxes: number;
  lines: number;
}

export const isTooLarge = ({ boxes, lines }: TooLarge): boolean => boxes > MAX_BOXES || lines > MAX_LINES;

export interface GraphSceneOptions {
  title: string;
  technologyName(slug: string): string;
  /** Changes to show, if two models are compared. */
  marks?: Marks | undefined;
}

/** The scene of a chosen part of a model. */
export function graphScene(
  model: Model,
  chosen: GraphSelection,
  { title, technologyName, marks }: GraphSceneOptions,
): Drawable | TooLarge {
  const size = { boxes: chosen.objects.length, lines: chosen.lines.length };
  if (isTooLarge(size)) return size;
  const frame = { theme: 'light', title, technologyName, ...(marks && { marks }) } as const;
  const { scene } = buildScene(sceneInputOf(model, chosen, frame));
  return {
    scene: { ...scene, isQuick: scene.nodes.length > MAX_CAREFUL_BOXES },
    objects: Object.fromEntries(scene.nodes.map(({ id }) => [id, id])),
    connections: Object.fromEntries(
      chosen.lines.map(({ connections }, at) => [`c${at}`, connections.map(({ id }) => id)]),
    ),
  };
}

/** Lays out a scene. Coordinates are rounded to what a picture shows. */
export async function layOut({ scene, ...ids }: Drawable): Promise<SiteDrawing> {
  return { scene, layout: jsonOf(await layoutScene(scene as Scene)), ...ids };
}

const jsonOf = ({ nodes, edges, ...size }: Awaited<ReturnType<typeof layoutScene>>): SiteDrawing['layout'] =>
  rounded({ ...size, nodes: [...nodes], edges: [...edges] });

const rounded = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, it) => (typeof it === 'number' ? Math.round(it * 100) / 100 : it)));
