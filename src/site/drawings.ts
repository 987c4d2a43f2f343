import { buildScene, drawLayout, type Layout, layOutScene, type Scene } from '../drawing/index.js';
import { type Chosen, choose, type Level } from '../model/ask/graph/choose.js';
import { diagramInputOf } from '../model/ask/graph/diagram-input.js';
import { MAX_BOXES, MAX_CAREFUL_BOXES, MAX_LINES } from '../model/ask/graph/picture-limits.js';
import { type Marks, markOfConnection, sceneInputOf } from '../model/ask/graph/scene-input.js';
import { nameOf } from '../model/document/containers.js';
import type { Element, Model } from '../model/document/element.js';
import type { SiteNames } from './site-data.js';
import type { SiteDrawing } from './types.js';

/** A picture of the site, as a file and as data for the browser page. */
export interface Drawn {
  drawing: SiteDrawing;
  svg: string;
  width: number;
  height: number;
}

/** A picture with too many boxes or lines. */
export interface TooLarge {
  boxes: number;
  lines: number;
}

/** Draws a diagram with its stored positions; objects without a position are laid out. */
export async function drawDiagram(
  model: Model,
  diagram: Element,
  { technologyName }: SiteNames,
): Promise<Drawn | TooLarge> {
  const input = diagramInputOf(model, diagram, { theme: 'light', title: nameOf(diagram), technologyName });
  const { scene } = buildScene(input);
  const { objects = {}, connections = {} } = input.content;
  return draw(scene, {
    objects: Object.fromEntries(Object.values(objects).map((it) => [it.id, it.modelId])),
    connections: Object.fromEntries(Object.values(connections).map((it) => [it.id, [String(it.modelId)]])),
  });
}

/** Draws all objects down to a level, with marks for changes if there are any. */
export async function drawLevel(
  model: Model,
  level: Level | undefined,
  title: string,
  { technologyName }: SiteNames,
  marks?: Marks,
): Promise<Drawn | TooLarge> {
  const chosen = choose(model, {
    depth: 0,
    direction: 'both',
    ...(level !== undefined && { level }),
    ...(marks && { lookOf: (id: string) => markOfConnection(marks, id) }),
  });
  if (isTooLarge(chosen.objects.length, chosen.lines.length))
    return { boxes: chosen.objects.length, lines: chosen.lines.length };
  return drawChosen(model, chosen, title, technologyName, marks);
}

function drawChosen(
  model: Model,
  chosen: Chosen,
  title: string,
  technologyName: SiteNames['technologyName'],
  marks: Marks | undefined,
): Promise<Drawn | TooLarge> {
  const frame = { theme: 'light', title, technologyName, ...(marks && { marks }) } as const;
  const { scene } = buildScene(sceneInputOf(model, chosen, frame));
  const isQuick = scene.nodes.length > MAX_CAREFUL_BOXES;
  return draw(
    { ...scene, isQuick },
    {
      objects: Object.fromEntries(scene.nodes.map(({ id }) => [id, id])),
      connections: Object.fromEntries(
        chosen.lines.map(({ connections }, at) => [`c${at}`, connections.map(({ id }) => id)]),
      ),
    },
  );
}

const isTooLarge = (boxes: number, lines: number): boolean => boxes > MAX_BOXES || lines > MAX_LINES;

async function draw(
  scene: Scene,
  ids: Pick<SiteDrawing, 'objects' | 'connections'>,
): Promise<Drawn | TooLarge> {
  if (isTooLarge(scene.nodes.length, scene.edges.length))
    return { boxes: scene.nodes.length, lines: scene.edges.length };
  const layout = await layOutScene(scene);
  const { svg, width, height } = await drawLayout(scene, layout);
  return { drawing: { scene, layout: jsonOf(layout), ...ids }, svg, width, height };
}

/** The layout as JSON, with coordinates rounded to what a picture shows. */
const jsonOf = ({ nodes, edges, ...size }: Layout): SiteDrawing['layout'] =>
  rounded({ ...size, nodes: [...nodes], edges: [...edges] });

const rounded = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, it) => (typeof it === 'number' ? Math.round(it * 100) / 100 : it)));
