import { entriesOf, type Fields } from '../../../../contract/doc.js';
import type { Entries, ModelRecords } from '../../../../contract/rules/diagrams/content-edit.js';
import { buildScene, placeScene, type SceneInput } from '../../../../drawing/index.js';

/** Positions of drawn objects, computed with the layout of pictures. */

/** Position and size of a drawn object, in diagram units. */
export interface Position {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Direction = 'DOWN' | 'RIGHT';

export interface LayoutInput {
  diagram: { id: string; name: string; type?: string | undefined };
  /** Present and new entries. */
  content: Readonly<Fields>;
  records: ModelRecords;
  /** Replaces present positions too. */
  isAll?: boolean;
  /** Main direction of the lines (default: the one that fits a page better). */
  direction?: Direction | undefined;
}

/**
 * Keys of the objects without a usable position: it is missing, or another box is drawn exactly there, as by programs
 * that send the same position for all.
 */
export function unplacedKeys(objects: unknown): Set<string> {
  const taken = new Set<string>();
  return new Set(
    entriesOf(objects).flatMap(([key, { x, y, shape }]) => {
      const at = `${x} ${y}`;
      if (!Number.isFinite(x) || !Number.isFinite(y) || (shape !== 'area' && taken.has(at))) return [key];
      if (shape !== 'area') taken.add(at);
      return [];
    }),
  );
}

/** Positions for the objects without one, or for all. Other objects keep their position. */
export async function positionsFor(input: LayoutInput): Promise<ReadonlyMap<string, Position>> {
  const { diagram, content, records, isAll = false, direction } = input;
  const entries = entriesOf(content.objects);
  const wanted = isAll ? new Set(entries.map(([key]) => key)) : unplacedKeys(content.objects);
  if (wanted.size === 0) return new Map();
  const objects: Entries = Object.fromEntries(
    entries.map(([key, { x, y, ...entry }]) => [key, wanted.has(key) ? entry : { ...entry, x, y }]),
  );
  const { scene } = buildScene({
    diagram,
    content: { objects, connections: content.connections },
    modelObjects: [...records.objects.values()],
    modelConnections: [...records.connections.values()],
    technologies: [],
    tags: [],
    tagGroups: [],
  } as unknown as SceneInput);
  const rects = await placeScene({ ...scene, ...(direction && { direction, isLayered: true }) });
  return new Map(
    [...rects].flatMap(([key, { x, y, width, height }]): [string, Position][] => {
      const [left, top, wide, high] = [x, y, width, height].map(Math.round) as [
        number,
        number,
        number,
        number,
      ];
      return wanted.has(key) ? [[key, { x: left, y: top, width: wide, height: high }]] : [];
    }),
  );
}
