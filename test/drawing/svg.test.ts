import { describe, expect, it } from 'vitest';
import { overlaps } from '../../src/drawing/geometry.js';
import { layoutScene } from '../../src/drawing/layout/layout.js';
import { rasterize } from '../../src/drawing/png.js';
import type { RenderOptions } from '../../src/drawing/scene/records.js';
import { renderSvg } from '../../src/drawing/svg/svg.js';
import { flow, fontDir, input, scene } from './fixture.js';

/** Fails unless elements are closed in order and `<`, `&` and control characters are escaped. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-z]+)((?: [a-z:A-Z-]+="[^"<]*")*)(\/?)>/g,
    (_, closes, name, __, empty) => {
      if (closes) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]/);
  expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
  expect(svg.trimEnd()).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
}

const svgOf = async (options: RenderOptions = {}) => (await renderSvg(scene(options).scene)).svg;
const count = (svg: string, part: string): number => svg.split(part).length - 1;

describe('renderSvg', () => {
  it('gives the same bytes for the same scene', async () => {
    expect(await svgOf({ tab: 'tags' })).toBe(await svgOf({ tab: 'tags' }));
  });

  it('draws every object and line, arrowheads by direction, and their texts', async () => {
    const svg = await svgOf();
    expectWellFormed(svg);
    expect(count(svg, 'class="node"')).toBe(8);
    expect(count(svg, 'class="edge"')).toBe(5);
    expect(count(svg, 'class="arrow"')).toBe(1 + 2 + 1 + 0 + 1);
    for (const words of [
      'Shop',
      'App diagram · shop',
      'Takes payments',
      'App · Node.js, PostgreSQL',
      'External system',
    ]) {
      expect(svg).toContain(words);
    }
    expect(svg).toMatch(/text-decoration="line-through"[^>]*>db</);
  });

  it('changes with each option', async () => {
    const all: RenderOptions[] = [
      {},
      { theme: 'dark' },
      { tab: 'tags' },
      { tab: 'technology' },
      { tab: 'status' },
      { tab: 'teams' },
      { focusIds: ['web'] },
      { focusIds: ['web'], pinIds: ['db'] },
      { hideIds: ['web'] },
      { groupId: 'zone' },
      { groupId: 'quality' },
    ];
    const pictures = new Set(await Promise.all(all.map(svgOf)));
    expect(pictures.size).toBe(all.length);
    expect(count(await svgOf({ focusIds: ['user', 'web'] }), 'class="node dimmed"')).toBe(5);
    expect(await svgOf({ tab: 'tags' })).toContain('class="legend"');
  });

  it('lists the steps of a flow', async () => {
    const { svg } = await renderSvg(scene({ flowId: 'flow' }, { flow }).scene);
    expectWellFormed(svg);
    expect(svg).toContain('class="flow"');
    expect(svg).toContain('step four');
  });

  it('keeps hostile text harmless and inside its box', async () => {
    const names = [
      '<script>alert(1)</script>',
      `"quotes" & 'more' ]]>`,
      'bell\u0007 null\u0000 esc\u001b[31m \u202egnirts\ud800',
      '🧑🏽‍🚀 ünïcødé 漢字',
      'x'.repeat(400),
      '</text></svg>',
      '   ',
      'a\nb\tc',
    ];
    const given = input({ tab: 'tags' });
    const hostile = {
      modelObjects: given.modelObjects.map((o, i) => ({
        ...o,
        name: names[i % names.length] ?? '',
        caption: names.join(' '),
      })),
      modelConnections: given.modelConnections.map((c, i) => ({ ...c, name: names[i] ?? '' })),
      tags: given.tags.map((tag, i) => ({ ...tag, name: names[i] ?? '', color: 'url(#x)' })),
      diagram: { ...given.diagram, name: names.join(' ') },
    };
    const { scene: picture } = scene({ tab: 'tags' }, hostile);
    const { svg } = await renderSvg(picture);
    expectWellFormed(svg);
    expect(svg).toContain('&lt;script&gt;');
    expect(svg).not.toContain('url(');
    await expect(rasterize(svg, { fontDir, scale: 0.2 })).resolves.toBeDefined();
  });

  it('renders an empty diagram', async () => {
    const { svg, width, height } = await renderSvg(scene({}, { content: {} }).scene);
    expectWellFormed(svg);
    expect(svg).toContain('Nothing to show');
    expect(width).toBeGreaterThan(400);
    expect(height).toBeGreaterThan(200);
  });
});

describe('layoutScene', () => {
  it('has no overlapping cards or labels, and keeps children inside their frames', async () => {
    const { scene: picture } = scene({ groupId: 'zone', tab: 'tags' });
    const { nodes, edges, width, height } = await layoutScene(picture);
    const cards = picture.nodes.filter((node) => !['area', 'group'].includes(node.type));
    const rects = [
      ...cards.flatMap(({ id }) => nodes.get(id) ?? []),
      ...[...edges.values()].flatMap(({ label }) => label?.rect ?? []),
    ];
    expect(rects.length).toBe(cards.length + picture.edges.length);
    for (const [i, a] of rects.entries()) {
      for (const b of rects.slice(i + 1)) expect(overlaps(a, b)).toBe(false);
      expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height).toBe(true);
    }
    for (const { id, parentId } of picture.nodes) {
      const [inner, outer] = [nodes.get(id), nodes.get(parentId ?? '')];
      if (inner && outer) {
        expect(inner.x > outer.x && inner.y > outer.y + outer.box.header).toBe(true);
        expect(inner.x + inner.width < outer.x + outer.width).toBe(true);
      }
    }
  });

  it('supports lines between a frame and its content, self-loops and parallel lines', async () => {
    const given = input();
    const line = (id: string, originId: string, targetId: string) => ({
      id,
      modelId: 'pays',
      originId,
      targetId,
    });
    const connections = {
      in: line('in', 'o-shop', 'o-web'),
      out: line('out', 'o-engine', 'o-shop'),
      self: line('self', 'o-web', 'o-web'),
      frame: line('frame', 'o-api', 'o-api'),
      again: line('again', 'o-shop', 'o-web'),
    };
    const { edges } = await layoutScene(scene({}, { content: { ...given.content, connections } }).scene);
    for (const { points } of edges.values()) expect(points.length).toBeGreaterThan(1);
  });

  it('arranges objects without lines in rows', async () => {
    const given = input();
    const { width, height } = await layoutScene(
      scene({ hideIds: ['shop'] }, { content: { objects: given.content.objects ?? {} } }).scene,
    );
    expect(width / height).toBeLessThan(8);
  });
});
