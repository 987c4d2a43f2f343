import { CONNECTORS, LINE_SHAPES } from '../../contract/enums.js';
import { drawnSize } from '../../contract/rules/diagrams/content-defaults.js';
import type { Rect } from '../geometry.js';
import type { DiagramConnectionInput, PlacedConnection, PlacedObject, SceneInput } from './records.js';
import type { EdgeRoute } from './scene.js';

/** Joins the diagram's objects and connections to their model records. Omits connections without two ends. */
export function place(input: SceneInput): { objects: PlacedObject[]; connections: PlacedConnection[] } {
  const models = new Map(input.modelObjects.map((model) => [model.id, model]));
  const lines = new Map(input.modelConnections.map((model) => [model.id, model]));
  const objects = Object.values(input.content.objects ?? {}).map(
    (drawn): PlacedObject => ({ id: drawn.id, drawn, model: models.get(drawn.modelId) }),
  );
  const ids = new Set(objects.map((object) => object.id));
  // Reversed, so that the first of several diagram objects for one model object is used.
  const byModel = new Map(objects.toReversed().map(({ id, drawn }) => [drawn.modelId, id]));
  const end = (drawn: string | null | undefined, modelId: string | undefined): string | undefined =>
    drawn && ids.has(drawn) ? drawn : byModel.get(modelId ?? '');

  const connections: PlacedConnection[] = [];
  for (const drawn of Object.values(input.content.connections ?? {})) {
    const model = drawn.modelId ? lines.get(drawn.modelId) : undefined;
    const originId = end(drawn.originId, model?.originId);
    const targetId = end(drawn.targetId, model?.targetId);
    if (!originId || !targetId) continue;
    const viaId = byModel.get(model?.viaId ?? '');
    const isBroker = viaId !== undefined && viaId !== originId && viaId !== targetId;
    connections.push({ id: drawn.id, originId, targetId, ...(isBroker && { viaId }), drawn, model });
  }
  return { objects, connections };
}

/** Maximum coordinate, in diagram units. A picture with positions further out would show nothing. */
const MAX_COORDINATE = 1_000_000;

const isCoordinate = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= MAX_COORDINATE;
const isLength = (value: unknown): value is number => isCoordinate(value) && value > 0;

/** Stored position and size of an object; undefined without a usable position. */
export function placeOf({ drawn, model }: PlacedObject): Rect | undefined {
  const { x, y, width, height } = drawn;
  if (!isCoordinate(x) || !isCoordinate(y)) return undefined;
  const usual = drawnSize(drawn.type ?? model?.type);
  return {
    x,
    y,
    width: isLength(width) ? width : usual.width,
    height: isLength(height) ? height : usual.height,
  };
}

export function routeOf(drawn: DiagramConnectionInput): EdgeRoute {
  const connector = (name: unknown) => CONNECTORS.find((it) => it === name);
  const [origin, target] = [connector(drawn.originConnector), connector(drawn.targetConnector)];
  const { labelPosition: label } = drawn;
  const points = Array.isArray(drawn.points) ? drawn.points : [];
  return {
    shape: LINE_SHAPES.find((it) => it === drawn.lineShape) ?? 'curved',
    ...(origin && { origin }),
    ...(target && { target }),
    points: points.flatMap(({ x, y }) => (isCoordinate(x) && isCoordinate(y) ? [{ x, y }] : [])),
    label: typeof label === 'number' && label >= 0 && label <= 100 ? label : 50,
  };
}

/** True for boxes drawn around others: areas, and groups of any shape. */
export function isContainer(object: PlacedObject): boolean {
  return object.drawn.shape === 'area' || isGroup(object);
}

export function isGroup(object: PlacedObject): boolean {
  return (object.model?.type ?? object.drawn.type) === 'group';
}
