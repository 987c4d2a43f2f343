import { num, type Point, type Rect } from '../geometry.js';
import { layoutScene } from '../layout/layout.js';
import { isFrame } from '../layout/node-text.js';
import type { Layout, PlacedEdge, PlacedNode } from '../layout/placed.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import { FONT_FAMILY, xml } from '../text.js';
import { onOutline } from './shapes.js';
import { line, plate } from './svg-edges.js';
import { card, frame, frameGround, frameHeading } from './svg-nodes.js';
import { emptyPanel, enlarged, flowPanel, legendPanel, type Panel, titlePanel } from './svg-panels.js';
import { type Palette, palette } from './theme.js';

const MARGIN = 32;
const GAP = 36;
/** Minimum width of the picture, and of its panels. */
const MIN_WIDTH = 300;
const PANEL_WIDTH = 520;

/** A finished picture; sizes in pixels at scale 1. */
export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** Lays out a scene and draws it as a standalone SVG document. The same scene gives the same bytes. */
export async function renderSvg(scene: Scene): Promise<Picture> {
  return drawLayout(scene, await layoutScene(scene));
}

/** Draws a scene that is laid out already. The same scene and layout give the same bytes. */
export function drawLayout(scene: Scene, layout: Layout): Picture {
  const colors = palette(scene.theme);
  const drawing = scene.nodes.length > 0 ? picture(scene, layout, colors) : emptyPanel(colors);
  const hasPanels = scene.legend !== undefined || scene.flow !== undefined;
  const least = hasPanels ? PANEL_WIDTH : titlePanel(scene, PANEL_WIDTH, colors).width;
  const inner = Math.max(drawing.width, MIN_WIDTH, least);
  // Title and legend grow with the picture, because larger pictures are displayed smaller.
  const factor = Math.round(Math.min(1.5, Math.max(1, Math.sqrt(inner / 1400))) * 100) / 100;
  const below = drawing.width / drawing.height > 1.35;
  const steps = scene.flow && flowPart(scene.flow, below ? inner : 0, factor, colors);
  const beside = steps && !below ? steps : undefined;
  const width = inner + (beside ? GAP + beside.width : 0);
  const title = enlarged(factor, width, (room) => titlePanel(scene, room, colors));

  const parts = [title.draw(MARGIN, MARGIN)];
  const top = MARGIN + title.height + GAP - 8;
  parts.push(drawing.draw(MARGIN + (inner - drawing.width) / 2, top));
  if (beside) parts.push(beside.draw(MARGIN + inner + GAP, top));
  let bottom = top + Math.max(drawing.height, beside?.height ?? 0);
  if (steps && !beside) {
    parts.push(steps.draw(MARGIN, bottom + GAP));
    bottom += GAP + steps.height;
  }
  if (scene.legend && scene.legend.entries.length > 0) {
    const { legend: keys } = scene;
    const legend = enlarged(factor, width, (room) => legendPanel(keys, room, colors));
    parts.push(legend.draw(MARGIN, bottom + GAP));
    bottom += GAP + legend.height;
  }
  const size = { width: Math.ceil(width + 2 * MARGIN), height: Math.ceil(bottom + MARGIN) };
  return { svg: document(scene, size, colors, parts.join('')), ...size };
}

function flowPart(flow: NonNullable<Scene['flow']>, width: number, factor: number, colors: Palette): Panel {
  return enlarged(factor, width, (room) => flowPanel(flow, room, colors));
}

function document(
  scene: Scene,
  { width, height }: { width: number; height: number },
  colors: Palette,
  body: string,
) {
  const name = xml(scene.title);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `role="img" aria-label="${name}" font-family="${FONT_FAMILY}" text-rendering="geometricPrecision"><title>${name}</title>` +
    `<rect width="${width}" height="${height}" fill="${colors.canvas}"/>${body}</svg>\n`
  );
}

/**
 * Draws everything except the panels around it: frames from the outside in, lines, cards, then headings and labels on
 * top.
 */
function picture(scene: Scene, layout: Layout, colors: Palette): Panel {
  const pairs = scene.nodes.flatMap((node) => {
    const placed = layout.nodes.get(node.id);
    return placed ? [{ node, placed }] : [];
  });
  const byId = new Map(pairs.map((pair) => [pair.node.id, pair]));
  const frames = pairs
    .filter(({ node }) => isFrame(node))
    .toSorted((a, b) => a.placed.depth - b.placed.depth);
  const cards = pairs.filter(({ node }) => !isFrame(node));
  const edges = scene.edges.flatMap((edge) => {
    const placed = layout.edges.get(edge.id);
    return placed && placed.points.length > 1 ? [{ edge, placed }] : [];
  });
  const strongLast = edges.toSorted((a, b) => Number(b.edge.dimmed) - Number(a.edge.dimmed));
  const inner = [
    ...frames.map(({ node, placed }) => frameGround(node, placed, colors)),
    ...frames.map(({ node, placed }) => frame(node, placed, colors, scene.colored)),
    ...strongLast.map(({ edge, placed }) =>
      line(edge, joined(placed, byId.get(edge.originId), byId.get(edge.targetId)), colors),
    ),
    ...cards.map(({ node, placed }) => card(node, placed, colors, scene.colored)),
    ...frames.map(({ node, placed }) => frameHeading(node, placed, colors, scene.colored)),
    ...strongLast.map(({ edge, placed }) => plate(edge, placed, ground(placed, frames, colors), colors)),
  ].join('');
  const { width, height } = layout;
  return { width, height, draw: (x, y) => `<g transform="translate(${num(x)} ${num(y)})">${inner}</g>` };
}

/** Moves the ends of a line to the outlines of the shapes it joins. */
function joined({ points }: PlacedEdge, origin: Pair | undefined, target: Pair | undefined): Point[] {
  const line = [...points];
  const [first, last] = [line[0], line.at(-1)];
  if (first && origin) line[0] = onOutline(outlineOf(origin), origin.placed, first);
  if (last && target) line[line.length - 1] = onOutline(outlineOf(target), target.placed, last);
  return line;
}

/** Shape of a card; one that is too small for the outline of its type is a plain box. */
const outlineOf = ({ node, placed }: Pair): SceneNode['type'] => (placed.box.plain ? 'component' : node.type);

interface Pair {
  node: SceneNode;
  placed: PlacedNode;
}

/** Background colour of a label: that of the innermost frame around its centre, or of the canvas. */
function ground({ label }: PlacedEdge, frames: readonly Pair[], colors: Palette): string {
  const [x, y] = label
    ? [label.rect.x + label.rect.width / 2, label.rect.y + label.rect.height / 2]
    : [-1, -1];
  const holds = (box: Rect) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  const under = frames.findLast(({ placed }) => holds(placed));
  return under ? colors.frames[under.placed.depth % 2 === 0 ? 0 : 1] : colors.canvas;
}
