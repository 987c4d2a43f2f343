/** Positions of elements in a picture, read from its SVG alone, as a viewer would. */

import type { Point, Rect } from '../../src/drawing/geometry.js';
import { measure } from '../../src/drawing/text.js';

/** A text, the path or head of a line, or a rectangle, in pixels of the picture. */
export interface Mark {
  kind: 'text' | 'line' | 'head' | 'rect';
  /** Class and id of the innermost group that has an id; empty for titles, legends and the background. */
  group: string;
  id: string;
  text: string;
  /** Origin of that group. */
  from: Point;
  /** Position: the corners of a rectangle, text or arrowhead, the ends of a line. */
  points: Point[];
}

interface Frame extends Point {
  k: number;
  group: string;
  id: string;
  from: Point;
}

const START: Frame = { x: 0, y: 0, k: 1, group: '', id: '', from: { x: 0, y: 0 } };

const TAGS =
  /<g([^>]*)>|<\/g>|<text ([^>]*)>([^<]*)<\/text>|<path ([^>]*)\/>|<rect ([^>]*)\/>|<circle ([^>]*)\/>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const plain = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

const attribute = (attributes: string, name: string): string =>
  new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';

const numberAt = (attributes: string, name: string): number => Number(attribute(attributes, name));

const cornersOf = ({ x, y, width, height }: Rect): Point[] => [
  { x, y },
  { x: x + width, y: y + height },
];

export function marksOfSvg(svg: string): Mark[] {
  const marks: Mark[] = [];
  const stack: Frame[] = [START];
  for (const [tag, group, words, content, path, rect, circle] of svg.matchAll(TAGS)) {
    const at = stack.at(-1) ?? START;
    const put = (kind: Mark['kind'], points: Point[], text = ''): void => {
      const placed = points.map(({ x, y }) => ({ x: at.x + at.k * x, y: at.y + at.k * y }));
      marks.push({ kind, group: at.group, id: at.id, text, from: at.from, points: placed });
    };
    if (tag === '</g>') stack.pop();
    else if (group !== undefined) stack.push(inside(at, group));
    else if (words !== undefined) put('text', cornersOf(boundsOf(words, plain(content ?? ''))), content);
    else if (path !== undefined && at.group === 'edge')
      put(attribute(path, 'class') === 'arrow' ? 'head' : 'line', pointsOf(attribute(path, 'd')));
    else if (rect !== undefined) put('rect', cornersOf(rectOf(rect)));
    else if (circle !== undefined) put('rect', cornersOf(circleBounds(circle)));
  }
  return marks;
}

function inside(at: Frame, attributes: string): Frame {
  const [, dx = '0', dy = '0'] = /translate\((\S+) (\S+)\)/.exec(attributes) ?? [];
  const [, k = '1'] = /scale\((\S+)\)/.exec(attributes) ?? [];
  const id = plain(attribute(attributes, 'data-id'));
  const [group = ''] = attribute(attributes, 'class').split(' ');
  const place = { x: at.x + at.k * Number(dx), y: at.y + at.k * Number(dy) };
  const named = attributes.includes('data-id=') ? { group, id, from: place } : {};
  return { ...at, ...place, k: at.k * Number(k), ...named };
}

function boundsOf(attributes: string, text: string): Rect {
  const size = numberAt(attributes, 'font-size');
  const weight = attribute(attributes, 'font-weight') === '600' ? 600 : 400;
  const width = measure(text, { size, weight });
  const x = numberAt(attributes, 'x') - (attribute(attributes, 'text-anchor') === 'middle' ? width / 2 : 0);
  // From the top of capitals to the baseline, which exists in every font.
  return { x, y: numberAt(attributes, 'y') - size * 0.73, width, height: size * 0.73 };
}

const rectOf = (attributes: string): Rect => ({
  x: numberAt(attributes, 'x'),
  y: numberAt(attributes, 'y'),
  width: numberAt(attributes, 'width'),
  height: numberAt(attributes, 'height'),
});

function circleBounds(attributes: string): Rect {
  const r = numberAt(attributes, 'r');
  return {
    x: numberAt(attributes, 'cx') - r,
    y: numberAt(attributes, 'cy') - r,
    width: 2 * r,
    height: 2 * r,
  };
}

/** All points of a path of `M`, `L` and `Q`, including the bends of its curves. */
const pointsOf = (path: string): Point[] =>
  Array.from(path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g), ([, x, y]) => ({ x: Number(x), y: Number(y) }));
