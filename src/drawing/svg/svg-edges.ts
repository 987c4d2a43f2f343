import { num, type Point } from '../geometry.js';
import { BADGE, BADGE_GAP, EDGE_TECH, EDGE_TEXT } from '../layout/edge-label.js';
import type { PlacedEdge } from '../layout/placed.js';
import type { EdgeRoute, SceneEdge } from '../scene/scene.js';
import { measure } from '../text.js';
import { rect } from './shapes.js';
import { open } from './svg-nodes.js';
import { textLines } from './svg-text.js';
import { edgeColor, type Palette, statusDash } from './theme.js';

/** Radius of bends, by line shape. */
const BENDS: Readonly<Record<EdgeRoute['shape'], number>> = { curved: 12, straight: 12, square: 2 };
const HEAD_LENGTH = 10;
const HEAD_HALF = 4.6;

/** Draws the line of an edge with its arrowheads. `points` are already on the outlines of the nodes. */
export function line(edge: SceneEdge, points: readonly Point[], colors: Palette): string {
  const color = edgeColor(colors, edge);
  const strong = edge.stepNumbers.length > 0 || edge.accent !== undefined;
  const starts = edge.direction === 'bidirectional';
  const ends = edge.direction !== null;
  const path = roundedPath(shorten(points, starts, ends), BENDS[edge.route?.shape ?? 'curved']);
  const style = `fill="none" stroke="${color}" stroke-width="${strong ? 2.2 : 1.5}"${statusDash(edge.status)}`;
  return [
    open('edge', edge.id, edge.dimmed),
    `<path d="${path}" ${style}/>`,
    starts ? head(points[1], points[0], color) : '',
    ends ? head(points.at(-2), points.at(-1), color) : '',
    '</g>',
  ].join('');
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : distance / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Shortens the line at its ends, so that it does not extend beyond the tip of an arrowhead. */
function shorten(points: readonly Point[], starts: boolean, ends: boolean): Point[] {
  const line = [...points];
  const [first, second] = [line[0], line[1]];
  if (starts && first && second) line[0] = towards(first, second, HEAD_LENGTH - 2);
  const [last, before] = [line.at(-1), line.at(-2)];
  if (ends && last && before) line[line.length - 1] = towards(last, before, HEAD_LENGTH - 2);
  return line;
}

function roundedPath(points: readonly Point[], bend: number): string {
  const [first] = points;
  if (!first) return '';
  let path = `M${num(first.x)} ${num(first.y)}`;
  for (const [i, point] of points.entries()) {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (!before) continue;
    if (!after) {
      path += `L${num(point.x)} ${num(point.y)}`;
      continue;
    }
    const room = Math.min(
      Math.hypot(point.x - before.x, point.y - before.y),
      Math.hypot(after.x - point.x, after.y - point.y),
    );
    const radius = Math.min(bend, room / 2);
    const [a, b] = [towards(point, before, radius), towards(point, after, radius)];
    path += `L${num(a.x)} ${num(a.y)}Q${num(point.x)} ${num(point.y)} ${num(b.x)} ${num(b.y)}`;
  }
  return path;
}

function head(from: Point | undefined, tip: Point | undefined, color: string): string {
  if (!from || !tip) return '';
  const base = towards(tip, from, HEAD_LENGTH);
  const [nx, ny] = [
    ((tip.y - base.y) / HEAD_LENGTH) * HEAD_HALF,
    ((base.x - tip.x) / HEAD_LENGTH) * HEAD_HALF,
  ];
  const corners = [
    [tip.x, tip.y],
    [base.x + nx, base.y + ny],
    [base.x - nx, base.y - ny],
  ];
  const d = corners.map(([x, y]) => `${num(x ?? 0)} ${num(y ?? 0)}`).join('L');
  return `<path class="arrow" d="M${d}Z" fill="${color}" stroke="${color}" stroke-width="1" stroke-linejoin="round"/>`;
}

/** Draws the label of an edge in the background colour: badges of flow steps, name, technologies. */
export function plate(edge: SceneEdge, placed: PlacedEdge, ground: string, colors: Palette): string {
  if (!placed.label) return '';
  const { rect: at, content } = placed.label;
  const middle = at.x + at.width / 2;
  let y = at.y + 3;
  // The background stays opaque, because otherwise the line would show through the text.
  const parts = [
    rect(at.x, at.y, at.width, at.height, 6, `fill="${ground}"`),
    open('edge-label', edge.id, edge.dimmed),
  ];
  for (const row of content.badges) {
    parts.push(badges(row, middle, y, colors));
    y += BADGE + BADGE_GAP;
  }
  const removed = edge.status === 'removed';
  parts.push(
    textLines(content.text, EDGE_TEXT, {
      x: middle,
      y,
      color: removed ? colors.muted : colors.body,
      anchor: 'middle',
      struck: removed,
    }),
  );
  y += content.text.length * EDGE_TEXT.lineHeight;
  parts.push(
    textLines(content.tech, EDGE_TECH, { x: middle, y, color: colors.muted, anchor: 'middle' }),
    '</g>',
  );
  return parts.join('');
}

function badges(numbers: readonly number[], middle: number, y: number, colors: Palette): string {
  const width = numbers.length * (BADGE + BADGE_GAP) - BADGE_GAP;
  return numbers
    .map((n, i) => badge(n, middle - width / 2 + i * (BADGE + BADGE_GAP) + BADGE / 2, y + BADGE / 2, colors))
    .join('');
}

/** Draws the number of a flow step in a disc around the given centre. */
export function badge(number: number, x: number, y: number, colors: Palette): string {
  const style = { size: number > 99 ? 9 : 11, weight: 600, lineHeight: BADGE } as const;
  const text = String(number);
  const left = x - measure(text, style) / 2;
  return (
    `<circle cx="${num(x)}" cy="${num(y)}" r="${BADGE / 2}" fill="${colors.flow}"/>` +
    textLines([text], style, { x: left, y: y - BADGE / 2, color: colors.canvas })
  );
}
