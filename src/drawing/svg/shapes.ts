import { num, type Point, type Rect } from '../geometry.js';
import { INSETS } from '../layout/node-text.js';
import type { NodeType } from '../scene/scene.js';

const CYLINDER = 11;
export const HEAD = 22;
const STACK = 6;

/** Colours and strokes of a shape. */
export interface Paint {
  fill: string;
  border: string;
  solid: string;
  dash: string;
  /** Width of the outline. */
  weight: number;
}

export const RADIUS: Readonly<Record<NodeType, number>> = {
  actor: 22,
  app: 10,
  component: 5,
  store: 0,
  system: 14,
  root: 14,
  group: 16,
  area: 16,
};

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  rx: number,
  attributes: string,
): string {
  const box = `x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`;
  return `<rect ${box} rx="${rx}" ${attributes}/>`;
}

/** Outline of a node at the origin, without its text. */
export function outline(type: NodeType, width: number, height: number, paint: Paint): string {
  const { fill, border, solid, weight } = paint;
  const line = `fill="${fill}" stroke="${border}" stroke-width="${weight}"${paint.dash}`;
  const radius = RADIUS[type];
  switch (type) {
    case 'store': {
      const [rx, ry] = [width / 2, CYLINDER];
      const arc = `a${rx} ${ry} 0 0 `;
      const body = `M0 ${ry}${arc}1 ${width} 0V${height - ry}${arc}1 ${-width} 0Z`;
      return `<path d="${body}" ${line}/><path d="M0 ${ry}${arc}0 ${width} 0" fill="none" stroke="${border}" stroke-width="${weight}"${paint.dash}/>`;
    }
    case 'system':
    case 'root':
      return (
        rect(
          10,
          height - 24,
          width - 20,
          24,
          12,
          `fill="${fill}" stroke="${border}" stroke-width="1.2" opacity="0.75"`,
        ) + rect(0, 0, width, height - STACK, radius, line)
      );
    case 'app': {
      const bar = `M0 16H${width}`;
      const dots = [14, 23, 32].map(
        (x) => `<circle cx="${x}" cy="8" r="2.4" fill="${solid}" opacity="0.55"/>`,
      );
      return `${rect(0, 0, width, height, radius, line)}<path d="${bar}" stroke="${border}" stroke-width="1" opacity="0.7"/>${dots.join('')}`;
    }
    case 'component': {
      const lug = (y: number) =>
        rect(0, y, 8, 5, 0, `fill="${border}" stroke="${border}" stroke-width="${weight}"`);
      return rect(0, 0, width, height, radius, line) + lug(10) + lug(19);
    }
    case 'actor':
      return rect(0, INSETS.actor.top - 12, width, height - INSETS.actor.top + 12, radius, line);
    default:
      return rect(0, 0, width, height, radius, line);
  }
}

/** Distance from the side of a rounded box to its outline, at `along` from one end of a side of `length`. */
function corner(along: number, length: number, radius: number): number {
  const near = Math.min(along, length - along);
  return near >= radius ? 0 : radius - Math.sqrt(Math.max(0, radius ** 2 - (radius - near) ** 2));
}

/** Point where a line to the bounding box meets the outline: `end` moved inwards along the side's normal. */
export function onOutline(type: NodeType, box: Rect, end: Point): Point {
  const [x, y] = [end.x - box.x, end.y - box.y];
  const gaps = [y, box.height - y, x, box.width - x].map(Math.abs);
  const side = gaps.indexOf(Math.min(...gaps));
  const sign = side % 2 === 0 ? 1 : -1;
  if (side >= 2) return { x: end.x + sign * sideInset(type, box, y), y: end.y };
  return { x: end.x, y: end.y + sign * endInset(type, box, x, side === 0) };
}

function sideInset(type: NodeType, box: Rect, y: number): number {
  if (type === 'store') return 0;
  const top = type === 'actor' ? INSETS.actor.top - 12 : 0;
  if (y < top) return box.width / 2 - Math.sqrt(Math.max(0, HEAD ** 2 - (HEAD - y) ** 2));
  return corner(y - top, box.height - top - (type === 'system' ? STACK : 0), RADIUS[type]);
}

function endInset(type: NodeType, box: Rect, x: number, top: boolean): number {
  if (type === 'store') {
    const offset = (x - box.width / 2) / (box.width / 2);
    return CYLINDER * (1 - Math.sqrt(Math.max(0, 1 - offset ** 2)));
  }
  if (type === 'actor' && top) {
    const offset = Math.abs(x - box.width / 2);
    return offset < HEAD ? HEAD - Math.sqrt(HEAD ** 2 - offset ** 2) : INSETS.actor.top - 12;
  }
  const stacked = type === 'system' || type === 'root';
  if (stacked && !top) return x < 14 || x > box.width - 14 ? STACK + corner(x, box.width, RADIUS[type]) : 0;
  return corner(x, box.width, RADIUS[type]);
}
