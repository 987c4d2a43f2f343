import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps, type Point } from '../../src/drawing/geometry.js';
import { layoutScene } from '../../src/drawing/layout/layout.js';
import type { Layout, PlacedNode } from '../../src/drawing/layout/placed.js';
import { buildScene } from '../../src/drawing/scene/build-scene.js';
import type { RenderOptions, SceneInput } from '../../src/drawing/scene/records.js';
import { renderSvg } from '../../src/drawing/svg/svg.js';
import { runs } from '../support/property-runs.js';
import { faultsOf } from './faults.js';
import { flow, input } from './fixture.js';
import { marksOfSvg } from './svg-marks.js';

type Drawn = Record<string, unknown>;
type Model = Partial<SceneInput['modelObjects'][number]>;
type Line = readonly [from: string, to: string, drawn?: Drawn, model?: Drawn];

/** A diagram of boxes at `x`, `y`, joined by lines; diagram ids are those of the model. */
function diagram(objects: Record<string, Drawn & { model?: Model }>, lines: readonly Line[] = []) {
  const given: SceneInput = {
    diagram: { id: 'diagram', name: 'Placed' },
    content: {
      objects: Object.fromEntries(
        Object.entries(objects).map(([id, { model, ...drawn }]) => [
          id,
          { id, modelId: id, type: model?.type ?? 'app', shape: 'box', ...drawn },
        ]),
      ),
      connections: Object.fromEntries(
        lines.map(([originId, targetId, drawn], at) => [
          `l${at}`,
          { id: `l${at}`, modelId: `l${at}`, originId, targetId, ...drawn },
        ]),
      ),
    },
    modelObjects: Object.entries(objects).map(([id, { model }]) => ({ id, name: id, type: 'app', ...model })),
    modelConnections: lines.map(([, , , model], at) => ({
      id: `l${at}`,
      name: `Line ${at}`,
      direction: 'outgoing',
      ...model,
    })),
    technologies: [],
    tags: [],
    tagGroups: [],
  };
  return (options: RenderOptions = {}) => buildScene({ ...given, options }).scene;
}

const at = (x: number, y: number, more: Drawn = {}) => ({ x, y, width: 256, height: 128, ...more });

function boxOf({ nodes }: Layout, id: string): PlacedNode {
  const found = nodes.get(id);
  if (!found) throw new Error(`No box ${id}.`);
  return found;
}

const pointsOf = ({ edges }: Layout, id: string): readonly Point[] => edges.get(id)?.points ?? [];

/** Positions and sizes relative to the box `from`. */
const relative = (layout: Layout, from: string): Record<string, number[]> => {
  const { x, y } = boxOf(layout, from);
  return Object.fromEntries(
    [...layout.nodes].map(([id, box]) => [id, [box.x - x, box.y - y, box.width, box.height]]),
  );
};

/** Positions of the boxes of a picture, relative to one of them, read from its SVG. */
async function drawnAt(scene: ReturnType<ReturnType<typeof diagram>>, from: string) {
  const marks = marksOfSvg((await renderSvg(scene)).svg).filter(({ group }) => group === 'node');
  const first = marks.find(({ id }) => id === from)?.from ?? { x: 0, y: 0 };
  return new Map(marks.map((it) => [it.id, [it.from.x - first.x, it.from.y - first.y]]));
}

describe('a diagram with stored positions', () => {
  it('is drawn with them: negative, overlapping and far apart', async () => {
    const scene = diagram({
      a: at(-700, -300),
      b: at(-600, -250),
      c: at(5000, 40, { width: 400, height: 90 }),
    });
    expect(relative(await layoutScene(scene()), 'a')).toEqual({
      a: [0, 0, 256, 128],
      b: [100, 50, 256, 128],
      c: [5700, 340, 400, 90],
    });
    const drawn = await drawnAt(scene(), 'a');
    expect([drawn.get('b'), drawn.get('c')]).toEqual([
      [100, 50],
      [5700, 340],
    ]);
  });

  it('has default sizes if none are stored, and ignores positions that are not numbers', async () => {
    const layout = await layoutScene(
      diagram({
        a: { x: 0, y: 0 },
        user: { x: 400, y: 0, model: { type: 'actor' } },
        bad: { x: 'left', y: Number.NaN },
        lost: { x: Number.MAX_VALUE, y: 0 },
      })(),
    );
    expect(relative(layout, 'a')).toMatchObject({ a: [0, 0, 256, 128], user: [400, 0, 256, 160] });
    expect(layout.width).toBeLessThan(3000);
    expect(layout.nodes.size).toBe(4);
  });

  it('keeps its boxes in place with every option', async () => {
    const given = input();
    const objects = Object.entries(given.content.objects ?? {}).map(([id, it], index) => [
      id,
      { ...it, x: (index % 3) * 400, y: Math.floor(index / 3) * 320, width: 224, height: 128 },
    ]);
    const content = { ...given.content, objects: Object.fromEntries(objects) };
    const placed = (options: RenderOptions, more: Partial<SceneInput> = {}) =>
      layoutScene(buildScene(input(options, { content, ...more })).scene);
    const plain = relative(await placed({}), 'o-user');
    for (const options of [
      { tab: 'tags' },
      { tab: 'teams' },
      { theme: 'dark' },
      { focusIds: ['web'] },
    ] as const)
      expect(relative(await placed(options), 'o-user')).toEqual(plain);
    expect(relative(await placed({ flowId: 'flow' }, { flow }), 'o-user')).toEqual(plain);
    const automatic = relative(await placed({ autoLayout: true }), 'o-user');
    expect(automatic).not.toEqual(plain);
  });

  it('has its text inside its boxes, however small', async () => {
    const caption = 'A caption that takes several lines in a box of any usual width';
    const sizes = [10, 40, 70, 90, 128, 300].flatMap((height) =>
      [20, 90, 150, 256].map((width) => ({ width, height })),
    );
    const types = ['app', 'store', 'actor', 'system', 'component'];
    const objects = sizes.map((size, index): [string, Drawn & { model: Model }] => [
      `n${index}`,
      {
        ...at((index % 6) * 400, Math.floor(index / 6) * 400, size),
        model: { type: types[index % 5] ?? '', caption },
      },
    ]);
    expect(await faultsOf(diagram(Object.fromEntries(objects))())).toEqual([]);
  });

  it('has areas that grow around their members and keep their stored size otherwise', async () => {
    const area = { shape: 'area', model: { type: 'system' } };
    const inside = { model: { parentId: 's' } };
    const stored = await layoutScene(
      diagram({
        s: { ...area, ...at(0, 0, { width: 700, height: 500 }) },
        a: { ...at(100, 200), ...inside },
      })(),
    );
    expect(relative(stored, 's').s).toEqual([0, 0, 700, 500]);
    const grown = await layoutScene(
      diagram({ s: { ...area, ...at(0, 0) }, a: { ...at(900, 200), ...inside } })(),
    );
    const [s, a] = [boxOf(grown, 's'), boxOf(grown, 'a')];
    expect([a.x - s.x, a.y - s.y]).toEqual([900, 200]);
    expect(s.x + s.width).toBeGreaterThan(a.x + a.width);
    expect(s.y + s.height).toBeGreaterThan(a.y + a.height);
  });
});

describe('an object without a position among others', () => {
  it('is placed near its connected boxes, and nothing else moves', async () => {
    const places = { a: at(0, 0), b: at(400, 0), c: at(0, 320), far: at(4000, 0) };
    const layout = await layoutScene(
      diagram({ ...places, fresh: {} }, [
        ['fresh', 'b'],
        ['c', 'fresh'],
      ])(),
    );
    const boxes = relative(layout, 'a');
    expect(boxes).toMatchObject({ b: [400, 0, 256, 128], c: [0, 320, 256, 128], far: [4000, 0, 256, 128] });
    const fresh = boxOf(layout, 'fresh');
    for (const id of Object.keys(places)) expect(overlaps(fresh, boxOf(layout, id))).toBe(false);
    expect(Math.abs(fresh.x - boxOf(layout, 'b').x)).toBeLessThan(600);
  });

  it('is placed in its area, with a whole area of its own too', async () => {
    const area = { shape: 'area', model: { type: 'system' } };
    const scene = diagram({
      s: { ...area, ...at(0, 0, { width: 900, height: 400 }) },
      a: { ...at(50, 100), model: { parentId: 's' } },
      fresh: { model: { parentId: 's' } },
      t: area,
      inner: { model: { parentId: 't' } },
    });
    expect(await faultsOf(scene())).toEqual([]);
  });
});

describe('the lines of a placed diagram', () => {
  it('meet their boxes at the stored connectors, in the stored line shape', async () => {
    const layout = await layoutScene(
      diagram({ a: at(0, 0), b: at(600, 300) }, [
        ['a', 'b', { originConnector: 'bottom-left', targetConnector: 'left-top', lineShape: 'square' }],
        ['a', 'b', { originConnector: 'top-right', targetConnector: 'right-middle', lineShape: 'straight' }],
      ])(),
    );
    const [a, b] = [boxOf(layout, 'a'), boxOf(layout, 'b')];
    const [square, straight] = [pointsOf(layout, 'l0'), pointsOf(layout, 'l1')];
    expect(square[0]).toEqual({ x: a.x + 64, y: a.y + 128 });
    expect(square.at(-1)).toEqual({ x: b.x, y: b.y + 32 });
    expect(straight).toEqual([
      { x: a.x + 192, y: a.y },
      { x: b.x + 256, y: b.y + 64 },
    ]);
  });

  it('have labels and bends at the stored positions', async () => {
    const points = [
      { x: 700, y: 64 },
      { x: 700, y: 500 },
    ];
    const layout = await layoutScene(
      diagram({ a: at(0, 0), b: at(1000, 0), c: at(1000, 436) }, [
        ['a', 'b', { labelPosition: 80, originConnector: 'right-top', targetConnector: 'left-top' }],
        ['a', 'c', { points }],
      ])(),
    );
    const label = layout.edges.get('l0')?.label?.rect;
    expect(label && Math.abs(label.x + label.width / 2 - (256 + 744 * 0.8))).toBeLessThan(40);
    const { x, y } = boxOf(layout, 'a');
    expect(pointsOf(layout, 'l1').slice(1, -1)).toEqual(points.map((it) => ({ x: it.x + x, y: it.y + y })));
  });

  it('run through their broker, which is named if it is not drawn', async () => {
    const via = diagram({ a: at(0, 0), k: at(500, 300), b: at(1000, 0) }, [['a', 'b', {}, { viaId: 'k' }]]);
    const ends = via().edges.map(({ originId, targetId, label }) => [originId, targetId, label]);
    expect(ends).toEqual([
      ['a', 'k', 'Line 0'],
      ['k', 'b', 'Line 0'],
    ]);
    expect(await faultsOf(via())).toEqual([]);
    const hidden = via({ hideIds: ['k'] }).edges.map(({ originId, targetId, label }) => [
      originId,
      targetId,
      label,
    ]);
    expect(hidden).toEqual([['a', 'b', 'Line 0 via k']]);
  });

  it('go around boxes and apart from each other: parallel lines, loops, and a line past a box', async () => {
    const lines: Line[] = [
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'b', { lineShape: 'square' }],
      ['a', 'c', { originConnector: 'right-middle', targetConnector: 'left-middle' }],
      ['c', 'c'],
      ['a', 's'],
      ['in', 's'],
    ];
    const scene = diagram(
      {
        a: at(0, 0),
        b: at(450, 0),
        c: at(900, 0),
        s: { ...at(0, 400, { width: 700, height: 300 }), shape: 'area', model: { type: 'system' } },
        in: { ...at(100, 500), model: { parentId: 's' } },
      },
      lines,
    );
    expect(await faultsOf(scene())).toEqual([]);
  });

  it('give a valid picture for any boxes on a grid', async () => {
    const slots = fc.uniqueArray(fc.nat(24), { minLength: 2, maxLength: 12 });
    const ends = fc.uniqueArray(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 8, selector: String });
    await fc.assert(
      fc.asyncProperty(slots, ends, async (cells, pairs) => {
        const id = (index: number): string => `n${index % cells.length}`;
        const objects = cells.map((cell, index) => [
          id(index),
          at((cell % 5) * 448, Math.floor(cell / 5) * 352),
        ]);
        const names = pairs.map(([from, to]) => [id(from), id(to)].join(' '));
        const lines = [...new Set(names)].map((it) => it.split(' ') as unknown as Line);
        expect(await faultsOf(diagram(Object.fromEntries(objects), lines)())).toEqual([]);
      }),
      { numRuns: runs(12) },
    );
  });
});

describe('a diagram without positions', () => {
  it('runs in one direction with every option', () => {
    const direction = (options: RenderOptions, more: Partial<SceneInput> = {}) =>
      buildScene(input(options, more)).scene.direction;
    const plain = direction({});
    expect(plain).toMatch(/^(?:DOWN|RIGHT)$/);
    for (const options of [{ tab: 'tags' }, { hideIds: ['web', 'api', 'db'] }, { groupId: 'zone' }] as const)
      expect(direction(options)).toBe(plain);
    expect(direction({ flowId: 'flow' }, { flow })).toBe(plain);
  });
});
