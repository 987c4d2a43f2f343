// Files of other authors: examples and pages in the packages of the judges, and their import by archctl.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onOneLine } from '../../src/documents/index.ts';
import { elementsOf } from '../../src/model/document/element.ts';
import { readModel } from '../../src/model/document/read.ts';

const packages = fileURLToPath(new URL('node_modules', import.meta.url));

const ENDS = {
  mermaid: /\.(?:mmd|mermaid)$/i,
  plantuml: /\.(?:puml|plantuml|pu|iuml|wsd)$/i,
  structurizr: /\.dsl$/i,
  likec4: /\.(?:c4|likec4|like-c4)$/i,
};
const DIAGRAM = /^[ \t>]*```(mermaid|plantuml|puml)\s*$/m;
const LIKEC4 = /`\n(\s*specification\s*\{[^`]*)`/g;

/** Files of a dialect in the packages, and pages with diagrams or models: name, format and text. */
export function filesOfPackages() {
  const found = [];
  for (const path of readdirSync(packages, { recursive: true }).sort()) {
    const format = Object.keys(ENDS).find((it) => ENDS[it].test(path));
    const isPage = /\.(?:md|markdown)$/i.test(path);
    if (!format && !isPage) continue;
    const text = readFileSync(join(packages, path), 'utf8');
    const name = path.replaceAll('\\', '/');
    if (format) found.push({ name, format, text });
    const fence = isPage && DIAGRAM.exec(text)?.[1];
    if (fence) found.push({ name, format: fence === 'mermaid' ? 'mermaid' : 'plantuml', isPage, text });
    if (isPage)
      for (const [, model] of text.matchAll(LIKEC4)) found.push({ name, format: 'likec4', text: model });
  }
  return found;
}

const FILES = { mermaid: 'it.mmd', plantuml: 'it.puml', structurizr: 'it.json', likec4: 'it.c4' };

/** Result of "model import-from": its document by names, if it validates. */
export async function imported(machine, { format, isPage, text }) {
  const path = isPage
    ? 'it.md'
    : format === 'structurizr' && !text.startsWith('{')
      ? 'it.dsl'
      : FILES[format];
  machine.write(path, text);
  const ran = await machine.run(['model', 'import-from', path, '--format', format]);
  if (ran.code !== 0) return { ...ran, names: [], lines: [] };
  machine.write('made.yaml', ran.stdout);
  const checked = await machine.run(['model', 'validate', 'made.yaml']);
  if (checked.code !== 0) throw new Error(`The document is not valid:\n${checked.stderr}${checked.stdout}`);
  const { model } = readModel([{ path: 'made.yaml', text: ran.stdout }]);
  const things = [...elementsOf(model, 'domain'), ...elementsOf(model, 'object')];
  const called = new Map(things.map(({ id, fields }) => [id, fields.name]));
  const lines = elementsOf(model, 'connection').map(({ fields }) => [
    called.get(fields.origin),
    called.get(fields.target),
    fields.name,
  ]);
  const around = new Map(
    things.flatMap(({ fields }) =>
      fields.parent === undefined ? [] : [[fields.name, called.get(fields.parent)]],
    ),
  );
  return { ...ran, names: [...called.values()], lines, around };
}

/** Path of names of an element. */
function wayUp(around, name) {
  const way = [];
  for (let at = name; at !== undefined; at = around.get(at)) way.push(at);
  return way;
}

/**
 * Content that a tool reads and the import neither has nor reports: `names`, and `lines` of two names and a
 * label.
 */
export function missing(made, { names, lines }) {
  const warnings = made.stderr.split('\n').filter((line) => line.startsWith('warning:'));
  const isTold = (...words) => warnings.some((line) => words.every((it) => line.includes(it)));
  const isMerged = made.stderr.includes('repeated at two levels with the same label');
  const isThere = ([from, to, words]) => {
    const ends = isMerged ? [wayUp(made.around, from), wayUp(made.around, to)] : [[from], [to]];
    return made.lines.some(
      (it) => ends[0].includes(it[0]) && ends[1].includes(it[1]) && (words === '' || it[2] === words),
    );
  };
  return [
    ...names.map(onOneLine).filter((it) => !made.names.includes(it) && !isTold(it)),
    ...lines
      .map((line) => line.map(onOneLine))
      .filter((line) => !isThere(line) && !isTold(line[0], line[1]))
      .map((it) => it.join(' | ')),
  ];
}
