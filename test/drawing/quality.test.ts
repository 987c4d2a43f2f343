import { describe, expect, it } from 'vitest';
import { layoutAutomatically } from '../../src/drawing/layout/automatic-layout.js';
import { layoutScene } from '../../src/drawing/layout/layout.js';
import { buildScene } from '../../src/drawing/scene/build-scene.js';
import type { Scene } from '../../src/drawing/scene/scene.js';
import { type Picture, renderSvg } from '../../src/drawing/svg/svg.js';
import { sceneInputOf } from '../../src/model/analysis/graph/scene-input.js';
import { selectGraph } from '../../src/model/analysis/graph/select-graph.js';
import { readModel } from '../../src/model/document/read.js';
import { faultsOf } from './faults.js';
import { PUBLIC_EXAMPLES } from './graphs/public-examples.js';
import { documentOfGraph } from './graphs/read-graph.js';
import { syntheticDocument } from './graphs/synthetic.js';
import { measuresOf } from './picture-measures.js';

function sceneOf(text: string): Scene {
  const { model } = readModel([{ path: 'm.yaml', text }]);
  const chosen = selectGraph(model, { depth: 1, direction: 'both' });
  const { scene } = buildScene(sceneInputOf(model, chosen, { title: 'All', theme: 'light' }));
  return { ...scene, isQuick: true };
}

const published = Object.entries(PUBLIC_EXAMPLES).map(
  ([name, text]) => [name, documentOfGraph(text)] as const,
);
const synthetic = [20, 40, 60, 80, 120].map((boxes) => [`${boxes} boxes`, syntheticDocument(boxes)] as const);

/** Sides of an A4 page, in points. */
const A4 = { long: 842, short: 595 };

/** Size of the smallest text in points, if the picture fills an A4 page in the better orientation. */
function smallestText({ svg, width, height }: Picture): number {
  const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
  return Math.min(...sizes) * Math.min(A4.long / Math.max(width, height), A4.short / Math.min(width, height));
}

describe('a picture fits a page', () => {
  it.each([...published, ...synthetic])('of %s', async (_, text) => {
    const scene = sceneOf(text);
    // The search for faults takes time that grows with the square of the lines.
    if (scene.edges.length < 50) expect(await faultsOf(scene)).toEqual([]);
    const { aspectRatio, blank, empty, overlaps } = measuresOf(await layoutScene(scene));
    expect(aspectRatio).toBeGreaterThan(0.5);
    expect(aspectRatio).toBeLessThan(2.05);
    expect(overlaps).toBe(0);
    expect(blank).toBeLessThanOrEqual(0.25);
    expect(empty).toBeLessThanOrEqual(0.8);
  });

  it.each(published)('with legible texts, none of them cut: %s', async (_, text) => {
    const picture = await renderSvg(sceneOf(text));
    expect(smallestText(picture)).toBeGreaterThanOrEqual(6);
    expect(picture.svg).not.toContain('…');
  });

  it('with few crossings', async () => {
    let crossings = 0;
    for (const [, text] of published) crossings += measuresOf(await layoutScene(sceneOf(text))).crossings;
    expect(crossings).toBeLessThanOrEqual(135);
  });

  it('with shorter lines than the layered layout of a dense graph', async () => {
    const scene = sceneOf(syntheticDocument(60));
    const [compact, layered] = [await layoutScene(scene), await layoutAutomatically(scene)].map((it) =>
      measuresOf(it),
    );
    expect((compact?.lineLength ?? 0) / (layered?.lineLength ?? 0)).toBeLessThan(0.4);
    expect(compact?.crossings).toBeLessThan(1.2 * (layered?.crossings ?? 0));
  });

  it('the same in each run', async () => {
    const scene = sceneOf(syntheticDocument(40));
    expect(await layoutScene(scene)).toEqual(await layoutScene(structuredClone(scene)));
  });
});
