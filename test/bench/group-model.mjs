// Models as code: validating a large document against parsing it, how that grows, and how quickly a small one is through.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, peakMemory, ratio, spread, timeProcess } from './measure.mjs';
import { documentOf } from './model-document.mjs';
import { amount, atMost, times } from './table.mjs';

const LARGE = 10_000;
const SMALL = 1_000;
/** How a comparison ends that found something. */
const DIFFERS = 8;
/** Linear, and a fifth more. */
const GROWTH = (LARGE / SMALL) * 1.2;

export async function model({ stage, rounds, quick }) {
  const files = Object.fromEntries(
    [6, SMALL, LARGE].map((objects) => {
      const path = join(stage.folder, `model-${objects}.yaml`);
      writeFileSync(path, documentOf(objects));
      return [objects, path];
    }),
  );
  const other = join(stage.folder, 'model-other.yaml');
  writeFileSync(other, documentOf(LARGE).replaceAll('One of many.', 'One of several.'));
  const plain = fileURLToPath(new URL('plain-parse.mjs', import.meta.url));
  const validate = (objects) => stage.archctl('model', 'validate', files[objects]);
  const diff = stage.archctl('model', 'diff', files[LARGE], other, '-o', 'ndjson');
  const large = await interleave(
    {
      validate: () => timeProcess(validate(LARGE)),
      parse: () => timeProcess(stage.node(plain, files[LARGE])),
      small: () => timeProcess(validate(SMALL)),
      diff: () => timeProcess(diff, DIFFERS),
      both: () => timeProcess(stage.node(plain, files[LARGE], other)),
      help: () => timeProcess(stage.archctl('--help')),
    },
    { rounds: quick ? 3 : 7, warmups: 1 },
  );
  const start = await interleave(
    { validate: () => timeProcess(validate(6)), help: () => timeProcess(stage.archctl('--help')) },
    { rounds },
  );
  const toParse = ratio(large.validate, large.parse);
  const toBoth = ratio(large.diff, large.both);
  const work = (side) => large[side].map((value, round) => value - large.help[round]);
  const growth = ratio(work('validate'), work('small'));
  const more = spread(start.validate.map((value, round) => value - start.help[round]));
  const memory = await peakMemory(validate(LARGE));
  const ofTwo = await peakMemory(diff, { muted: true, code: DIFFERS });
  const count = LARGE.toLocaleString('en-US');
  return [
    atMost(`model validate, ${count} objects`, times(toParse, 'yaml'), toParse.median, 3, '3 × parsing it'),
    atMost('', times(growth, '1,000 objects'), growth.median, GROWTH, `${GROWTH} × 1,000 objects`),
    atMost(`model diff, ${count} objects each`, times(toBoth, 'yaml'), toBoth.median, 2, '2 × parsing both'),
    atMost('model validate, six objects', amount(more, 'ms more than --help'), more.median, 30, '30 ms more'),
    ...(memory === undefined
      ? []
      : [
          atMost(`model validate, memory of ${count}`, `${Math.round(memory)} MB`, memory, 500, '500 MB'),
          atMost(`model diff, memory of ${count} each`, `${Math.round(ofTwo)} MB`, ofTwo, 500, '500 MB'),
        ]),
  ];
}
