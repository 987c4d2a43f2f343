import { centreOf, type Point, type Rect } from '../geometry.js';
import type { Connector, SceneEdge } from '../scene/scene.js';

/** Ports: the points where the lines of a placed diagram meet their boxes. */

type Side = 'top' | 'right' | 'bottom' | 'left';

export interface Port {
  point: Point;
  /** Unit vector in which the line leaves the box; inwards for a line from a frame to its content. */
  leaves: Point;
}

export interface Ends {
  origin: Port;
  target: Port;
}

/** Preferred distance between two ports on one side, and minimum distance of a port from a corner. */
const PORT_DISTANCE = 34;
export const CORNER = 18;

/** Larger than any coordinate. */
const BEYOND_ALL = 1e9;

const OUTWARDS: Readonly<Record<Side, Point>> = {
  top: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
};
const isUpright = (side: Side): boolean => side === 'left' || side === 'right';

/** Position on a side, by the second word of a connector. */
const PARTS: Readonly<Record<string, number>> = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 };

interface PortRequest {
  edge: SceneEdge;
  end: keyof Ends;
  nodeId: string;
  side: Side;
  /** Preferred position on the side, from 0 to 1. */
  part: number;
  /** Coordinate of the other box along the side. */
  towards: number;
  isInward: boolean;
}

/**
 * Computes the ports of all lines between placed boxes, by line id. Lines that share a connector are spread along its
 * side.
 */
export function portsOf(
  edges: readonly SceneEdge[],
  rects: ReadonlyMap<string, Rect>,
  isAround: (outer: string, inner: string) => boolean,
): Map<string, Ends> {
  const sides = new Map<string, PortRequest[]>();
  for (const [index, edge] of edges.entries()) {
    const loop = edge.originId === edge.targetId ? index + 1 : 0;
    for (const request of portRequestsOf(edge, rects, isAround, loop)) {
      const key = JSON.stringify([request.nodeId, request.side]);
      sides.set(key, [...(sides.get(key) ?? []), request]);
    }
  }
  const found = new Map<string, Partial<Ends>>();
  for (const requests of sides.values()) {
    const [{ nodeId, side } = { nodeId: '', side: 'top' as const }] = requests;
    const rect = rects.get(nodeId);
    if (!rect) continue;
    const sorted = requests.toSorted((a, b) => a.part - b.part || a.towards - b.towards);
    const places = spread(sorted, isUpright(side) ? rect.height : rect.width);
    for (const [at, { edge, end, isInward }] of sorted.entries()) {
      const out = OUTWARDS[side];
      const leaves = isInward ? { x: -out.x, y: -out.y } : out;
      const port = { point: pointOn(rect, side, places[at] ?? 0), leaves };
      found.set(edge.id, { ...found.get(edge.id), [end]: port });
    }
  }
  return found as Map<string, Ends>;
}

function portRequestsOf(
  edge: SceneEdge,
  rects: ReadonlyMap<string, Rect>,
  isAround: (outer: string, inner: string) => boolean,
  loop: number,
): PortRequest[] {
  const { originId, targetId, route } = edge;
  const [from, to] = [rects.get(originId), rects.get(targetId)];
  if (!from || !to) return [];
  const [wanted, facing] = [parsed(route?.origin), parsed(route?.target)];
  const outer = isAround(originId, targetId) ? 'origin' : isAround(targetId, originId) ? 'target' : undefined;
  const usual =
    originId === targetId ? (['right', 'top'] as const) : facingSides(from, to, outer !== undefined);
  const request = (end: keyof Ends, side: Side, part: number): PortRequest => {
    const other = centreOf(end === 'origin' ? to : from);
    const nodeId = end === 'origin' ? originId : targetId;
    const across = isUpright(side) ? other.y : other.x;
    // Self-loops are drawn around the top right corner, nested in each other.
    const towards = loop === 0 ? across : (isUpright(side) ? -1 : 1) * (BEYOND_ALL - loop);
    return { edge, end, nodeId, side, part, towards, isInward: outer === end };
  };
  return [
    request('origin', wanted?.side ?? usual[0], wanted?.part ?? 0.5),
    request('target', facing?.side ?? usual[1], facing?.part ?? 0.5),
  ];
}

function parsed(connector: Connector | undefined): { side: Side; part: number } | undefined {
  const [side, part = ''] = connector?.split('-') ?? [];
  return side === undefined ? undefined : { side: side as Side, part: PARTS[part] ?? 0.5 };
}

/** Returns the sides that face each other across the wider gap; for a box inside a frame, the nearest side of both. */
function facingSides(from: Rect, to: Rect, isNested: boolean): readonly [Side, Side] {
  const right = to.x - (from.x + from.width);
  const left = from.x - (to.x + to.width);
  const below = to.y - (from.y + from.height);
  const above = from.y - (to.y + to.height);
  if (isNested) {
    const inner = from.width * from.height < to.width * to.height ? from : to;
    const outer = inner === from ? to : from;
    const gaps: [Side, number][] = [
      ['right', outer.x + outer.width - inner.x - inner.width],
      ['left', inner.x - outer.x],
      ['bottom', outer.y + outer.height - inner.y - inner.height],
    ];
    const [[side] = ['right']] = gaps.toSorted((a, b) => a[1] - b[1]);
    return [side as Side, side as Side];
  }
  const [across, down] = [Math.max(right, left), Math.max(below, above)];
  if (across >= down) return right >= left ? ['right', 'left'] : ['left', 'right'];
  return below >= above ? ['bottom', 'top'] : ['top', 'bottom'];
}

/** Spreads ports along a side: each as close to its preferred position as the distance between neighbours allows. */
function spread(requests: readonly PortRequest[], length: number): number[] {
  const corner = Math.min(CORNER, length / 4);
  const apart = Math.min(PORT_DISTANCE, (length - 2 * corner) / Math.max(1, requests.length - 1));
  const places: number[] = [];
  for (const [at, { part }] of requests.entries()) {
    const group = requests.filter((it) => it.part === part);
    const wanted =
      part * length + (group.indexOf(requests[at] as PortRequest) - (group.length - 1) / 2) * apart;
    places.push(Math.max(wanted, corner, (places.at(-1) ?? Number.NEGATIVE_INFINITY) + apart));
  }
  let most = length - corner;
  for (let at = places.length - 1; at >= 0; at -= 1) {
    places[at] = Math.min(places[at] ?? 0, most);
    most = (places[at] ?? 0) - apart;
  }
  return places;
}

function pointOn({ x, y, width, height }: Rect, side: Side, along: number): Point {
  if (isUpright(side)) return { x: side === 'left' ? x : x + width, y: y + along };
  return { x: x + along, y: side === 'top' ? y : y + height };
}
