// The parser supports an older DSL: no groups, properties, URLs or titles, and one name per include. These
// are removed before it reads; elements, nesting, texts and relationships are judged.
import parser from 'structurizr-parser';
import { expect, test } from 'vitest';
import { exportModel } from '../../src/model/dialects/export.ts';
import { isWithin } from '../../src/model/dialects/view/things.ts';
import { FORMATS } from '../../src/model/dialects/writers.ts';
import { judged, shown, sorted } from './models.mjs';

function classic(text) {
  const lines = [];
  const open = [];
  for (const line of text.slice(0, text.indexOf('\n    views {')).split('\n')) {
    const skips = open.at(-1) === 'properties';
    if (line.trim() === '}') {
      if (open.pop() === 'kept') {
        // It does not support empty braces either.
        if (/ = .* \{$/.test(lines.at(-1))) lines.push(lines.pop().slice(0, -2));
        else lines.push(line);
      }
      continue;
    }
    if (line.endsWith(' {')) {
      const kind = /^ *(group|properties) /.exec(line)?.[1];
      const isRelation = / -> /.test(line.replace(/".*/, ''));
      open.push(kind ?? (isRelation ? 'relation' : 'kept'));
      if (isRelation) lines.push(line.slice(0, -2));
      if (kind === undefined && !isRelation) lines.push(line);
    } else if (!skips && !/^ *url "/.test(line)) lines.push(line);
  }
  return `${lines.join('\n')}\n    views {\n        systemLandscape "all" {\n            include *\n            autolayout lr\n        }\n    }\n}\n`;
}

const said = (name) => shown(name).replaceAll('\\', '\u29f5').replaceAll('${', '$ {');
const plain = (text) => text.replaceAll('\\"', '"');

test.each(await judged())('$name', ({ model, landscape }) => {
  const [{ text }] = exportModel(model, FORMATS.structurizr).files;
  const { errors, tokens } = parser.StructurizrLexer.tokenize(classic(text));
  expect(errors).toEqual([]);
  parser.StructurizrParser.input = tokens;
  const tree = parser.StructurizrParser.workspaceWrapper();
  expect(parser.StructurizrParser.errors.map((it) => `${it.token?.startLine}: ${it.message}`)).toEqual([]);
  const { model: read } = parser.C4Interpreter.visit(tree);
  const all = [];
  const walk = (list, around) => {
    for (const it of list ?? []) {
      const way = [...around, plain(it.name)];
      all.push({ way, it });
      walk(it.containers, way);
      walk(it.components, way);
    }
  };
  walk(read.people, []);
  walk(read.softwaresystems, []);
  const path = (thing) => {
    const way = [];
    for (let at = thing; at && !['group', 'domain'].includes(at.type); at = at.parent)
      way.push(said(at.name));
    return way.reverse();
  };
  const things = landscape.all.filter(({ type }) => !['group', 'domain'].includes(type));
  expect(sorted(all.map(({ way }) => way))).toEqual(sorted(things.map(path)));
  const ways = new Map(all.map(({ way, it }) => [it.id, way]));
  const written = new Set();
  for (const { from, to, name } of landscape.links) {
    const inside = from !== to && (isWithin(from, to) || isWithin(to, from));
    if (!inside && [from, to].every((it) => things.includes(it)))
      written.add(JSON.stringify([path(from), path(to), said(name)]));
  }
  const relations = all.flatMap(({ way, it }) =>
    (it.relationships ?? []).map(({ targetId, description }) => [
      way,
      ways.get(targetId),
      plain(description),
    ]),
  );
  expect(sorted(relations)).toEqual([...written].sort());
});
