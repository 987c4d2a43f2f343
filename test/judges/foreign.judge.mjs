// Imports files from the packages of other tools. The resulting documents must be valid, and contain all elements and
// connections that the tools themselves read.
import { diagramData } from '@mermaid-js/examples';
import { JSDOM } from 'jsdom';
import { LikeC4 } from 'likec4';
import { PlantUMLWriter } from 'structurizr-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommandSuite } from '../commands/command-suite.ts';
import { importSource, missing, sourcesInPackages } from './foreign.mjs';
import { workspace as sample } from './node_modules/structurizr-typescript/sample/workspace.ts';
import { createWorkspace } from './node_modules/structurizr-typescript/test/workspace.ts';

const dom = new JSDOM('<!doctype html><body></body>');
globalThis.window = dom.window;
globalThis.document = dom.window.document;
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });

let suite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());
const importText = (source) => importSource(suite.machine(), source);

/** Displayed text of a Mermaid label: without encoded characters, line breaks and icons. */
const plain = (text) =>
  text
    .replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/<br\s*\/?>/g, ' ')
    .replace(/^fa[bsr]?:fa-[\w-]+\s+/, '');

/** Names and lines of a diagram, as Mermaid reads them. Undefined for other kinds of diagrams. */
async function readByMermaid(text) {
  const { db, type } = await mermaid.mermaidAPI.getDiagramFromText(text).catch((error) => {
    if (error.name === 'UnknownDiagramError') return { type: '' };
    throw error;
  });
  if (type === 'c4') {
    const all = [...db.getC4ShapeArray(), ...db.getBoundaries().filter(({ alias }) => alias !== 'global')];
    const nameById = new Map(all.map(({ alias, label }) => [alias, plain(label.text)]));
    const lines = db
      .getRels()
      .map(({ from, to, label }) => [nameById.get(from), nameById.get(to), plain(label.text)]);
    return { names: [...nameById.values()], lines };
  }
  if (type === 'sequence') {
    const names = [...db.getActors().values()].map(({ name, description }) => plain(description || name));
    return { names, lines: [] };
  }
  if (!type.startsWith('flowchart')) return undefined;
  const areas = db.getSubGraphs().map(({ id, title }) => [id, plain(title)]);
  const nameById = new Map([...db.getVertices().values()].map(({ id, text }) => [id, plain(text ?? id)]));
  for (const [id, title] of areas) nameById.set(id, title);
  const lines = db
    .getEdges()
    .map(({ start, end, text }) => [nameById.get(start), nameById.get(end), plain(text ?? '')]);
  return { names: [...nameById.values()], lines };
}

/** Content of Mermaid fences in a page. */
const mermaidBlocks = (text) =>
  [...text.matchAll(/^```mermaid\s*\n([\s\S]*?)^```/gm)].map(([, block]) => block);

const sources = sourcesInPackages();
const examples = diagramData.flatMap(({ id, examples: all }) =>
  all.map(({ title, code }) => ({ name: `${id}: ${title}`, format: 'mermaid', text: code })),
);
const diagrams = [
  ...examples,
  ...sources
    .filter(({ format }) => format === 'mermaid')
    .flatMap(({ name, isPage, text }) =>
      (isPage ? mermaidBlocks(text) : [text]).map((block, at) => ({
        name: `${name} ${at + 1}`,
        format: 'mermaid',
        text: block,
      })),
    ),
];

test('the packages contain sources to import', () => {
  expect(examples.length).toBeGreaterThan(50);
  expect(new Set(sources.map(({ format }) => format))).toEqual(new Set(['mermaid', 'likec4']));
});

test.each(diagrams)('Mermaid: $name', async (source) => {
  const read = await readByMermaid(source.text);
  const result = await importText(source);
  if (read) {
    expect(result.code, result.stderr).toBe(0);
    expect(missing(result, read)).toEqual([]);
  } else {
    expect(result.code).toBe(2);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(/this one is skipped/);
  }
});

test.each(sources.filter(({ isPage }) => isPage))('the page $name', async (source) => {
  const result = await importText(source);
  const diagramsOfPage = await Promise.all(mermaidBlocks(source.text).map(readByMermaid));
  expect(result.code, result.stderr).toBe(diagramsOfPage.some(Boolean) ? 0 : 2);
  for (const read of diagramsOfPage) if (read) expect(missing(result, read)).toEqual([]);
});

test.each(sources.filter(({ format }) => format === 'likec4'))('LikeC4: $name', async (source) => {
  const likec4 = await LikeC4.fromSource(source.text, { logger: false, printErrors: false });
  const read = await likec4.computedModel();
  const result = await importText(source);
  expect(result.code, result.stderr).toBe(0);
  const names = [...read.elements()].map(({ title }) => title);
  const lines = [...read.relationships()].map(({ source, target, title }) => [
    source.title,
    target.title,
    title ?? '',
  ]);
  expect(names.length).toBeGreaterThan(0);
  expect(missing(result, { names, lines })).toEqual([]);
});

/** Names and lines of a workspace in Structurizr's format. */
function contentOf({ model }) {
  const all = [];
  const walk = (list = []) => {
    for (const it of list) {
      all.push(it);
      walk(it.containers);
      walk(it.components);
    }
  };
  walk(model.people);
  walk(model.softwareSystems);
  const nameById = new Map(all.map(({ id, name }) => [id, name]));
  const lines = all.flatMap(({ name, relationships = [] }) =>
    relationships.map(({ destinationId, description }) => [
      name,
      nameById.get(destinationId),
      description ?? '',
    ]),
  );
  return { names: [...nameById.values()], lines };
}

const workspaces = [
  { name: 'the sample workspace', workspace: sample },
  { name: 'the workspace of its tests', workspace: createWorkspace() },
];

test.each(workspaces)('Structurizr: $name', async ({ workspace }) => {
  const dto = JSON.parse(JSON.stringify(workspace.toDto()));
  const read = contentOf(dto);
  expect(read.names.length).toBeGreaterThan(3);
  const result = await importText({ format: 'structurizr', text: JSON.stringify(dto) });
  expect(result.code, result.stderr).toBe(0);
  expect(missing(result, read)).toEqual([]);
});

test.each(workspaces)('PlantUML of $name', async ({ workspace }) => {
  const text = new PlantUMLWriter().toPlantUML(workspace);
  const nameById = new Map();
  const lines = [];
  // An alias denotes the same element in all diagrams, except for deployments.
  for (const line of text.split(/\r?\n/)) {
    const element = /^ *(?:actor|component|artifact|node) "(.*?)" <<.*>> as (\d+)/.exec(line);
    if (element) nameById.set(element[2], element[1]);
    const relation = /^(\d+) \.\.> (\d+) : (.*?)(?: <<.*>>)?$/.exec(line);
    if (relation) lines.push([nameById.get(relation[1]), nameById.get(relation[2]), relation[3]]);
  }
  expect(lines.length).toBeGreaterThan(3);
  const result = await importText({ format: 'plantuml', text });
  expect(result.code, result.stderr).toBe(0);
  expect(missing(result, { names: [...nameById.values()], lines })).toEqual([]);
});
