import { describe, expect, it } from 'vitest';
import { flow, input, scene } from './fixture.js';

const NODES = ['api', 'bank', 'db', 'engine', 'router', 'shop', 'user', 'web'];
const EDGES = ['asks', 'calls', 'pays', 'settles', 'stores'];

describe('buildScene', () => {
  it('joins the diagram to the model', () => {
    const { scene: picture, nodes, edges, unknownIds } = scene();
    expect(unknownIds).toEqual([]);
    expect(picture).toMatchObject({
      title: 'Shop',
      subtitle: 'App diagram · shop',
      theme: 'light',
      colored: false,
    });
    expect(nodes.get('web')).toMatchObject({
      type: 'app',
      technologies: ['Node.js'],
      chips: [],
      dimmed: false,
    });
    expect(nodes.get('shop')).toMatchObject({ type: 'area', kind: 'system' });
    expect(nodes.get('bank')).toMatchObject({ external: true });
    expect(nodes.get('engine')).toMatchObject({ status: 'future', chips: [{ label: 'Future' }] });
    expect(edges.get('calls')).toMatchObject({
      originId: 'o-web',
      targetId: 'o-api',
      direction: 'bidirectional',
    });
    expect(edges.get('stores')?.direction).toBeNull();
    expect(picture.legend).toBeUndefined();
  });

  it('nests objects in the nearest ancestor drawn as an area', () => {
    const { nodes } = scene();
    const parents = Object.fromEntries([...nodes].map(([id, node]) => [id, node.parentId]));
    expect(parents).toMatchObject({ user: null, shop: null, web: 'o-shop', api: 'o-shop', engine: 'o-api' });
  });

  it('nests members in a group that is on the diagram, and the group where its members are', () => {
    const base = input();
    const zone = { 'o-zone': { id: 'o-zone', modelId: 'zone', shape: 'area', type: 'group' } };
    const { nodes } = scene(
      {},
      { content: { ...base.content, objects: { ...base.content.objects, ...zone } } },
    );
    expect(nodes.get('zone')?.parentId).toBe('o-api');
    expect(nodes.get('engine')?.parentId).toBe('o-zone');
    expect(nodes.get('web')?.parentId).toBe('o-shop');
  });

  it('survives cycles of parents and groups', () => {
    const loop = { shape: 'area', type: 'group' };
    const objects = { a: { id: 'a', modelId: 'A', ...loop }, b: { id: 'b', modelId: 'B', ...loop } };
    const modelObjects = [
      { id: 'A', name: 'A', type: 'group', parentId: 'B', groupIds: ['B', 'A'] },
      { id: 'B', name: 'B', type: 'group', parentId: 'A', groupIds: ['A'] },
    ];
    const { nodes } = scene({ groupId: 'A' }, { content: { objects }, modelObjects });
    expect([...nodes.values()].some(({ parentId }) => parentId === null)).toBe(true);
  });

  it('hides objects with their lines and contents, and keeps pinned ones', () => {
    expect([...scene({ hideIds: ['web'] }).edges.keys()].sort()).toEqual(['asks', 'settles', 'stores']);
    expect([...scene({ hideIds: ['o-api'] }).nodes.keys()].sort()).toEqual([
      'bank',
      'db',
      'shop',
      'user',
      'web',
    ]);
    const pinned = scene({ hideIds: ['api'], pinIds: ['engine'] });
    expect(pinned.nodes.get('engine')?.parentId).toBe('o-shop');
    expect([...scene({ hideIds: ['pays'] }).edges.keys()]).not.toContain('pays');
    expect([...scene({ hideIds: ['web'], pinIds: ['d-pays'] }).nodes.keys()]).toContain('web');
  });

  it('dims elements out of focus, but not those around the focus or pinned', () => {
    const focused = scene({ focusIds: ['user', 'web'] });
    expect(focused.fullNodes).toEqual(['shop', 'user', 'web']);
    expect(focused.fullEdges).toEqual(['pays']);
    expect(scene({ focusIds: ['settles'] }).fullEdges).toEqual(['settles']);
    expect(scene({ focusIds: ['user'], pinIds: ['db', 'stores'] }).fullNodes).toEqual(['db', 'user']);
    expect(scene({ focusIds: [] }).fullNodes).toEqual(NODES);
  });

  it('accepts keys of the tab as ids', () => {
    expect(scene({ tab: 'tags', focusIds: ['fast'] }).fullEdges).toEqual(['pays']);
    expect([...scene({ tab: 'status', hideIds: ['removed'] }).nodes.keys()]).not.toContain('db');
    expect(scene({ tab: 'technology', focusIds: ['pg'] }).fullNodes).toContain('db');
    expect(scene({ tab: 'teams', focusIds: ['red'] }).fullNodes).toEqual(['shop', 'web']);
    expect(scene({ tab: 'tags', focusIds: ['removed'] }).unknownIds).toEqual(['removed']);
  });

  it('colours by tab, with chips and a legend of the used keys', () => {
    const tags = scene({ tab: 'tags' });
    expect(tags.nodes.get('web')).toMatchObject({
      accent: 'red',
      chips: [{ label: 'Card data' }, { label: 'Latency critical' }],
    });
    expect(tags.edges.get('pays')?.accent).toBe('purple');
    expect(tags.scene.legend).toMatchObject({
      title: 'Tags',
      entries: [{ label: 'Card data' }, { label: 'Latency critical' }],
    });
    expect(scene({ tab: 'technology' }).nodes.get('db')?.accent).toBe('dark-blue');
    expect(scene({ tab: 'status' }).nodes.get('db')).toMatchObject({
      accent: 'red',
      chips: [{ label: 'Removed' }],
    });
    expect(scene({ tab: 'teams' }).scene.legend?.entries).toEqual([{ label: 'Red team', color: 'red' }]);
  });

  it('limits the tags to the group of groupId', () => {
    const { nodes, scene: picture } = scene({ groupId: 'quality' });
    expect(nodes.get('web')).toMatchObject({ accent: 'purple', chips: [{ label: 'Latency critical' }] });
    expect(nodes.get('shop')?.accent).toBeUndefined();
    expect(picture.legend).toMatchObject({ title: 'Quality', entries: [{ label: 'Latency critical' }] });
  });

  it('draws the members of a model group in its box and dims the rest', () => {
    const { nodes, fullNodes, fullEdges } = scene({ groupId: 'zone' });
    expect(nodes.get('zone')).toMatchObject({ type: 'group', parentId: 'o-api' });
    expect(nodes.get('engine')?.parentId).toBe('zone');
    expect(fullNodes).toEqual(['api', 'engine', 'router', 'shop', 'zone']);
    expect(fullEdges).toEqual(['asks']);
  });

  it('numbers the lines of a flow in order and lists its steps', () => {
    const { scene: picture, edges, fullEdges } = scene({ flowId: 'flow' }, { flow });
    expect(picture.flow?.steps.map(({ index, text }) => [index, text])).toEqual([
      [null, 'step intro'],
      [1, 'step one'],
      [2, 'step two'],
      [null, 'step choice'],
      [null, 'Yes'],
      [3, 'step three'],
      [null, 'No'],
      [4, 'step four'],
    ]);
    expect(edges.get('settles')?.stepNumbers).toEqual([4]);
    expect(fullEdges).toEqual(EDGES.filter((id) => id !== 'stores'));
  });

  it('keeps only the chosen paths of a flow', () => {
    const { scene: picture, edges } = scene({ flowId: 'flow', flowPathIds: ['no'] }, { flow });
    expect(picture.flow?.steps.map(({ text }) => text)).not.toContain('step three');
    expect(edges.get('settles')?.stepNumbers).toEqual([3]);
    expect(edges.get('asks')?.dimmed).toBe(true);
  });

  it('reports unknown ids once each, and none that exist elsewhere in the model', () => {
    const { unknownIds } = scene(
      {
        focusIds: ['a', 'elsewhere'],
        hideIds: ['b', 'a'],
        pinIds: ['c'],
        groupId: 'bank',
        flowId: 'flow',
        flowPathIds: ['p'],
      },
      { flow },
    );
    expect(unknownIds.toSorted()).toEqual(['a', 'b', 'bank', 'c', 'p']);
    expect(scene({ flowId: 'gone' }).unknownIds).toEqual(['gone']);
  });

  it('changes nothing in its input', () => {
    const given = input({ groupId: 'zone', tab: 'tags' });
    const before = structuredClone(given);
    scene({ groupId: 'zone', tab: 'tags' }, given);
    expect(given).toEqual(before);
  });
});
