import type { ElkExtendedEdge, ElkLabel, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Rect } from '../geometry.js';
import type { Direction, Scene, SceneNode } from '../scene/scene.js';
import { ancestors, type Parents } from '../scene/tree.js';
import type { EdgeLabel } from './edge-label.js';
import type { NodeBox } from './node-text.js';

export interface Measured {
  boxes: ReadonlyMap<string, NodeBox>;
  labels: ReadonlyMap<string, EdgeLabel>;
}

/** Nodes without edges, arranged in rows: the layered algorithm would put them all side by side. */
interface Pack extends Rect {
  members: Map<string, Rect>;
}

export interface Graph {
  root: ElkNode;
  packs: Map<string, Pack>;
}

const ROOT = 'n:';
const PACK_GAP = 36;

/** Minimum distance between two edge ends on one side of a node, so that arrowheads do not touch. */
const END_DISTANCE = 12;

/** Number of edges above which the layout is less thorough, because its time grows with the square of the edges. */
const LARGE = 45;

/** Reports whether the layout is less thorough. */
const isLarge = ({ edges, isQuick }: Scene): boolean => isQuick === true || edges.length > LARGE;

/** Number of attempts at crossing minimization; with many edges, more attempts are slow and improve little. */
const thoroughnessOf = (scene: Scene): number =>
  scene.edges.length > LARGE ? 1 : isLarge(scene) ? 3 : FULL_THOROUGHNESS;
const FULL_THOROUGHNESS = 20;

const SPACING: Readonly<Record<string, string>> = {
  'elk.spacing.nodeNode': '48',
  'elk.layered.spacing.nodeNodeBetweenLayers': '40',
  'elk.spacing.edgeNode': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '24',
  'elk.spacing.edgeEdge': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '18',
  'elk.spacing.edgeLabel': '8',
  'elk.spacing.labelNode': '12',
  'elk.spacing.componentComponent': '56',
  'elk.spacing.nodeSelfLoop': '16',
};

const options = (direction: Direction, thoroughness: number): Record<string, string> => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.aspectRatio': '1.5',
  'elk.randomSeed': '7',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.layered.nodePlacement.strategy':
    thoroughness < FULL_THOROUGHNESS ? 'BRANDES_KOEPF' : 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': String(thoroughness),
  ...SPACING,
});

/** Converts the scene to a graph for ELK. Ids are prefixed, so that they are unique and never parsed as options. */
export function graphOf(scene: Scene, { boxes, labels }: Measured, direction: Direction): Graph {
  const joined = new Set(scene.edges.flatMap((edge) => [edge.originId, edge.targetId]));
  const parents = new Set(scene.nodes.map((node) => node.parentId));
  const packs = new Map<string, Pack>();
  const ends = endsOnASide(scene);
  const entered = framesEntered(scene);

  const childrenOf = (parentId: string | null): ElkNode[] => {
    const children = scene.nodes.filter((node) => node.parentId === parentId);
    const loose = children.filter(({ id }) => !joined.has(id) && !parents.has(id));
    const packed = loose.length > 2 ? loose : [];
    const nodes = children.filter((node) => !packed.includes(node)).map(elkNode);
    if (packed.length > 0) {
      const pack = rows(packed, boxes);
      const id = `p:${parentId ?? ''}`;
      packs.set(id, pack);
      nodes.push({ id, width: pack.width, height: pack.height });
    }
    return nodes;
  };
  const elkNode = (node: SceneNode): ElkNode => {
    const box = boxes.get(node.id);
    const [width, height, header] = [box?.width ?? 0, box?.height ?? 0, box?.header ?? 0];
    if (!parents.has(node.id)) {
      const side = ((ends.get(node.id) ?? 0) + 1) * END_DISTANCE;
      return direction === 'DOWN'
        ? { id: `n:${node.id}`, width: Math.max(width, side), height }
        : { id: `n:${node.id}`, width, height: Math.max(height, side) };
    }
    // Edges from above leave space for the heading on one of their sides.
    const room = entered.has(node.id) ? 2 * width : width;
    // elkjs 0.12 does not rotate the minimum size: for DOWN it is given as (height, width).
    const minimum = direction === 'DOWN' ? `(${height},${room})` : `(${width},${height})`;
    return {
      id: `n:${node.id}`,
      children: childrenOf(node.id),
      layoutOptions: {
        ...SPACING,
        'elk.padding': `[top=${header + 20},left=28,bottom=28,right=28]`,
        'elk.nodeSize.constraints': '[MINIMUM_SIZE]',
        'elk.nodeSize.minimum': minimum,
      },
    };
  };
  const types = new Map(scene.nodes.map((node) => [node.id, node.type]));
  // In a cycle the edge from an actor keeps its direction, and the edge back is reversed.
  const priority = (originId: string, targetId: string): number =>
    (types.get(originId) === 'actor' ? 10 : 5) - (types.get(targetId) === 'actor' ? 5 : 0);
  const edges = scene.edges.map((edge): ElkExtendedEdge => {
    const label = labels.get(edge.id);
    return {
      id: `e:${edge.id}`,
      sources: [`n:${edge.originId}`],
      targets: [`n:${edge.targetId}`],
      layoutOptions: { 'elk.layered.priority.direction': String(priority(edge.originId, edge.targetId)) },
      labels: label ? [elkLabel(edge.id, label)] : [],
    };
  });
  return {
    root: {
      id: ROOT,
      layoutOptions: options(direction, thoroughnessOf(scene)),
      children: childrenOf(null),
      edges,
    },
    packs,
  };
}

function framesEntered({ nodes, edges }: Scene): ReadonlySet<string> {
  const parents: Parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const entered = edges.flatMap(({ originId, targetId }) => {
    const [from, to] = [ancestors(parents, originId), ancestors(parents, targetId)];
    return [...from.filter((id) => !to.includes(id)), ...to.filter((id) => !from.includes(id))];
  });
  return new Set(entered);
}

/** Maximum number of edges that start or end on one side of each node. */
function endsOnASide({ edges }: Scene): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const most = (ids: readonly string[]): void => {
    const side = new Map<string, number>();
    for (const id of ids) side.set(id, (side.get(id) ?? 0) + 1);
    for (const [id, count] of side) counts.set(id, Math.max(counts.get(id) ?? 0, count));
  };
  most(edges.map(({ originId }) => originId));
  most(edges.map(({ targetId }) => targetId));
  return counts;
}

/** Label of an edge. ELK places no label without text, so an empty one gets a placeholder. */
const elkLabel = (id: string, { width, height }: EdgeLabel): ElkLabel => ({
  id: `l:${id}`,
  text: '-',
  width,
  height,
  layoutOptions: { 'elk.edgeLabels.inline': 'true' },
});

/** Arranges nodes in rows, about half as high as wide in total; the boxes of a row are aligned at the top. */
function rows(nodes: readonly SceneNode[], boxes: ReadonlyMap<string, NodeBox>): Pack {
  const sizes = nodes.map(({ id }) => ({
    id,
    width: boxes.get(id)?.width ?? 0,
    height: boxes.get(id)?.height ?? 0,
  }));
  const area = sizes.reduce((sum, size) => sum + (size.width + PACK_GAP) * (size.height + PACK_GAP), 0);
  const limit = Math.max(Math.sqrt(area * 1.8), ...sizes.map(({ width }) => width));
  const members = new Map<string, Rect>();
  let [x, y, tallest, width] = [0, 0, 0, 0];
  for (const size of sizes) {
    if (x > 0 && x + size.width > limit) {
      y += tallest + PACK_GAP;
      [x, tallest] = [0, 0];
    }
    members.set(size.id, { x, y, width: size.width, height: size.height });
    x += size.width + PACK_GAP;
    width = Math.max(width, x - PACK_GAP);
    tallest = Math.max(tallest, size.height);
  }
  return { x: 0, y: 0, width, height: y + tallest, members };
}
