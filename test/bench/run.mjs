// node test/bench/run.mjs [--quick] [--only GROUP]… [--json FILE] [--no-fail]
// Measures the built program against its budgets. Speeds are ratios within this run: to `node -e 0`, to a plain script
// that does the same, to other programs where they are installed. Exits 8 if a budget is broken, 1 if something could
// not be measured. Programs run in an environment of PATH and directories of their own: NODE_EXTRA_CA_CERTS alone can
// double the time of `node -e 0`, which would flatter every ratio to it. Such variables are listed at the end.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bulk } from './group-bulk.mjs';
import { chunks } from './group-chunks.mjs';
import { completion } from './group-completion.mjs';
import { dialects } from './group-dialects.mjs';
import { list } from './group-list.mjs';
import { model } from './group-model.mjs';
import { names } from './group-names.mjs';
import { sandbox } from './group-sandbox.mjs';
import { scale } from './group-scale.mjs';
import { size } from './group-size.mjs';
import { standalone } from './group-standalone.mjs';
import { start } from './group-start.mjs';
import { webhook } from './group-webhook.mjs';
import { interleave, spread, timeProcess } from './measure.mjs';
import { clearedVariables, createStage } from './stage.mjs';
import { amount, formatTable } from './table.mjs';

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
  dialects: { name: 'Formats of other tools', measure: dialects },
  size: { name: 'Size', measure: size },
  standalone: { name: 'Single file', measure: standalone },
  webhook: { name: 'Receiving webhooks', measure: webhook },
};
const BROKEN = 8;
const USAGE = 2;

const options = readOptions();
const say = (text) => process.stdout.write(`${text}\n`);
const progress = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);

const stage = createStage();
process.on('exit', () => stage.remove());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const rounds = options.quick ? 9 : 31;

const results = [];
for (const key of options.only) {
  const { name, measure } = GROUPS[key];
  progress(`measuring: ${name} …`);
  const failed = async (error) => {
    await setImmediate();
    return [{ measure: key, figure: `failed: ${error.message}`, budget: '', failed: true }];
  };
  results.push({ key, name, rows: await measure({ stage, rounds, quick: options.quick }).catch(failed) });
}
const { bare } = await interleave({ bare: () => timeProcess(stage.node('-e', '0')) }, { rounds: 5 });
progress('');

const rows = results.flatMap((group) => group.rows);
const broken = rows.filter(({ ok }) => ok === false).length;
const failures = rows.filter(({ failed }) => failed).length;
say(formatTable(results));
say(
  `\nNode ${process.version}, ${availableParallelism()} cores, node -e 0 ${amount(spread(bare), 'ms')}. Medians of rounds in turns (lowest–highest).`,
);
const cleared = clearedVariables();
say(
  cleared.length === 0
    ? 'Nothing in the environment had to be cleared.'
    : `Cleared from the environment: ${cleared.join(', ')}.`,
);
if (failures > 0) say('Not everything could be measured.');
else
  say(
    broken === 0
      ? 'Every budget is kept.'
      : `${broken} ${broken === 1 ? 'budget is' : 'budgets are'} broken.`,
  );
if (options.json)
  writeFileSync(options.json, `${JSON.stringify({ node: process.version, bare, results }, null, 2)}\n`);
if (failures > 0) process.exit(1);
process.exit(broken > 0 && !options['no-fail'] ? BROKEN : 0);

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
    const wrong = values.only?.find((name) => !names.includes(name));
    if (wrong !== undefined) throw new Error(`--only takes ${names.join(', ')}, not "${wrong}".`);
    return { quick: false, ...values, only: values.only ?? names };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(USAGE);
  }
}
