// Formats of other tools: time to write and read a large model in each, relative to parsing its YAML.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { captureStdout, interleave, peakMemory, ratio, timeProcess } from './measure.mjs';
import { documentOf } from './model-document.mjs';
import { atMost, times } from './table.mjs';

const OBJECTS = 10_000;
const EXPORT_FORMATS = [
  'mermaid',
  'plantuml',
  'structurizr',
  'likec4',
  'dot',
  'd2',
  'json',
  'csv',
  'markdown',
];
/** Formats of imports, with the file extension of each. */
const IMPORT_EXTENSIONS = { mermaid: 'mmd', plantuml: 'puml', structurizr: 'dsl', likec4: 'c4' };

export async function dialects({ stage }) {
  const file = join(stage.folder, 'dialects.yaml');
  writeFileSync(file, documentOf(OBJECTS));
  const parseScript = fileURLToPath(new URL('plain-parse.mjs', import.meta.url));
  const to = (format) => stage.archctl('model', 'export', file, '--format', format);
  const sources = Object.entries(IMPORT_EXTENSIONS).map(([format, extension]) => {
    const path = join(stage.folder, `dialects.${extension}`);
    writeFileSync(
      path,
      captureStdout({ ...stage.archctl('model', 'export', file, ...wholeModelOptions(format)) }),
    );
    if (statSync(path).size < OBJECTS)
      throw new Error(`${path} is incomplete: it is smaller than one byte per object.`);
    return [format, path];
  });
  const from = ([format, path]) => stage.archctl('model', 'import-from', path, '--format', format);
  const results = await interleave(
    {
      parse: () => timeProcess(stage.node(parseScript, file)),
      ...Object.fromEntries(EXPORT_FORMATS.map((format) => [`to ${format}`, () => timeProcess(to(format))])),
      ...Object.fromEntries(sources.map((it) => [`from ${it[0]}`, () => timeProcess(from(it))])),
    },
    { rounds: 1, warmups: 0 },
  );
  const exports = EXPORT_FORMATS.map((format) => {
    // Subtracts the time to parse the document, which every export includes.
    const exportTime = results[`to ${format}`].map((value, round) => value - results.parse[round]);
    const it = ratio(exportTime, results.parse);
    return atMost(`model export, ${format}`, times(it, 'yaml'), it.median, 1, '1 × parsing it, in addition');
  });
  const imports = sources.map(([format]) => {
    const it = ratio(results[`from ${format}`], results.parse);
    return atMost(`model import-from, ${format}`, times(it, 'yaml'), it.median, 2, '2 × parsing its YAML');
  });
  const memory = await peakMemory(to('markdown'), { muted: true });
  return [
    ...exports,
    ...imports,
    ...(memory === undefined
      ? []
      : [atMost('model export, memory', `${Math.round(memory)} MB`, memory, 500, '500 MB')]),
  ];
}

/** Options that write the whole model as one text. */
const wholeModelOptions = (format) => [
  '--format',
  format,
  ...(format === 'mermaid' || format === 'plantuml' ? ['--level', 'context'] : []),
];
