// Compares elements, nesting, texts and relationships of the export. The parser only supports an older DSL, so groups,
// properties, URLs, titles and views are removed first.
import parser from 'structurizr-parser';
import { expect, test } from 'vitest';
import { exportModel } from '../../src/model/dialects/export.ts';
import { isWithin } from '../../src/model/dialects/view/tree.ts';
import { FORMATS } from '../../src/model/dialects/writers.ts';
import { displayText, sorted, testModels } from './models.mjs';

/** Converts an export to the older DSL. */
function toOlderDsl(text) {
  const lines = [];
  const openBlocks = [];
  for (const line of text.slice(0, text.indexOf('\n    views {')).split('\n')) {
    const isSkipped = openBlocks.at(-1) === 'properties';
    if (line.trim() === '}') {
      if (openBlocks.pop() === 'block') {
        // It does not support empty braces either.
        if (/ = .* \{$/.test(lines.at(-1))) lines.push(lines.pop().slice(0, -2));
        else lines.push(line);
      }
      continue;
    }
    if (line.endsWith(' {')) {
      const kind = /^ *(group|properties) /.exec(line)?.[1];
      const isRelation = / -> /.test(line.replace(/".*/, ''));
      openBlocks.push(kind ?? (isRelation ? 'relation' : 'block'));
      if (isRelation) lines.push(line.slice(0, -2));
      if (kind === undefined && !isRelation) lines.push(line);
    } else if (!isSkipped && !/^ *url "/.test(line)) lines.push(line);
  }
  return `${lines.join('\n')}\n    views {\n        systemLandscape "all" {\n            include *\n            autolayout lr\n        }\n    }\n}\n`;
}

const expectedText = (name) => displayText(name).replaceAll('\\', '\u29f5').replaceAll('${', '$ {');
const plain = (text) => text.replaceAll('\\"', '"');

test.each(await testModels())('$name', ({ model, landscape }) => {
  const [{ text }] = exportModel(model, FORMATS.structurizr).files;
  const { errors, tokens } = parser.StructurizrLexer.tokenize(toOlderDsl(text));
  expect(errors).toEqual([]);
  parser.StructurizrParser.input = tokens;
  const tree = parser.StructurizrParser.workspaceWrapper();
  expect(parser.StructurizrParser.errors.map((it) => `${it.token?.startLine}: ${it.message}`)).toEqual([]);
  const { model: read } = parser.C4Interpreter.visit(tree);
  const all = [];
  const walk = (list, parentPath) => {
    for (const it of list ?? []) {
      const names = [...parentPath, plain(it.name)];
      all.push({ names, it });
      walk(it.containers, names);
      walk(it.components, names);
    }
  };
  walk(read.people, []);
  walk(read.softwaresystems, []);
  const path = (node) => {
    const names = [];
    for (let at = node; at && !['group', 'domain'].includes(at.type); at = at.parent)
      names.push(expectedText(at.name));
    return names.reverse();
  };
  const nodes = landscape.all.filter(({ type }) => !['group', 'domain'].includes(type));
  expect(sorted(all.map(({ names }) => names))).toEqual(sorted(nodes.map(path)));
  const pathById = new Map(all.map(({ names, it }) => [it.id, names]));
  const expected = new Set();
  for (const { from, to, name } of landscape.links) {
    const inside = from !== to && (isWithin(from, to) || isWithin(to, from));
    if (!inside && [from, to].every((it) => nodes.includes(it)))
      expected.add(JSON.stringify([path(from), path(to), expectedText(name)]));
  }
  const relations = all.flatMap(({ names, it }) =>
    (it.relationships ?? []).map(({ targetId, description }) => [
      names,
      pathById.get(targetId),
      plain(description),
    ]),
  );
  expect(sorted(relations)).toEqual([...expected].sort());
});
