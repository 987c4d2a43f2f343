import { CONNECTORS, DIAGRAM_OBJECT_TYPES, DIAGRAM_TYPES } from '../../../contract/enums.js';
import { type Edition, entityId, versionedFields } from '../data/edition.js';
import {
  type ConnectionRow,
  connectionKey,
  type DiagramTable,
  type ObjectRow,
} from '../data/landscape-table.js';
import { oneOf, readTable, words } from './table.js';
import type { SeedRecord } from './types.js';

const BOX = { width: 224, height: 128 };
const ACTOR_BOX = { width: 160, height: 160 };

/** A model object drawn on a diagram. */
interface Placed {
  key: string;
  id: string;
  type: string;
  shape: 'area' | 'box';
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A comment pinned to a diagram. */
export interface Pin {
  diagram: string;
  key: string;
  x: number;
  y: number;
}

function place(
  edition: Edition,
  table: DiagramTable,
  line: string,
  objects: ReadonlyMap<string, ObjectRow>,
): Placed[] {
  const [shape, key = '', x, y, width, height] = words(line);
  const row = objects.get(key);
  if (row === undefined) return [];
  const size = row.type === 'actor' ? ACTOR_BOX : BOX;
  const area = oneOf(['area', 'box'], shape ?? '');
  return [
    {
      key,
      id: entityId(edition, `object-on-${table.key}`, key),
      type: oneOf(DIAGRAM_OBJECT_TYPES, row.type),
      shape: area,
      x: Number(x),
      y: Number(y),
      ...(area === 'area' ? { width: Number(width), height: Number(height) } : size),
    },
  ];
}

/**
 * The `diagram` and `diagramContent` records of a diagram: the drawn objects that exist in the edition, and all
 * connections between its boxes.
 */
export function diagramRecords(
  edition: Edition,
  table: DiagramTable,
  index: number,
  model: {
    objects: ReadonlyMap<string, ObjectRow>;
    connections: readonly ConnectionRow[];
    pins: readonly Pin[];
  },
): SeedRecord<'diagram' | 'diagramContent'>[] {
  const placed = readTable(['line'], table.layout).flatMap(({ line }) =>
    place(edition, table, line, model.objects),
  );
  const boxes = new Map(placed.filter((it) => it.shape === 'box').map((it) => [it.key, it]));
  const lines = model.connections.flatMap(({ origin, target }) => {
    const [from, to] = [boxes.get(origin), boxes.get(target)];
    const key = connectionKey(origin, target);
    return from && to
      ? [line(edition, entityId(edition, `connection-on-${table.key}`, key), key, from, to)]
      : [];
  });
  const own = versionedFields(edition, 'diagram', table.key, { index, since: table.since ?? 0 });
  const shared = {
    ...own,
    modelId: entityId(edition, 'object', table.model),
    name: table.name,
    groupId: table.group === null ? null : entityId(edition, 'diagram-group', table.group),
    type: oneOf(DIAGRAM_TYPES, table.type),
    status: 'current',
  };
  const comments = model.pins.map(({ key, x, y }) => ({
    id: entityId(edition, `comment-on-${table.key}`, key),
    commentId: entityId(edition, 'comment', key),
    x,
    y,
  }));
  const diagram = {
    ...shared,
    description: table.description,
    parentId: table.parent === null ? null : entityId(edition, 'diagram', table.parent),
    index,
    pinned: table.pinned ?? false,
    ...(table.pinned && { pinnedAt: own.createdAt, pinnedIndex: index }),
    labels: {},
    zoomOverrides: {},
    // Derived.
    commentCount: 0,
    connectionCount: 0,
    objectCount: {},
  };
  const content = {
    ...shared,
    objects: byId(placed.map(({ key, ...rest }) => ({ ...rest, modelId: entityId(edition, 'object', key) }))),
    connections: byId(lines),
    comments: byId(comments),
  };
  return [
    { kind: 'diagram', record: diagram },
    { kind: 'diagramContent', record: content },
  ];
}

function line(edition: Edition, id: string, key: string, origin: Placed, target: Placed) {
  const across = target.x + target.width / 2 - origin.x - origin.width / 2;
  const down = target.y + target.height / 2 - origin.y - origin.height / 2;
  const [from, to] =
    Math.abs(across) >= Math.abs(down)
      ? across >= 0
        ? ['right-middle', 'left-middle']
        : ['left-middle', 'right-middle']
      : down >= 0
        ? ['bottom-center', 'top-center']
        : ['top-center', 'bottom-center'];
  return {
    id,
    modelId: entityId(edition, 'connection', key),
    originId: origin.id,
    targetId: target.id,
    originConnector: oneOf(CONNECTORS, from ?? ''),
    targetConnector: oneOf(CONNECTORS, to ?? ''),
    lineShape: 'curved',
    labelPosition: 50,
    points: [],
  };
}

function byId<T extends { id: string }>(items: readonly T[]): Record<string, T> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
