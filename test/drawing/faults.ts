/** Faults of a picture of any content, found in its layout and its SVG. */

import { crosses, overlaps, type Point, type Rect } from '../../src/drawing/geometry.js';
import { layoutScene } from '../../src/drawing/layout/layout.js';
import { isFrame } from '../../src/drawing/layout/node-text.js';
import type { Layout, PlacedEdge, PlacedNode } from '../../src/drawing/layout/placed.js';
import type { Scene, SceneNode } from '../../src/drawing/scene/scene.js';
import { ancestors } from '../../src/drawing/scene/tree.js';
import { renderSvg } from '../../src/drawing/svg/svg.js';
import { clean } from '../../src/drawing/text.js';
import { type Mark, marksOfSvg } from './svg-marks.js';

/** Maximum distance of a shape's outline from its box, and of an arrowhead: lines end at the outline. */
const OUTLINE = 24;

/** Returns a sentence per fault; none for a valid picture. */
export async function faultsOf(scene: Scene): Promise<string[]> {
  const layout = await layoutScene(scene);
  const { svg } = await renderSvg(scene);
  const marks = marksOfSvg(svg);
  return [
    ...boxFaults(scene, layout),
    ...labelFaults(scene, layout),
    ...lineFaults(scene, layout),
    ...sharedWays(layout),
    ...drawingFaults(scene, layout, marks),
    ...textFaults(layout, marks),
    ...outside(svg, marks),
  ];
}

const isWithin = (inner: Rect, outer: Rect, by = 0.5): boolean =>
  inner.x >= outer.x - by &&
  inner.y >= outer.y - by &&
  inner.x + inner.width <= outer.x + outer.width + by &&
  inner.y + inner.height <= outer.y + outer.height + by;

const pairsOf = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((one, at) => list.slice(at + 1).map((other): [T, T] => [one, other]));

function boxFaults({ nodes }: Scene, layout: Layout): string[] {
  const missing = nodes.filter(({ id }) => !layout.nodes.has(id)).map(({ id }) => `No place for box ${id}.`);
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const holds = (outer: string, inner: string) => ancestors(parents, inner).includes(outer);
  const wrong = pairsOf([...layout.nodes]).flatMap(([[a, one], [b, other]]) => {
    if (holds(a, b)) return isWithin(other, one) ? [] : [`Box ${b} leaves ${a}.`];
    if (holds(b, a)) return isWithin(one, other) ? [] : [`Box ${a} leaves ${b}.`];
    return overlaps(one, other) ? [`Boxes ${a} and ${b} overlap.`] : [];
  });
  return [...missing, ...wrong];
}

function labelFaults({ nodes, edges }: Scene, layout: Layout): string[] {
  const labels = edges.flatMap(({ id }) => {
    const rect = layout.edges.get(id)?.label?.rect;
    return rect ? [{ id, rect }] : [];
  });
  const bare = edges.filter(({ id, label }) => clean(label) !== '' && !layout.edges.get(id)?.label);
  return [
    ...bare.map(({ id, label }) => `Line ${id} does not have the label ${JSON.stringify(label)}.`),
    ...pairsOf(labels)
      .filter(([a, b]) => overlaps(a.rect, b.rect))
      .map(([a, b]) => `The words of ${a.id} and ${b.id} overlap.`),
    ...cardsOf(nodes).flatMap(({ id }) => {
      const box = layout.nodes.get(id);
      return labels
        .filter(({ rect }) => box && overlaps(box, rect))
        .map((it) => `The words of ${it.id} lie under box ${id}.`);
    }),
  ];
}

const cardsOf = (nodes: readonly SceneNode[]): SceneNode[] => nodes.filter((node) => !isFrame(node));

function lineFaults({ nodes, edges }: Scene, layout: Layout): string[] {
  return edges.flatMap(({ id, originId, targetId }) => {
    const { points } = layout.edges.get(id) ?? { points: [] };
    const [first, last] = [points[0], points.at(-1)];
    const [origin, target] = [layout.nodes.get(originId), layout.nodes.get(targetId)];
    if (!first || !last || points.length < 2 || !origin || !target) return [`Line ${id} has no way.`];
    const others = cardsOf(nodes).filter((node) => node.id !== originId && node.id !== targetId);
    return [
      ...(isOnEdge(first, origin) ? [] : [`Line ${id} does not begin at box ${originId}.`]),
      ...(isOnEdge(last, target) ? [] : [`Line ${id} does not end at box ${targetId}.`]),
      ...slanting(points).map((part) => `Line ${id} slants: ${JSON.stringify(part)}.`),
      ...others
        .filter((node) => runsThrough({ points }, layout.nodes.get(node.id)))
        .map((node) => `Line ${id} runs through box ${node.id}.`),
    ];
  });
}

/** Lines that cannot be distinguished, because parts of them overlap. */
function sharedWays({ edges }: Layout): string[] {
  const parts = [...edges].flatMap(([id, { points }]) => segmentsOf(points).map((part) => ({ id, part })));
  return pairsOf(parts).flatMap(([a, b]) =>
    a.id !== b.id && runTogether(a.part, b.part) ? [`Lines ${a.id} and ${b.id} run on one another.`] : [],
  );
}

function runTogether([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean {
  const along = (['x', 'y'] as const).find((axis) =>
    [b, c, d].every((it) => Math.abs(it[axis] - a[axis]) < 1),
  );
  if (along === undefined) return false;
  const other = along === 'x' ? 'y' : 'x';
  const shared = Math.min(Math.max(a[other], b[other]), Math.max(c[other], d[other]));
  return shared - Math.max(Math.min(a[other], b[other]), Math.min(c[other], d[other])) > 2;
}

const isOnEdge = ({ x, y }: Point, box: Rect): boolean => {
  const isIn = isWithin({ x, y, width: 0, height: 0 }, box);
  const gaps = [x - box.x, box.x + box.width - x, y - box.y, box.y + box.height - y];
  return isIn && Math.min(...gaps.map(Math.abs)) <= 0.5;
};

const segmentsOf = (points: readonly Point[]): [Point, Point][] =>
  points.slice(1).map((to, at) => [points[at] ?? to, to]);

const slanting = (points: readonly Point[]): [Point, Point][] =>
  segmentsOf(points).filter(([a, b]) => Math.abs(a.x - b.x) > 0.01 && Math.abs(a.y - b.y) > 0.01);

const runsThrough = ({ points }: Pick<PlacedEdge, 'points'>, box: Rect | undefined): boolean =>
  box !== undefined && segmentsOf(points).some(([from, to]) => crosses(from, to, box));

/** Faults of lines and their heads in the SVG, compared with the positions of their boxes. */
function drawingFaults({ edges }: Scene, layout: Layout, marks: readonly Mark[]): string[] {
  const shift = shiftOf(layout, marks);
  return edges.flatMap(({ id, originId, targetId, direction }) => {
    const own = marks.filter((mark) => mark.group === 'edge' && mark.id === id);
    const [path] = own.filter(({ kind }) => kind === 'line');
    const heads = own.filter(({ kind }) => kind === 'head').length;
    const wanted = direction === null ? 0 : direction === 'bidirectional' ? 2 : 1;
    if (!path) return [`Line ${id} is not drawn.`];
    const ends = [
      [path.points[0], layout.nodes.get(originId)],
      [path.points.at(-1), layout.nodes.get(targetId)],
    ] as const;
    return [
      ...(heads === wanted ? [] : [`Line ${id} has ${heads} heads, not ${wanted}.`]),
      ...ends.flatMap(([end, box]) =>
        end && box && isNear({ x: end.x - shift.x, y: end.y - shift.y }, box)
          ? []
          : [`Line ${id} is not drawn to its box.`],
      ),
    ];
  });
}

const isNear = (end: Point, box: Rect): boolean => {
  const gaps = [end.x - box.x, box.x + box.width - end.x, end.y - box.y, box.y + box.height - end.y];
  return gaps.every((gap) => gap >= -OUTLINE) && gaps.some((gap) => Math.abs(gap) <= OUTLINE);
};

/** Origin of the layout within the picture, taken from any card or frame. */
function shiftOf({ nodes }: Layout, marks: readonly Mark[]): Point {
  const anchor = marks.find(
    ({ group, id }) => group === 'frame' || (group === 'node' && isCard(nodes.get(id))),
  );
  const box = anchor && nodes.get(anchor.id);
  return anchor && box ? { x: anchor.from.x - box.x, y: anchor.from.y - box.y } : { x: 0, y: 0 };
}

const isCard = (node: PlacedNode | undefined): boolean => node !== undefined && !node.box.frame;

function textFaults(layout: Layout, marks: readonly Mark[]): string[] {
  const shift = shiftOf(layout, marks);
  return marks
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ group, id, text, points: [a, b] }) => {
      const place = group === 'node' ? layout.nodes.get(id) : layout.edges.get(id)?.label?.rect;
      if (!a || !b || !place) return [];
      const at = { x: a.x - shift.x, y: a.y - shift.y, width: b.x - a.x, height: b.y - a.y };
      return isWithin(at, place) ? [] : [`"${text}" leaves ${group} ${id}.`];
    });
}

/** Elements that are missing in the picture. */
function outside(svg: string, marks: readonly Mark[]): string[] {
  const [, width = '0', height = '0'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const page = { x: 0, y: 0, width: Number(width), height: Number(height) };
  return marks
    .filter(({ points }) => points.some(({ x, y }) => !isWithin({ x, y, width: 0, height: 0 }, page)))
    .map(({ kind, id, text }) => `A ${kind} is not in the picture: ${id} ${text}.`);
}
