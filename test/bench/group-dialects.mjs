// Formats of other tools: time to write and read a large model in each, relative to parsing its YAML, and the
// time to draw a part of it.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, outputOf, peakMemory, ratio, spread, timeProcess } from './measure.mjs';
import { documentAround, documentOf } from './model-document.mjs';
import { amount, atMost, times } from './table.mjs';

const OBJECTS = 10_000;
const WRITTEN = ['mermaid', 'plantuml', 'structurizr', 'likec4', 'dot', 'd2', 'json', 'csv', 'markdown'];
const READ = { mermaid: 'mmd', plantuml: 'puml', structurizr: 'dsl', likec4: 'c4' };
/** A system with all neighbours of it and its parts: 60 boxes. */
const FOCUS = 'System 0';

export async function dialects({ stage, quick }) {
  const file = join(stage.folder, 'dialects.yaml');
  writeFileSync(file, documentOf(OBJECTS));
  const plain = fileURLToPath(new URL('plain-parse.mjs', import.meta.url));
  const to = (format) => stage.archctl('model', 'export', file, '--format', format);
  const sources = Object.entries(READ).map(([format, end]) => {
    const path = join(stage.folder, `dialects.${end}`);
    writeFileSync(path, outputOf({ ...stage.archctl('model', 'export', file, ...wholeIn(format)) }));
    if (statSync(path).size < OBJECTS) throw new Error(`There is nothing in ${path}.`);
    return [format, path];
  });
  const from = ([format, path]) => stage.archctl('model', 'import-from', path, '--format', format);
  const results = await interleave(
    {
      parse: () => timeProcess(stage.node(plain, file)),
      ...Object.fromEntries(WRITTEN.map((format) => [`to ${format}`, () => timeProcess(to(format))])),
      ...Object.fromEntries(sources.map((it) => [`from ${it[0]}`, () => timeProcess(from(it))])),
    },
    { rounds: quick ? 1 : 3, warmups: quick ? 0 : 1 },
  );
  const around = join(stage.folder, 'dialects-around.yaml');
  writeFileSync(around, documentAround(2_000));
  const picture = stage.archctl('model', 'graph', around, '--focus', FOCUS, '--file', 'x.svg');
  const drawn = await interleave(
    { bare: () => timeProcess(stage.node('-e', '0')), picture: () => timeProcess(picture) },
    { rounds: quick ? 3 : 9 },
  );
  const beyond = WRITTEN.map((format) => {
    // The document is parsed before the measurement.
    const own = results[`to ${format}`].map((value, round) => value - results.parse[round]);
    const it = ratio(own, results.parse);
    return atMost(`model export, ${format}`, times(it, 'yaml'), it.median, 1, '1 × parsing it, beside that');
  });
  const read = sources.map(([format]) => {
    const it = ratio(results[`from ${format}`], results.parse);
    return atMost(`model import-from, ${format}`, times(it, 'yaml'), it.median, 2, '2 × parsing its YAML');
  });
  const took = spread(drawn.picture);
  const bare = `node -e 0 ${amount(spread(drawn.bare), 'ms')}`;
  const memory = await peakMemory(to('markdown'), { muted: true });
  return [
    ...beyond,
    ...read,
    atMost('model graph, 60 boxes', `${amount(took, 'ms')}; ${bare}`, took.median, 1_000, '1 s'),
    ...(memory === undefined
      ? []
      : [atMost('model export, memory', `${Math.round(memory)} MB`, memory, 500, '500 MB')]),
  ];
}

/** Options that write the whole model as one text. */
const wholeIn = (format) => [
  '--format',
  format,
  ...(format === 'mermaid' || format === 'plantuml' ? ['--level', 'context'] : []),
];
