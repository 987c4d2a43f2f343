import { fileURLToPath } from 'node:url';
import { buildScene } from '../../src/drawing/scene/build-scene.js';
import type {
  FlowInput,
  FlowStepInput,
  ModelConnectionInput,
  ModelObjectInput,
  RenderOptions,
  SceneInput,
} from '../../src/drawing/scene/records.js';

export const fontDir = fileURLToPath(new URL('../../src/drawing/fonts', import.meta.url));

const object = (id: string, type: string, parentId: string | null, more: Partial<ModelObjectInput> = {}) => ({
  id,
  type,
  name: id,
  parentId,
  status: 'live',
  groupIds: [],
  tagIds: [],
  teamIds: [],
  technologyIds: [],
  ...more,
});

const connection = (
  id: string,
  originId: string,
  targetId: string,
  more: Partial<ModelConnectionInput> = {},
) => ({
  id,
  originId,
  targetId,
  name: id,
  direction: 'outgoing',
  status: 'live',
  ...more,
});

const step = (id: string, index: number, ends: string, more: Partial<FlowStepInput> = {}): FlowStepInput => {
  const [originId, targetId] = ends.split('>');
  return {
    id,
    index,
    description: `step ${id}`,
    originId: originId || null,
    targetId: targetId || null,
    ...more,
  };
};

/**
 * Shop (area) contains web, api (area: engine and router) and db; user and bank are outside. Zone is a group
 * of engine and router that is not on the diagram. Diagram ids are `o-` and `d-` with the model's id.
 */
export function input(options: RenderOptions = {}, more: Partial<SceneInput> = {}): SceneInput {
  const modelObjects = [
    object('user', 'actor', 'root'),
    object('shop', 'system', 'root', { tagIds: ['pci'] }),
    object('web', 'app', 'shop', {
      tagIds: ['fast', 'pci'],
      technologyIds: ['node'],
      teamIds: ['red'],
      caption: 'Takes payments',
    }),
    object('api', 'app', 'shop', { technologyIds: ['node', 'pg'] }),
    object('engine', 'component', 'api', { groupIds: ['zone'], status: 'future', tagIds: ['fast'] }),
    object('router', 'component', 'api', { groupIds: ['zone'], status: 'deprecated' }),
    object('db', 'store', 'shop', { technologyIds: ['pg'], status: 'removed' }),
    object('bank', 'system', 'root', { external: true }),
    object('root', 'root', null),
    object('zone', 'group', 'api'),
    object('elsewhere', 'system', 'root'),
  ];
  const modelConnections = [
    connection('pays', 'user', 'web', { tagIds: ['fast'] }),
    connection('calls', 'web', 'api', { direction: 'bidirectional', technologyIds: ['node'] }),
    connection('asks', 'engine', 'router'),
    connection('stores', 'api', 'db', { direction: null }),
    connection('settles', 'router', 'bank', { status: 'future' }),
  ];
  const drawn = ['user', 'shop', 'web', 'api', 'engine', 'router', 'db', 'bank'];
  const areas = new Set(['shop', 'api']);
  return {
    diagram: { id: 'diagram', name: 'Shop', type: 'app-diagram', modelId: 'shop' },
    content: {
      objects: Object.fromEntries(
        drawn.map((id) => [`o-${id}`, { id: `o-${id}`, modelId: id, shape: areas.has(id) ? 'area' : 'box' }]),
      ),
      connections: Object.fromEntries(
        modelConnections.map(({ id, originId, targetId }) => [
          `d-${id}`,
          { id: `d-${id}`, modelId: id, originId: `o-${originId}`, targetId: `o-${targetId}` },
        ]),
      ),
    },
    modelObjects,
    modelConnections,
    technologies: [
      { id: 'node', name: 'Node.js', color: 'green' },
      { id: 'pg', name: 'PostgreSQL', color: 'dark-blue' },
    ],
    tags: [
      { id: 'fast', name: 'Latency critical', color: 'purple', groupId: 'quality', index: 0 },
      { id: 'pci', name: 'Card data', color: 'red', groupId: 'data', index: 0 },
      { id: 'unused', name: 'Unused', color: 'pink', groupId: 'data', index: 1 },
    ],
    tagGroups: [
      { id: 'data', name: 'Data class', index: 0 },
      { id: 'quality', name: 'Quality', index: 1 },
    ],
    teams: [{ id: 'red', name: 'Red team', color: 'red' }],
    options,
    ...more,
  };
}

export const flow: FlowInput = {
  id: 'flow',
  name: 'Pay',
  steps: Object.fromEntries(
    [
      step('intro', 0, '', { type: 'introduction' }),
      step('one', 1, 'o-user>o-web'),
      step('two', 2, 'o-web>o-api', { viaId: 'd-calls' }),
      step('choice', 3, '', {
        type: 'alternate-path',
        paths: { yes: { id: 'yes', index: 0, name: 'Yes' }, no: { id: 'no', index: 1, name: 'No' } },
      }),
      step('three', 4, 'engine>router', { parentId: 'yes' }),
      step('four', 5, 'o-bank>o-router', { parentId: 'no', type: 'reply' }),
    ].map((s) => [s.id, s]),
  ),
};

/** The scene of the fixture, by short names of nodes and edges. */
export function scene(options: RenderOptions = {}, more: Partial<SceneInput> = {}) {
  const built = buildScene(input(options, more));
  const nodes = new Map(built.scene.nodes.map((node) => [node.id.replace(/^o-/, ''), node]));
  const edges = new Map(built.scene.edges.map((edge) => [edge.id.replace(/^d-/, ''), edge]));
  const full = (things: Map<string, { dimmed: boolean }>) =>
    [...things]
      .filter(([, { dimmed }]) => !dimmed)
      .map(([id]) => id)
      .sort();
  return { ...built, nodes, edges, fullNodes: full(nodes), fullEdges: full(edges) };
}
