// Imports files of other authors: the documents validate, and contain everything that the tools themselves
// read.
import { diagramData } from '@mermaid-js/examples';
import { JSDOM } from 'jsdom';
import { LikeC4 } from 'likec4';
import { PlantUMLWriter } from 'structurizr-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommandSuite } from '../commands/command-suite.ts';
import { filesOfPackages, imported, missing } from './foreign.mjs';
import { workspace as sample } from './node_modules/structurizr-typescript/sample/workspace.ts';
import { createWorkspace } from './node_modules/structurizr-typescript/test/workspace.ts';

const dom = new JSDOM('<!doctype html><body></body>');
globalThis.window = dom.window;
globalThis.document = dom.window.document;
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });

let office;
beforeAll(async () => {
  office = await openCommandSuite();
});
afterAll(() => office.close());
const make = (given) => imported(office.machine(), given);

/** A Mermaid text as people read it: without breaks and icons. */
const plain = (text) =>
  text
    .replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/<br\s*\/?>/g, ' ')
    .replace(/^fa[bsr]?:fa-[\w-]+\s+/, '');

/** Names and lines of a diagram. Undefined for other kinds of diagrams, or newer syntax. */
async function readByMermaid(text) {
  const { db, type } = await mermaid.mermaidAPI.getDiagramFromText(text).catch((error) => {
    if (error.name === 'UnknownDiagramError') return { type: '' };
    throw error;
  });
  if (type === 'c4') {
    const all = [...db.getC4ShapeArray(), ...db.getBoundaries().filter(({ alias }) => alias !== 'global')];
    const called = new Map(all.map(({ alias, label }) => [alias, plain(label.text)]));
    const lines = db
      .getRels()
      .map(({ from, to, label }) => [called.get(from), called.get(to), plain(label.text)]);
    return { names: [...called.values()], lines };
  }
  if (type === 'sequence') {
    const names = [...db.getActors().values()].map(({ name, description }) => plain(description || name));
    return { names, lines: [] };
  }
  if (!type.startsWith('flowchart')) return undefined;
  const areas = db.getSubGraphs().map(({ id, title }) => [id, plain(title)]);
  const called = new Map([...db.getVertices().values()].map(({ id, text }) => [id, plain(text ?? id)]));
  for (const [id, title] of areas) called.set(id, title);
  const lines = db
    .getEdges()
    .map(({ start, end, text }) => [called.get(start), called.get(end), plain(text ?? '')]);
  return { names: [...called.values()], lines };
}

/** Content of Mermaid fences in a page. */
const blocks = (text) => [...text.matchAll(/^```mermaid\s*\n([\s\S]*?)^```/gm)].map(([, block]) => block);

const pages = filesOfPackages();
const examples = diagramData.flatMap(({ id, examples: all }) =>
  all.map(({ title, code }) => ({ name: `${id}: ${title}`, format: 'mermaid', text: code })),
);
const drawn = [
  ...examples,
  ...pages
    .filter(({ format }) => format === 'mermaid')
    .flatMap(({ name, isPage, text }) =>
      (isPage ? blocks(text) : [text]).map((block, at) => ({
        name: `${name} ${at + 1}`,
        format: 'mermaid',
        text: block,
      })),
    ),
];

test('there is something to import', () => {
  expect(examples.length).toBeGreaterThan(50);
  expect(new Set(pages.map(({ format }) => format))).toEqual(new Set(['mermaid', 'likec4']));
});

test.each(drawn)('Mermaid: $name', async (given) => {
  const read = await readByMermaid(given.text);
  const made = await make(given);
  if (read) {
    expect(made.code, made.stderr).toBe(0);
    expect(missing(made, read)).toEqual([]);
  } else {
    expect(made.code).toBe(2);
    expect(made.stdout).toBe('');
    expect(made.stderr).toMatch(/this one is skipped/);
  }
});

test.each(pages.filter(({ isPage }) => isPage))('the page $name', async (given) => {
  const made = await make(given);
  const isRead = await Promise.all(blocks(given.text).map(readByMermaid));
  expect(made.code, made.stderr).toBe(isRead.some(Boolean) ? 0 : 2);
  for (const read of isRead) if (read) expect(missing(made, read)).toEqual([]);
});

test.each(pages.filter(({ format }) => format === 'likec4'))('LikeC4: $name', async (given) => {
  const likec4 = await LikeC4.fromSource(given.text, { logger: false, printErrors: false });
  const read = await likec4.computedModel();
  const made = await make(given);
  expect(made.code, made.stderr).toBe(0);
  const names = [...read.elements()].map(({ title }) => title);
  const lines = [...read.relationships()].map(({ source, target, title }) => [
    source.title,
    target.title,
    title ?? '',
  ]);
  expect(names.length).toBeGreaterThan(0);
  expect(missing(made, { names, lines })).toEqual([]);
});

/** Elements and relationships of a workspace, as Structurizr stores them. */
function ofWorkspace({ model }) {
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
  const called = new Map(all.map(({ id, name }) => [id, name]));
  const lines = all.flatMap(({ name, relationships = [] }) =>
    relationships.map(({ destinationId, description }) => [
      name,
      called.get(destinationId),
      description ?? '',
    ]),
  );
  return { names: [...called.values()], lines };
}

const workspaces = [
  { name: 'the sample', workspace: sample },
  { name: 'that of the tests', workspace: createWorkspace() },
];

test.each(workspaces)('Structurizr: $name', async ({ workspace }) => {
  const dto = JSON.parse(JSON.stringify(workspace.toDto()));
  const read = ofWorkspace(dto);
  expect(read.names.length).toBeGreaterThan(3);
  const made = await make({ format: 'structurizr', text: JSON.stringify(dto) });
  expect(made.code, made.stderr).toBe(0);
  expect(missing(made, read)).toEqual([]);
});

test.each(workspaces)('PlantUML of $name', async ({ workspace }) => {
  const text = new PlantUMLWriter().toPlantUML(workspace);
  const called = new Map();
  const lines = [];
  // Aliases are the same in all its pictures, except for deployments.
  for (const line of text.split(/\r?\n/)) {
    const element = /^ *(?:actor|component|artifact|node) "(.*?)" <<.*>> as (\d+)/.exec(line);
    if (element) called.set(element[2], element[1]);
    const relation = /^(\d+) \.\.> (\d+) : (.*?)(?: <<.*>>)?$/.exec(line);
    if (relation) lines.push([called.get(relation[1]), called.get(relation[2]), relation[3]]);
  }
  expect(lines.length).toBeGreaterThan(3);
  const made = await make({ format: 'plantuml', text });
  expect(made.code, made.stderr).toBe(0);
  expect(missing(made, { names: [...called.values()], lines })).toEqual([]);
});
