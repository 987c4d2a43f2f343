import { capitalised } from '../../base/text/words.js';
import { isGroup, routeOf } from './placement.js';
import type { PlacedConnection, PlacedObject, SceneInput, Tab } from './records.js';
import type { Chip, NodeType, SceneEdge, SceneNode } from './scene.js';
import { STATUS_KEYS, statusOf, type TabKeys } from './tabs.js';

const NODE_TYPES: ReadonlySet<string> = new Set<NodeType>([
  'actor',
  'app',
  'component',
  'group',
  'root',
  'store',
  'system',
]);

export function subtitleOf({ diagram, modelObjects }: SceneInput): string {
  const kind = (diagram.type ?? 'diagram').replaceAll('-', ' ');
  const owner = modelObjects.find(({ id }) => id === diagram.modelId)?.name;
  const words = capitalised(kind);
  return owner ? `${words} · ${owner}` : words;
}

function typeOf(object: PlacedObject): NodeType {
  const type = object.model?.type ?? object.drawn.type ?? '';
  return NODE_TYPES.has(type) ? (type as NodeType) : 'system';
}

/** A node without its position and technologies. */
export function sceneNode(
  object: PlacedObject,
  paint: TabKeys | undefined,
  tab: Tab | undefined,
  dimmed: boolean,
): SceneNode {
  const { model } = object;
  const status = statusOf(object);
  const keys = paint?.of(object) ?? [];
  const area = object.drawn.shape === 'area' && !isGroup(object);
  const statuses = tab === 'status' ? keys : status === 'live' ? [] : [STATUS_KEYS[status]];
  return {
    id: object.id,
    name: model?.name ?? 'Unknown object',
    type: area ? 'area' : typeOf(object),
    ...(area ? { kind: typeOf(object) } : {}),
    ...(model?.caption ? { caption: model.caption } : {}),
    technologies: [],
    status,
    external: model?.external ?? false,
    parentId: null,
    dimmed,
    ...(keys[0] ? { accent: keys[0].color } : {}),
    chips: [
      ...statuses.map(({ label, color }): Chip => ({ label, color, isStatus: true })),
      ...(tab === 'status' ? [] : keys).map(({ label, color }): Chip => ({ label, color })),
    ],
  };
}

/**
 * Edges of a connection, without technologies and steps: one, or two through a broker that is drawn. A broker that is
 * not drawn is named in the label.
 */
export function sceneEdges(
  line: PlacedConnection,
  paint: TabKeys | undefined,
  dimmed: boolean,
  brokerName?: string,
): SceneEdge[] {
  const direction = line.model?.direction;
  const accent = paint?.of(line)[0]?.color;
  const { id, originId, targetId, viaId } = line;
  const name = line.model?.name ?? '';
  const { origin, target, ...route } = routeOf(line.drawn);
  const [start, end] = [origin && { origin }, target && { target }];
  const edge: SceneEdge = {
    id,
    originId,
    targetId,
    label: viaId === undefined && brokerName ? `${name} via ${brokerName}`.trim() : name,
    direction: direction === 'outgoing' || direction === 'bidirectional' ? direction : null,
    technologies: [],
    status: statusOf(line),
    dimmed,
    ...(accent ? { accent } : {}),
    stepNumbers: [],
    route: { ...route, ...start, ...end },
  };
  if (viaId === undefined) return [edge];
  const leg = { ...route, points: [], label: 50 };
  return [
    { ...edge, targetId: viaId, route: { ...leg, ...start } },
    { ...edge, id: `${id}:via`, originId: viaId, route: { ...leg, ...end } },
  ];
}

/** Keys of the tab that the picture uses, in the order of the tab. */
export function legendEntries(
  paint: TabKeys,
  elements: readonly (PlacedObject | PlacedConnection)[],
): Chip[] {
  const used = new Set(elements.flatMap((element) => paint.of(element).map(({ id }) => id)));
  return paint.keys.filter(({ id }) => used.has(id)).map(({ label, color }) => ({ label, color }));
}
