import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { exportModel } from '../../src/model/dialects/export.ts';
import { viewsOf } from '../../src/model/dialects/view/levels.ts';
import { textOf } from '../../src/model/dialects/view/view.ts';
import { FLOWCHART, FORMATS } from '../../src/model/dialects/writers.ts';
import { elementsOf } from '../../src/model/document/element.ts';
import { displayText, sorted, testModels } from './models.mjs';

const dom = new JSDOM('<!doctype html><body></body>');
globalThis.window = dom.window;
globalThis.document = dom.window.document;
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', maxTextSize: 1e9, maxEdges: 1e6 });
const models = await testModels();

const read = async (text) => (await mermaid.mermaidAPI.getDiagramFromText(text)).db;
/** Decodes Mermaid's internal encoding of character entities. */
const plain = (text) => text.replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCharCode(Number(code)));

const childrenOf = (view, key) => view.nodes.filter(({ parent }) => parent === key);
const isBoundary = (view, node) => node.isOpen || childrenOf(view, node.node.key).length > 0;
const hasLeaf = (view, node) =>
  !isBoundary(view, node) || childrenOf(view, node.node.key).some((it) => hasLeaf(view, it));
const parentName = (view, node) => {
  const parent = view.nodes.find((it) => it.node.key === node.parent);
  return parent ? displayText(parent.node.name) : 'global';
};

test.each(models)('C4 of $name', async ({ model, landscape }) => {
  const { files } = exportModel(model, FORMATS.mermaid);
  const views = viewsOf(landscape);
  expect(files).toHaveLength(views.length);
  for (const [at, view] of views.entries()) {
    const drawn = view.nodes.filter((it) => hasLeaf(view, it));
    const leaves = drawn.filter((it) => !isBoundary(view, it));
    if (drawn.length === 0) continue;
    const db = await read(files[at].text);
    const bounds = db.getBoundaries().filter(({ alias }) => alias !== 'global');
    const nameByAlias = new Map(bounds.map(({ alias, label }) => [alias, plain(label.text)]));
    nameByAlias.set('global', 'global');
    expect(
      sorted(
        db
          .getC4ShapeArray()
          .map((it) => [plain(it.label.text), plain(it.descr.text), nameByAlias.get(it.parentBoundary)]),
      ),
    ).toEqual(
      sorted(
        leaves.map((it) => [
          displayText(it.node.name),
          it.node.caption === '' ? '' : displayText(it.node.caption),
          parentName(view, it),
        ]),
      ),
    );
    expect(sorted(bounds.map((it) => [plain(it.label.text), nameByAlias.get(it.parentBoundary)]))).toEqual(
      sorted(
        drawn
          .filter((it) => isBoundary(view, it))
          .map((it) => [displayText(it.node.name), parentName(view, it)]),
      ),
    );
    const names = new Map(db.getC4ShapeArray().map(({ alias, label }) => [alias, plain(label.text)]));
    const lines = new Map();
    const ends = new Set(leaves.map(({ node }) => node.key));
    const name = (key) => displayText(view.nodes.find(({ node }) => node.key === key).node.name);
    for (const edge of view.edges.filter(({ from, to }) => ends.has(from) && ends.has(to))) {
      const pair = JSON.stringify([edge.from, edge.to]);
      lines.set(pair, [...(lines.get(pair) ?? []), ...edge.links]);
    }
    expect(
      sorted(db.getRels().map((it) => [names.get(it.from), names.get(it.to), plain(it.label.text)])),
    ).toEqual(
      sorted([...lines].map(([pair, links]) => [...JSON.parse(pair).map(name), displayText(textOf(links))])),
    );
  }
});

test.each(models)('flowcharts of $name', async ({ model, landscape }) => {
  const { files } = exportModel(model, FLOWCHART);
  for (const [at, view] of viewsOf(landscape).entries()) {
    if (view.nodes.length === 0) continue;
    const db = await read(files[at].text);
    const boxes = view.nodes.filter(({ node }) => childrenOf(view, node.key).length > 0);
    const areas = db.getSubGraphs();
    const vertices = [...db.getVertices().values()].filter(({ id }) => !areas.some((it) => it.id === id));
    expect(sorted(vertices.map(({ text }) => plain(text)))).toEqual(
      sorted(view.nodes.filter((it) => !boxes.includes(it)).map(({ node }) => displayText(node.name))),
    );
    expect(sorted(areas.map(({ title, nodes }) => [plain(title), nodes.length]))).toEqual(
      sorted(boxes.map(({ node }) => [displayText(node.name), childrenOf(view, node.key).length])),
    );
    const labels = db.getEdges().map(({ text }) => plain(text));
    const expected = view.edges.map(({ text }) => displayText(text));
    for (const it of labels) expect(expected).toContain(it);
    expect(labels.length).toBeLessThanOrEqual(expected.length);
  }
});

test.each(models.filter(({ model }) => elementsOf(model, 'flow').length > 0))(
  'flows of $name',
  async ({ model }) => {
    for (const flow of elementsOf(model, 'flow')) {
      const [file] = exportModel(model, FORMATS.mermaid, { flow }).files;
      const steps = (flow.fields.steps ?? []).filter(
        ({ origin, target, type }) => origin && target && (type ?? 'outgoing') !== 'subflow',
      );
      if (steps.length === 0) continue;
      const db = await read(file.text);
      const messages = db.getMessages().flatMap((it) => (it.from && it.to ? [plain(it.message)] : []));
      for (const { description, type } of steps)
        if (['outgoing', 'reply', undefined].includes(type))
          expect(messages.some((it) => it.startsWith(displayText(description ?? '')))).toBe(true);
    }
  },
);
