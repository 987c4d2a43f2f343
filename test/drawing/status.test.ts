import { describe, expect, it } from 'vitest';
import { boxOf } from '../../src/drawing/layout/node-box.js';
import { buildScene } from '../../src/drawing/scene/build-scene.js';
import type { NodeType, Scene, SceneNode, Status } from '../../src/drawing/scene/scene.js';
import { STATUS_KEYS } from '../../src/drawing/scene/tabs.js';
import { renderSvg } from '../../src/drawing/svg/svg.js';
import { elementsOf } from '../../src/model/document/element.js';
import { Implied } from '../../src/model/document/implied.js';
import { readModel } from '../../src/model/document/read.js';
import { layOutDiagram, scenePartsOf } from '../../src/model/plan/drawn-boxes.js';

const TYPES: readonly NodeType[] = ['actor', 'app', 'component', 'store', 'system'];
const STATUSES: readonly Status[] = ['future', 'deprecated', 'removed'];
const CASES = TYPES.flatMap((type) => STATUSES.map((status) => [status, type] as const));

function node(type: NodeType, status: Status, more: Partial<SceneNode> = {}): SceneNode {
  const { label, color } = STATUS_KEYS[status];
  return {
    id: 'it',
    name: 'Booking API',
    type,
    technologies: ['Node.js', 'PostgreSQL'],
    status,
    external: false,
    parentId: null,
    dimmed: false,
    chips: status === 'live' ? [] : [{ label, color, isStatus: true }],
    ...more,
  };
}

/** The status that the text of a box shows. */
const statusIn = (it: SceneNode, size?: { width: number; height: number }): string => {
  const { chips, type, isStatusInType } = boxOf(it, size);
  return chips.find(({ isStatus }) => isStatus)?.label ?? (isStatusInType ? type.join(' ') : '');
};

describe('a box of stored size', () => {
  it.each(CASES)('shows the status %s of a %s that was live when the size was stored', (status, type) => {
    const size = boxOf(node(type, 'live'));
    expect(statusIn(node(type, status), size)).toContain(STATUS_KEYS[status].label);
    const tags = ['PCI', 'Public'].map((label) => ({ label, color: 'green' }));
    const { chips } = node(type, status);
    expect(statusIn(node(type, status, { chips: [...chips, ...tags] }), size)).toContain(
      STATUS_KEYS[status].label,
    );
  });

  it.each(CASES)('keeps the type line after %s %s was renamed', (status, type) => {
    const size = boxOf(node(type, status, { technologies: [] }));
    const renamed = boxOf(node(type, status, { name: 'Booking and Reservations API' }), size);
    expect(renamed.type.join(' ').toLowerCase()).toContain(type);
    expect(renamed.name.join(' ')).toBe('Booking and Reservations API');
  });

  it('omits captions, then technologies, then tags; the type and the status stay', () => {
    const tags = ['PCI', 'Personal data of passengers'].map((label) => ({ label, color: 'green' }));
    const chips = [...node('app', 'deprecated').chips, ...tags];
    const full = node('app', 'deprecated', { caption: 'Takes bookings for all ferries', chips });
    const shown = Array.from({ length: 12 }, (_, at) => 150 - at * 8).map((height) => {
      const { caption, type, chips: drawn } = boxOf(full, { width: 200, height });
      return {
        caption: caption.length > 0,
        technologies: type.join(' ').includes('·'),
        tags: drawn.some(({ isStatus }) => !isStatus),
        type: type.join(' ').toLowerCase().includes('app'),
        status: statusIn(full, { width: 200, height }).includes('Deprecated'),
      };
    });
    const last = (part: keyof (typeof shown)[number]) => shown.findLastIndex((it) => it[part]);
    expect(last('caption')).toBeLessThan(last('technologies'));
    expect(last('technologies')).toBeLessThan(last('tags'));
    expect(last('tags')).toBeLessThan(last('type'));
    expect([last('type'), last('status')]).toEqual([11, 11]);
  });

  it('without space for an icon has the status below its name', () => {
    const size = { width: 100, height: 44 };
    expect(boxOf(node('app', 'removed', { name: 'A name of several lines' }), size)).toMatchObject({
      plain: true,
      type: ['Removed app'],
    });
    expect(boxOf(node('app', 'live', { name: 'API' }), size).type).toEqual(['App']);
  });

  it('of a frame has the status in its type line if its heading has no space for chips', () => {
    const area = node('area', 'deprecated', { kind: 'system', technologies: [] });
    expect(statusIn(area)).toBe('Deprecated');
    const small = boxOf(node('area', 'deprecated', { kind: 'system' }), { width: 90, height: 60 });
    expect(small.frame).toBe(true);
  });
});

const SCENE: Omit<Scene, 'nodes' | 'edges'> = { title: 'Statuses', theme: 'light', colored: false };

/** The outline of a node, or the line of an edge: the SVG of its group without texts and colours. */
async function shapeOf(scene: Scene, group: 'frame' | 'node' | 'edge'): Promise<string> {
  const { svg } = await renderSvg(scene);
  const [found = ''] = new RegExp(`<g class="${group}" data-id="it".*?</g>`).exec(svg) ?? [];
  expect(found).not.toBe('');
  return found.replace(/<(text|title)[^>]*>[^<]*<\/\1>/g, '').replace(/#[0-9a-f]{6}/g, '');
}

const distinct = (values: readonly string[]): number => new Set(values).size;

describe('each status is visible without text and colour', () => {
  const ALL: readonly Status[] = ['live', ...STATUSES];

  it.each(['light', 'dark'] as const)('in boxes, frames and lines of the theme %s', async (theme) => {
    for (const type of [...TYPES, 'area', 'group'] as const) {
      for (const accent of [{}, { accent: 'green' }]) {
        const shapes = ALL.map((status) => {
          const it = node(type, status, {
            chips: [],
            place: { x: 0, y: 0, width: 256, height: 160 },
            ...accent,
          });
          return shapeOf(
            { ...SCENE, theme, nodes: [it], edges: [] },
            type === 'area' || type === 'group' ? 'frame' : 'node',
          );
        });
        expect(distinct(await Promise.all(shapes)), type).toBe(ALL.length);
      }
    }
    const lines = ALL.map((status) => {
      const nodes = ['a', 'b'].map((id) => node('app', 'live', { id }));
      const edge = {
        id: 'it',
        originId: 'a',
        targetId: 'b',
        label: '',
        direction: null,
        technologies: [],
        status,
        dimmed: false,
        stepNumbers: [],
      };
      return shapeOf({ ...SCENE, theme, nodes, edges: [edge] }, 'edge');
    });
    expect(distinct(await Promise.all(lines))).toBe(ALL.length);
  });

  it('and the name of a removed box is struck out', async () => {
    const { svg } = await renderSvg({ ...SCENE, nodes: [node('app', 'removed')], edges: [] });
    expect(svg).toMatch(/text-decoration="line-through"[^>]*>Booking API</);
  });

  it('and the label of a line has the status as text', async () => {
    const connection = { id: 'c', name: 'Asks', originId: 'a', targetId: 'b', status: 'deprecated' };
    const drawn = (id: string) => ({ id, modelId: id, shape: 'box' });
    const { scene } = buildScene({
      diagram: { id: 'd', name: 'D' },
      content: { objects: { a: drawn('a'), b: drawn('b') }, connections: { c: { id: 'c', modelId: 'c' } } },
      modelObjects: [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B' },
      ],
      modelConnections: [connection],
      technologies: [],
      tags: [],
      tagGroups: [],
    });
    expect((await renderSvg(scene)).svg).toContain('>Deprecated<');
  });
});

describe('the size of a box on a new diagram of a model', () => {
  it('has space for status, technologies and "external"', async () => {
    const { model } = readModel([
      {
        path: 'm.yaml',
        text: `
domains: [{ id: d, name: D }]
objects:
  - { id: s, type: system, name: Shop }
  - { id: api, type: app, parent: s, name: API, status: deprecated, external: true, technologies: [nodejs, postgresql] }
  - { id: plain, type: app, parent: s, name: API }
diagrams:
  - { id: apps, type: app-diagram, of: s, name: Apps, objects: [api, plain] }
`,
      },
    ]);
    const [diagram] = elementsOf(model, 'diagram');
    if (!diagram) throw new Error('The model has no diagram.');
    const boxes = await layOutDiagram(diagram, new Implied(model), scenePartsOf(model));
    const chips = [{ label: 'Deprecated', color: 'orange', isStatus: true as const }];
    const technologies = ['nodejs', 'postgresql'];
    const wanted = boxOf(node('app', 'deprecated', { name: 'API', external: true, technologies, chips }));
    const { width, height } = boxes.get('api') ?? { width: 0, height: 0 };
    expect([width, height]).toEqual([wanted.width, wanted.height]);
    expect(boxes.get('plain')?.height).toBeLessThan(height);
  });
});
