// Examples and documentation pages in the packages of the judges, and their import by archctl.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onOneLine } from '../../src/documents/index.ts';
import { elementsOf } from '../../src/model/document/element.ts';
import { readModel } from '../../src/model/document/read.ts';

const packages = fileURLToPath(new URL('node_modules', import.meta.url));

const EXTENSIONS = {
  mermaid: /\.(?:mmd|mermaid)$/i,
  plantuml: /\.(?:puml|plantuml|pu|iuml|wsd)$/i,
  structurizr: /\.dsl$/i,
  likec4: /\.(?:c4|likec4|like-c4)$/i,
};
const DIAGRAM_FENCE = /^[ \t>]*```(mermaid|plantuml|puml)\s*$/m;
const LIKEC4_SOURCE = /`\n(\s*specification\s*\{[^`]*)`/g;

/** Sources in the packages: files of a dialect, and pages with diagrams or models. Each has name, format and text. */
export function sourcesInPackages() {
  const found = [];
  for (const path of readdirSync(packages, { recursive: true }).sort()) {
    const format = Object.keys(EXTENSIONS).find((it) => EXTENSIONS[it].test(path));
    const isPage = /\.(?:md|markdown)$/i.test(path);
    if (!format && !isPage) continue;
    const text = readFileSync(join(packages, path), 'utf8');
    const name = path.replaceAll('\\', '/');
    if (format) found.push({ name, format, text });
    const fence = isPage && DIAGRAM_FENCE.exec(text)?.[1];
    if (fence) found.push({ name, format: fence === 'mermaid' ? 'mermaid' : 'plantuml', isPage, text });
    if (isPage)
      for (const [, model] of text.matchAll(LIKEC4_SOURCE))
        found.push({ name, format: 'likec4', text: model });
  }
  return found;
}

const FILE_NAMES = { mermaid: 'it.mmd', plantuml: 'it.puml', structurizr: 'it.json', likec4: 'it.c4' };

/** Runs `model import-from`. Returns its result with the names and lines of the document, which must be valid. */
export async function importSource(machine, { format, isPage, text }) {
  const path = isPage
    ? 'it.md'
    : format === 'structurizr' && !text.startsWith('{')
      ? 'it.dsl'
      : FILE_NAMES[format];
  machine.write(path, text);
  const result = await machine.run(['model', 'import-from', path, '--format', format]);
  if (result.code !== 0) return { ...result, names: [], lines: [] };
  machine.write('result.yaml', result.stdout);
  const validation = await machine.run(['model', 'validate', 'result.yaml']);
  if (validation.code !== 0)
    throw new Error(`The imported document is not valid:\n${validation.stderr}${validation.stdout}`);
  const { model } = readModel([{ path: 'result.yaml', text: result.stdout }]);
  const things = [...elementsOf(model, 'domain'), ...elementsOf(model, 'object')];
  const nameById = new Map(things.map(({ id, fields }) => [id, fields.name]));
  const lines = elementsOf(model, 'connection').map(({ fields }) => [
    nameById.get(fields.origin),
    nameById.get(fields.target),
    fields.name,
  ]);
  const parentNames = new Map(
    things.flatMap(({ fields }) =>
      fields.parent === undefined ? [] : [[fields.name, nameById.get(fields.parent)]],
    ),
  );
  return { ...result, names: [...nameById.values()], lines, parentNames };
}

/** Names of an element and its ancestors. */
function ancestorNames(parentNames, name) {
  const names = [];
  for (let at = name; at !== undefined; at = parentNames.get(at)) names.push(at);
  return names;
}

/**
 * Names and lines that a tool reads, but that are neither in the imported document nor in a warning. A line is a list of
 * two names and a label.
 */
export function missing(result, { names, lines }) {
  const warnings = result.stderr.split('\n').filter((line) => line.startsWith('warning:'));
  const isReported = (...words) => warnings.some((line) => words.every((it) => line.includes(it)));
  const isMerged = result.stderr.includes('repeated at two levels with the same label');
  const isImported = ([from, to, label]) => {
    const ends = isMerged
      ? [ancestorNames(result.parentNames, from), ancestorNames(result.parentNames, to)]
      : [[from], [to]];
    return result.lines.some(
      (it) => ends[0].includes(it[0]) && ends[1].includes(it[1]) && (label === '' || it[2] === label),
    );
  };
  return [
    ...names.map(onOneLine).filter((it) => !result.names.includes(it) && !isReported(it)),
    ...lines
      .map((line) => line.map(onOneLine))
      .filter((line) => !isImported(line) && !isReported(line[0], line[1]))
      .map((it) => it.join(' | ')),
  ];
}
