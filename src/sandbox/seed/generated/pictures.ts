import type { Fields } from '../../../contract/doc.js';
import type { SeedRecord } from '../build/types.js';
import { type Frame, versioned } from './frame.js';
import type { Plan, Planned, PlannedConnection } from './plan.js';

/** Number of generated diagrams including the overview, and of objects on each. */
const MAX_DIAGRAMS = 12;
const MAX_DRAWN = 12;
const COLUMNS = 4;
const BOX = { width: 224, height: 128 };

/** Contents of a generated diagram. */
interface Drawing {
  id: string;
  name: string;
  type: 'context-diagram' | 'app-diagram';
  model: Planned;
  objects: readonly Planned[];
}

/** An overview of the systems, diagrams of the contents of the largest ones, and a flow along the lines of each. */
export function pictureRecords(
  frame: Frame,
  { byType }: Plan,
  connections: ReadonlyMap<string, readonly PlannedConnection[]>,
): SeedRecord[] {
  const [root] = byType.root;
  if (!root) return [];
  const drawn = (objects: readonly Planned[]) => objects.slice(0, MAX_DRAWN);
  const inside = byType.system.filter(({ children }) => children.length > 1).slice(0, MAX_DIAGRAMS - 1);
  const drawings: Drawing[] = [
    {
      id: frame.random.id(),
      name: 'Overview',
      type: 'context-diagram',
      model: root,
      objects: drawn([...byType.actor.slice(0, 2), ...byType.system]),
    },
    ...inside.map(
      (system): Drawing => ({
        id: frame.random.id(),
        name: system.name,
        type: 'app-diagram',
        model: system,
        objects: drawn(system.children),
      }),
    ),
  ];
  return drawings.flatMap((drawing, index) => {
    const lines = linesOf(drawing, connections);
    return [...diagramRecords(frame, drawing, lines, index), ...flowRecords(frame, drawing, lines, index)];
  });
}

/** Connections between the objects of a diagram. */
function linesOf(
  { objects }: Drawing,
  connections: ReadonlyMap<string, readonly PlannedConnection[]>,
): PlannedConnection[] {
  const ids = new Set(objects.map(({ id }) => id));
  return objects.flatMap(({ id }) => (connections.get(id) ?? []).filter(({ target }) => ids.has(target.id)));
}

function diagramRecords(
  frame: Frame,
  { id, name, type, model, objects }: Drawing,
  lines: readonly PlannedConnection[],
  index: number,
): SeedRecord[] {
  const places = new Map(objects.map((it) => [it.id, frame.random.id()]));
  const shared = {
    ...versioned(frame, id),
    modelId: model.id,
    name,
    groupId: null,
    type,
    status: 'current',
  };
  const boxes = objects.map((it, at) => ({
    id: places.get(it.id) ?? '',
    type: it.type,
    shape: 'box',
    x: (at % COLUMNS) * 416,
    y: Math.floor(at / COLUMNS) * 288,
    ...BOX,
    modelId: it.id,
  }));
  const drawnLines = lines.map(({ id: modelId, origin, target }) => ({
    id: frame.random.id(),
    modelId,
    originId: places.get(origin.id) ?? '',
    targetId: places.get(target.id) ?? '',
    originConnector: 'right-middle',
    targetConnector: 'left-middle',
    lineShape: 'curved',
    labelPosition: 50,
    points: [],
  }));
  return [
    {
      kind: 'diagram',
      record: {
        ...shared,
        description: '',
        parentId: null,
        index,
        pinned: false,
        labels: {},
        zoomOverrides: {},
        commentCount: 0,
        connectionCount: 0,
        objectCount: {},
      },
    },
    {
      kind: 'diagramContent',
      record: { ...shared, objects: byId(boxes), connections: byId(drawnLines), comments: {} },
    },
  ];
}

function flowRecords(
  frame: Frame,
  { id: diagramId, name }: Drawing,
  lines: readonly PlannedConnection[],
  index: number,
): SeedRecord[] {
  if (lines.length === 0) return [];
  const steps = lines.slice(0, 5).map(({ origin, target }, at) => ({
    id: frame.random.id(),
    index: at,
    type: 'outgoing',
    description: `${origin.name} asks ${target.name}.`,
    originId: origin.id,
    targetId: target.id,
    viaId: null,
    parentId: null,
    flowId: null,
    paths: null,
  }));
  return [
    {
      kind: 'flow',
      record: {
        ...versioned(frame, frame.random.id()),
        diagramId,
        name: `How ${name} works`,
        index,
        pinned: false,
        showAllSteps: false,
        showConnectionNames: true,
        labels: {},
        steps: byId(steps),
      },
    },
  ];
}

const byId = (items: readonly (Fields & { id: string })[]): Fields =>
  Object.fromEntries(items.map((item) => [item.id, item]));
