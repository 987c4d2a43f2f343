// Models as code: validation of a large document relative to parsing it, its growth with size, its time for a
// small document, and planning relative to the list requests of a plan.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { captureStdout, interleave, peakMemory, ratio, spread, timeProcess } from './measure.mjs';
import { documentOf } from './model-document.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { amount, atMost, times } from './table.mjs';

const LARGE = 10_000;
const SMALL = 1_000;
/** Objects of the landscape of the plan. It has twice as many connections. */
const PLAN_OBJECTS = 2_000;
/** Nouns whose lists a plan requests. */
const LISTED_NOUNS = [
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
/** Exit code of `model diff` if there are differences. */
const EXIT_DIFFERENCES = 8;
/** Linear growth plus 20 %. */
const MAX_GROWTH = (LARGE / SMALL) * 1.2;

export async function model(options) {
  return [...(await documentRows(options)), ...(await planRows(options))];
}

/** Planning of a single change, relative to the list requests that the plan sends. */
async function planRows({ stage, quick }) {
  const objects = quick ? PLAN_OBJECTS / 4 : PLAN_OBJECTS;
  const seed = ['--seed', `generated:objects=${objects},connections=${2 * objects}`];
  const sandbox = await startSandbox(stage, join(stage.folder, 'model-data'), seed);
  const archctl = (...args) => stage.archctl('-p', sandbox.ready.profile, ...args);
  const file = join(stage.folder, 'planned.yaml');
  captureStdout(archctl('model', 'pull', '--out', file, '-q'));
  captureStdout(archctl('model', 'apply', file, '--yes', '-q'));
  writeFileSync(file, readFileSync(file, 'utf8').replace(/description: .*/, 'description: Another.'));
  const lists = [...LISTED_NOUNS, 'technology'].map((noun) =>
    archctl(...noun.split(' '), 'list', '-o', 'json'),
  );
  const results = await interleave(
    {
      plan: () => timeProcess(archctl('model', 'plan', file, '-o', 'json')),
      lists: () => lists.reduce((sum, list) => sum + timeProcess(list), 0),
      help: () => timeProcess(archctl('--help')),
    },
    { rounds: quick ? 3 : 5, warmups: 1 },
  );
  await sandbox.stop();
  const listTime = results.lists.map((sum, round) => sum - (lists.length - 1) * results.help[round]);
  const toLists = ratio(results.plan, listTime);
  const name = `model plan, ${objects.toLocaleString('en-US')} objects`;
  return [atMost(name, times(toLists, 'its list calls'), toLists.median, 1.5, '1.5 × its list calls')];
}

async function documentRows({ stage, rounds, quick }) {
  const files = Object.fromEntries(
    [6, SMALL, LARGE].map((objects) => {
      const path = join(stage.folder, `model-${objects}.yaml`);
      writeFileSync(path, documentOf(objects));
      return [objects, path];
    }),
  );
  const other = join(stage.folder, 'model-other.yaml');
  writeFileSync(other, documentOf(LARGE).replaceAll('One of many.', 'One of several.'));
  const parseScript = fileURLToPath(new URL('plain-parse.mjs', import.meta.url));
  const validate = (objects) => stage.archctl('model', 'validate', files[objects]);
  const diff = stage.archctl('model', 'diff', files[LARGE], other, '--exit-code', '-o', 'ndjson');
  const large = await interleave(
    {
      validate: () => timeProcess(validate(LARGE)),
      parse: () => timeProcess(stage.node(parseScript, files[LARGE])),
      small: () => timeProcess(validate(SMALL)),
      diff: () => timeProcess(diff, EXIT_DIFFERENCES),
      both: () => timeProcess(stage.node(parseScript, files[LARGE], other)),
      help: () => timeProcess(stage.archctl('--help')),
    },
    { rounds: quick ? 1 : 2, warmups: 0 },
  );
  const start = await interleave(
    { validate: () => timeProcess(validate(6)), help: () => timeProcess(stage.archctl('--help')) },
    { rounds },
  );
  const toParse = ratio(large.validate, large.parse);
  const toBoth = ratio(large.diff, large.both);
  /** Times of a side without the start of the program. */
  const netTimes = (side) => large[side].map((value, round) => value - large.help[round]);
  const growth = ratio(netTimes('validate'), netTimes('small'));
  const added = spread(start.validate.map((value, round) => value - start.help[round]));
  const validateMemory = await peakMemory(validate(LARGE));
  const diffMemory = await peakMemory(diff, { muted: true, code: EXIT_DIFFERENCES });
  const count = LARGE.toLocaleString('en-US');
  return [
    atMost(`model validate, ${count} objects`, times(toParse, 'yaml'), toParse.median, 3, '3 × parsing it'),
    atMost('', times(growth, '1,000 objects'), growth.median, MAX_GROWTH, `${MAX_GROWTH} × 1,000 objects`),
    atMost(`model diff, ${count} objects each`, times(toBoth, 'yaml'), toBoth.median, 2, '2 × parsing both'),
    atMost(
      'model validate, six objects',
      amount(added, 'ms more than --help'),
      added.median,
      20,
      '20 ms more',
    ),
    ...(validateMemory === undefined
      ? []
      : [
          atMost(
            `model validate, memory of ${count}`,
            `${Math.round(validateMemory)} MB`,
            validateMemory,
            500,
            '500 MB',
          ),
          atMost(
            `model diff, memory of ${count} each`,
            `${Math.round(diffMemory)} MB`,
            diffMemory,
            500,
            '500 MB',
          ),
        ]),
  ];
}
