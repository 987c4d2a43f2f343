// Commands for a landscape of 100,000 objects and 240,000 connections: peak memory below 1 GB, and CPU time that grows
// linearly from 10,000 objects, up to 20 %. CPU time and memory do not depend on other processes, so two commands run at a
// time. `largeChanges` applies the model to an empty landscape, which creates most elements by imports.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureStdout, spread, usageOf } from './measure.mjs';
import { startGenerated } from './sandbox-process.mjs';
import { atMost, plain } from './table.mjs';

const SMALL = 10_000;
const LARGE = 100_000;
const AT_ONCE = 2;
const MAX_MEGABYTES = 1_000;
/** Linear growth plus 20 %. */
const MAX_GROWTH = (LARGE / SMALL) * 1.2;
/** Exit code of a check with findings. */
const EXIT_FINDINGS = 8;

export const large = ({ stage }) => rows(stage, readCommands);
export const largeChanges = ({ stage }) => rows(stage, changeCommands);

async function rows(stage, commands) {
  // Short commands vary more from run to run.
  const limited = limiter(AT_ONCE);
  const [before, after] = await Promise.all([
    resultsOf(stage, { objects: SMALL, commands, rounds: 2, limited }),
    resultsOf(stage, { objects: LARGE, commands, rounds: 1, limited }),
  ]);
  return Object.entries(after).flatMap(([name, { cpu, megabytes }]) => {
    const memory = `${Math.round(before[name].megabytes)} MB → ${Math.round(megabytes)} MB`;
    const growth = cpu / before[name].cpu;
    const time = `${before[name].cpu.toFixed(1)} s → ${cpu.toFixed(1)} s CPU, ${growth.toFixed(1)} ×`;
    return [
      atMost(name, memory, megabytes, MAX_MEGABYTES, '1 GB'),
      // Below a second, the start of the program is most of the time.
      cpu < 1 ? plain('', time, growth) : atMost('', time, growth, MAX_GROWTH, `${MAX_GROWTH} ×`),
    ];
  });
}

/** CPU seconds and peak memory of commands for a generated landscape, by name: medians of `rounds` runs. */
async function resultsOf(stage, { objects, commands, rounds, limited }) {
  const sandbox = await startGenerated(stage, objects);
  const archctl = (...args) => stage.archctl('-p', sandbox.ready.profile, '--timeout', '300', ...args);
  const usages = {};
  const run = async (name, ...args) => {
    const usage = await limited(() => usageOf(stage, archctl(...args), [0, EXIT_FINDINGS]));
    usages[name] = [...(usages[name] ?? []), usage];
  };
  for (let round = 0; round < rounds; round += 1)
    await commands({ run, archctl, directory: join(stage.folder, `large-${objects}-${round}`) });
  await sandbox.stop();
  const median = (values) => spread(values).median;
  return Object.fromEntries(
    Object.entries(usages).map(([name, all]) => [
      name,
      { cpu: median(all.map((it) => it.cpu)) / 1000, megabytes: median(all.map((it) => it.megabytes)) },
    ]),
  );
}

async function readCommands({ run, archctl, directory }) {
  const [object] = JSON.parse(captureStdout(archctl('object', 'list', '--limit', '1', '-o', 'json')));
  const rules = `${directory}-rules.yaml`;
  captureStdout(archctl('model', 'init', '--rules', '--out', rules));
  await run('model pull', 'model', 'pull', '--out', directory, '--split');
  await Promise.all([
    run('model plan', 'model', 'plan', directory, '-o', 'json'),
    run('model diff', 'model', 'diff', directory, '-o', 'ndjson'),
    run('model check', 'model', 'check', directory, '--rules', rules, '-o', 'ndjson'),
    run('model validate', 'model', 'validate', directory),
    run('model stats', 'model', 'stats', directory, '-o', 'json'),
    run('model export, json', 'model', 'export', directory, '--format', 'json', '--out', '-'),
    run('object list', 'object', 'list', '-o', 'json'),
    run('search', 'search', 'app', '-o', 'json'),
    run('object dependencies', 'object', 'dependencies', object.id, '-o', 'json'),
  ]);
}

/** Runs at most `most` functions at a time. */
function limiter(most) {
  let free = most;
  const waiting = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

async function changeCommands({ run, archctl, directory }) {
  const copy = JSON.parse(captureStdout(archctl('landscape', 'create', '--name', 'Copy', '-o', 'json'))).id;
  await run('model pull', 'model', 'pull', '--out', directory, '--split');
  await run('model pull, nothing changed', 'model', 'pull', '--out', directory);
  const path = join(
    directory,
    readdirSync(directory).find((name) => name.endsWith('.yaml')),
  );
  writeFileSync(path, readFileSync(path, 'utf8').replace(/, a generated (app|component)\./, ', edited.'));
  await run('model pull, one element changed', 'model', 'pull', '--out', directory);
  await run(
    'model export, structurizr',
    'model',
    'export',
    directory,
    '--format',
    'structurizr',
    '--out',
    '-',
  );
  await run('model plan, all elements new', 'model', 'plan', directory, '--landscape', copy, '-o', 'json');
  await run('model apply, all elements new', 'model', 'apply', directory, '--landscape', copy, '--yes');
  await run('model drift, none', 'model', 'drift', directory, '--landscape', copy);
}
