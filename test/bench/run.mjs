// node test/bench/run.mjs [--quick] [--only GROUP]… [--json FILE] [--no-fail]
// Measures the built program and compares the results with budgets. Speeds are ratios within the same run: to `node -e 0`,
// to a plain script that does the same, and to other programs if they are installed. Exits with 8 if a result exceeds its
// budget, and with 1 if a measurement fails. Programs run with PATH, temporary directories and no other variables:
// NODE_EXTRA_CA_CERTS alone can double the time of `node -e 0`, which would improve every ratio to it. The report lists
// removed variables. Without --only, all groups run that are not `onlyOnDemand`, which takes at most ten minutes. Stderr
// shows the time of each group.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { broker, brokerMemory } from './group-broker.mjs';
import { bulk } from './group-bulk.mjs';
import { chunks } from './group-chunks.mjs';
import { completion } from './group-completion.mjs';
import { dialects } from './group-dialects.mjs';
import { large, largeChanges } from './group-large.mjs';
import { list } from './group-list.mjs';
import { model } from './group-model.mjs';
import { names } from './group-names.mjs';
import { pictures } from './group-pictures.mjs';
import { sandbox } from './group-sandbox.mjs';
import { scale } from './group-scale.mjs';
import { site } from './group-site.mjs';
import { size } from './group-size.mjs';
import { standalone } from './group-standalone.mjs';
import { start } from './group-start.mjs';
import { webhook } from './group-webhook.mjs';
import { interleave, spread, timeProcess } from './measure.mjs';
import { createStage, removedVariables } from './stage.mjs';
import { amount, formatGroup } from './table.mjs';

const GROUPS = {
  start: { name: 'Start-up', measure: start },
  list: { name: 'One request', measure: list },
  names: { name: 'Names', measure: names },
  bulk: { name: 'Many records', measure: bulk },
  completion: { name: 'Completion', measure: completion },
  chunks: { name: 'Code loaded, into a pipe', measure: chunks },
  sandbox: { name: 'Sandbox', measure: sandbox },
  scale: { name: 'A large landscape', measure: scale },
  model: { name: 'Models as code', measure: model },
  pictures: { name: 'Pictures', measure: pictures },
  dialects: { name: 'Formats of other tools', measure: dialects },
  site: { name: 'Pages in a browser', measure: site },
  size: { name: 'Size', measure: size },
  standalone: { name: 'Single file', measure: standalone },
  webhook: { name: 'Receiving webhooks', measure: webhook },
  broker: { name: 'Events through a broker', measure: broker },
  brokerMemory: { name: 'Memory with a broker', measure: brokerMemory, onlyOnDemand: true },
  large: { name: 'Large models: 10,000 → 100,000 objects', measure: large },
  largeChanges: {
    name: 'Changes of large models: 10,000 → 100,000 objects',
    measure: largeChanges,
    onlyOnDemand: true,
  },
};
const EXIT_OVER_BUDGET = 8;
const EXIT_USAGE = 2;

const options = readOptions();
const print = (text) => process.stdout.write(`${text}\n`);
const progress = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
const seconds = (since) => Math.round((performance.now() - since) / 1000);

const stage = createStage();
process.on('exit', () => stage.remove());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const rounds = options.quick ? 9 : 31;

const results = [];
for (const key of options.only) {
  const { name, measure } = GROUPS[key];
  progress(`measuring: ${name} …`);
  const startedAt = performance.now();
  const failureRow = async (error) => {
    await setImmediate();
    return [{ measure: key, figure: `failed: ${error.message}`, budget: '', failed: true }];
  };
  const group = { key, name, rows: await measure({ stage, rounds, quick: options.quick }).catch(failureRow) };
  results.push(group);
  progress('');
  process.stderr.write(`${key}: ${seconds(startedAt)} s\n`);
  print(`${formatGroup(group)}\n`);
}
const { bare } = await interleave({ bare: () => timeProcess(stage.node('-e', '0')) }, { rounds: 5 });
progress('');

const rows = results.flatMap((group) => group.rows);
const overBudget = rows.filter(({ ok }) => ok === false).length;
const failures = rows.filter(({ failed }) => failed).length;
print(
  `Node ${process.version}, ${availableParallelism()} cores, node -e 0 ${amount(spread(bare), 'ms')}. Medians of interleaved rounds (minimum–maximum). Took ${seconds(0)} s.`,
);
const removed = removedVariables();
print(
  removed.length === 0
    ? 'No environment variables were removed.'
    : `Removed environment variables: ${removed.join(', ')}.`,
);
if (failures > 0) print('Some measurements failed.');
else
  print(
    overBudget === 0
      ? 'All results are within their budgets.'
      : `${overBudget} ${overBudget === 1 ? 'result exceeds its budget' : 'results exceed their budgets'}.`,
  );
if (options.json)
  writeFileSync(options.json, `${JSON.stringify({ node: process.version, bare, results }, null, 2)}\n`);
if (failures > 0) process.exit(1);
process.exit(overBudget > 0 && !options['no-fail'] ? EXIT_OVER_BUDGET : 0);

function readOptions() {
  const names = Object.keys(GROUPS);
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        json: { type: 'string' },
        'no-fail': { type: 'boolean' },
      },
    });
    const unknown = values.only?.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new Error(`Unknown group "${unknown}". Groups of --only: ${names.join(', ')}.`);
    return {
      quick: false,
      ...values,
      only: values.only ?? names.filter((name) => !GROUPS[name].onlyOnDemand),
    };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_USAGE);
  }
}
