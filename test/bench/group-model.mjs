// Models as code: validating a large document relative to parsing it, how that grows, the time for a small
// document, and planning relative to the list requests of a plan.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, outputOf, peakMemory, ratio, spread, timeProcess } from './measure.mjs';
import { documentOf } from './model-document.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { amount, atMost, times } from './table.mjs';

const LARGE = 10_000;
const SMALL = 1_000;
/** Objects of the planned landscape. It has twice as many connections. */
const PLANNED = 2_000;
/** Lists that a plan reads. */
const LISTS = [
  'tag-group',
  'tag',
  'domain',
  'object',
  'connection',
  'diagram group',
  'diagram',
  'flow',
  'team',
];
/** Exit code of a comparison with differences. */
const DIFFERS = 8;
/** Linear growth plus a fifth. */
const GROWTH = (LARGE / SMALL) * 1.2;

export async function model(options) {
  return [...(await documents(options)), ...(await planned(options))];
}

/** A plan of one change in a landscape that matches its document, relative to the list requests it sends. */
async function planned({ stage, quick }) {
  const objects = quick ? PLANNED / 4 : PLANNED;
  const seed = ['--seed', `generated:objects=${objects},connections=${2 * objects}`];
  const sandbox = await startSandbox(stage, join(stage.folder, 'model-data'), seed);
  const archctl = (...args) => stage.archctl('-p', sandbox.ready.profile, ...args);
  const file = join(stage.folder, 'planned.yaml');
  outputOf(archctl('model', 'pull', '--file', file, '-q'));
  outputOf(archctl('model', 'apply', file, '--yes', '-q'));
  writeFileSync(file, readFileSync(file, 'utf8').replace(/description: .*/, 'description: Another.'));
  const lists = [...LISTS, 'technology'].map((noun) => archctl(...noun.split(' '), 'list', '-o', 'json'));
  const results = await interleave(
    {
      plan: () => timeProcess(archctl('model', 'plan', file, '-o', 'json')),
      lists: () => lists.reduce((sum, list) => sum + timeProcess(list), 0),
      help: () => timeProcess(archctl('--help')),
    },
    { rounds: quick ? 3 : 7, warmups: 1 },
  );
  await sandbox.stop();
  const calls = results.lists.map((sum, round) => sum - (lists.length - 1) * results.help[round]);
  const toCalls = ratio(results.plan, calls);
  const name = `model plan, ${objects.toLocaleString('en-US')} objects`;
  return [atMost(name, times(toCalls, 'its list calls'), toCalls.median, 1.5, '1.5 × its list calls')];
}

async function documents({ stage, rounds, quick }) {
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
