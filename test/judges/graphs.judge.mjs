import { D2 } from '@terrastruct/d2';
import { instance } from '@viz-js/viz';
import { expect, test } from 'vitest';
import { exportModel } from '../../src/model/dialects/export.ts';
import { viewsOf } from '../../src/model/dialects/view/levels.ts';
import { isWithin } from '../../src/model/dialects/view/tree.ts';
import { FORMATS } from '../../src/model/dialects/writers.ts';
import { displayText, sorted, testModels } from './models.mjs';

const models = await testModels();
const viz = await instance();
const d2 = new D2();

/** Text of a line with its technologies, and the status that all of its connections have, unless it is live. */
function label({ text, technologies, links }) {
  const [status, ...others] = new Set(links.map((it) => it.status ?? 'live'));
  const facts = others.length > 0 || status === 'live' ? technologies : [...technologies, status];
  return [text, facts.length > 0 ? `[${facts.join(', ')}]` : '']
    .filter((it) => it !== '')
    .map((it) => displayText(it));
}
const decoded = (text) =>
  text
    .replace(/\\([\\n"])/g, (_, it) => (it === 'n' ? '\n' : it))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

test.each(models)('DOT of $name', ({ model, landscape }) => {
  const { files } = exportModel(model, FORMATS.dot);
  for (const [at, view] of viewsOf(landscape).entries()) {
    const read = viz.renderJSON(files[at].text);
    const objects = read.objects ?? [];
    const nodes = objects.filter(({ name }) => !name.startsWith('cluster '));
    const clusters = objects.filter(({ name }) => name.startsWith('cluster '));
    const isBox = ({ node, isOpen }) => !isOpen && !view.nodes.some(({ parent }) => parent === node.key);
    const firsts = (list) => sorted(list.map((it) => decoded(it.label).split('\n')[0]));
    expect(firsts(clusters)).toEqual(
      sorted(view.nodes.filter((it) => !isBox(it)).map(({ node }) => displayText(node.name))),
    );
    const boxes = nodes.filter(({ name }) => !clusters.some((it) => it.name === `cluster ${name}`));
    expect(firsts(boxes)).toEqual(sorted(view.nodes.filter(isBox).map(({ node }) => displayText(node.name))));
    const keyByName = new Map(view.nodes.map(({ node }) => [displayText(node.key), node.key]));
    const ends = (it) =>
      [it.tail, it.head].map((id) => keyByName.get(objects.find(({ _gvid }) => _gvid === id).name));
    expect(sorted((read.edges ?? []).map((it) => [...ends(it), decoded(it.label ?? '')]))).toEqual(
      sorted(view.edges.map((it) => [it.from, it.to, label(it).join('\n')])),
    );
  }
});

test.each(models)('D2 of $name', async ({ model, landscape }) => {
  const { files } = exportModel(model, FORMATS.d2);
  for (const [at, view] of viewsOf(landscape).entries()) {
    const { diagram } = await d2.compile(files[at].text);
    const shapes = diagram.shapes.filter(({ id }) => id !== 'title');
    const firstLine = (text) => text.split('\n')[0];
    expect(sorted(shapes.map((it) => [it.id.split('.').length, firstLine(it.label)]))).toEqual(
      sorted(view.nodes.map((it) => [depthIn(view, it), displayText(it.node.name)])),
    );
    const nodes = new Map(view.nodes.map(({ node }) => [node.key, node]));
    const drawn = view.edges.filter(({ from, to }) => {
      const [one, other] = [nodes.get(from), nodes.get(to)];
      return one === other || (!isWithin(one, other) && !isWithin(other, one));
    });
    const names = new Map(shapes.map(({ id, label: text }) => [id, firstLine(text)]));
    expect(sorted(diagram.connections.map((it) => [names.get(it.src), names.get(it.dst), it.label]))).toEqual(
      sorted(
        drawn.map((it) => [
          ...[it.from, it.to].map((key) => displayText(nodes.get(key).name)),
          label(it).join('\n'),
        ]),
      ),
    );
  }
});

function depthIn(view, node) {
  let depth = 1;
  for (let at = node; at.parent; depth += 1) at = view.nodes.find(({ node }) => node.key === at.parent);
  return depth;
}
