// CPU time and peak memory of the commands for large models, of two landscapes of different size. Memory must stay below
// 1 GB, and time must grow linearly, up to 20 %. Not part of `npm run bench`, because it takes several minutes. The target
// landscape of the last steps is empty, so apply creates all elements by imports.
//   node test/bench/large-model.mjs [SMALL] [LARGE]      (default: 10,000 and 100,000; connections: 2.4 times as many)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureStdout } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { createStage } from './stage.mjs';
import { atMost, formatTable, plain } from './table.mjs';

const [small = 10_000, large = 100_000] = process.argv.slice(2).map(Number);
const MAX_MEGABYTES = 1_000;
/** Exit code of a check with findings. */
const EXIT_FINDINGS = 8;

const stage = createStage();
try {
  const before = await measureAll(small);
  const after = await measureAll(large);
  const limit = (large / small) * 1.2;
  const rows = Object.entries(after).flatMap(([name, { cpu, megabytes }]) => {
    const growth = cpu / before[name].cpu;
    const memory = `${Math.round(before[name].megabytes)} MB → ${Math.round(megabytes)} MB`;
    return [
      atMost(name, memory, megabytes, MAX_MEGABYTES, '1 GB'),
      atMost(
        '',
        `${cpu.toFixed(1)} s CPU, ${growth.toFixed(1)} × ${small} objects`,
        growth,
        limit,
        `${limit} ×`,
      ),
    ];
  });
  const sizes = plain('objects', `${small} → ${large}`, large);
  process.stdout.write(`${formatTable([{ name: 'Large models', rows: [sizes, ...rows] }])}\n`);
} finally {
  stage.remove();
}

/** Results of all commands for a landscape, by name. */
async function measureAll(objects) {
  const seed = ['--seed', `generated:objects=${objects},connections=${Math.round(objects * 2.4)}`];
  const sandbox = await startSandbox(stage, join(stage.folder, `data-${objects}`), seed, 900_000);
  const archctl = (...args) => stage.archctl('-p', sandbox.ready.profile, '--timeout', '300', ...args);
  const copy = JSON.parse(captureStdout(archctl('landscape', 'create', '--name', 'Copy', '-o', 'json'))).id;
  const [object] = JSON.parse(captureStdout(archctl('object', 'list', '--limit', '1', '-o', 'json')));
  const dir = join(stage.folder, `model-${objects}`);
  const rules = join(stage.folder, `rules-${objects}.yaml`);
  captureStdout(archctl('model', 'init', '--rules', '--out', rules));
  const results = {};
  const run = async (name, ...args) => {
    results[name] = await measure(name, archctl(...args));
  };
  await run('object list', 'object', 'list', '-o', 'json');
  await run('object list, as a table', 'object', 'list', '-o', 'table');
  await run('search', 'search', 'app', '-o', 'json');
  await run('object dependencies', 'object', 'dependencies', object.id, '-o', 'json');
  await run('model pull', 'model', 'pull', '--out', dir, '--split');
  await run('model validate', 'model', 'validate', dir);
  await run('model stats', 'model', 'stats', dir, '-o', 'json');
  await run('model check', 'model', 'check', dir, '--rules', rules, '-o', 'ndjson');
  for (const format of ['json', 'structurizr'])
    await run(`model export, ${format}`, 'model', 'export', dir, '--format', format, '--out', '-');
  await run('model diff, with the landscape', 'model', 'diff', dir, '-o', 'ndjson');
  await run('model diff, of files', 'model', 'diff', dir, dir, '-o', 'ndjson');
  await run('model plan', 'model', 'plan', dir, '-o', 'json');
  await run('model pull, nothing changed', 'model', 'pull', '--out', dir);
  const path = join(
    dir,
    readdirSync(dir).find((name) => name.endsWith('.yaml')),
  );
  writeFileSync(path, readFileSync(path, 'utf8').replace(/, a generated (app|component)\./, ', edited.'));
  await run('model pull, one element changed', 'model', 'pull', '--out', dir);
  await run('model apply', 'model', 'apply', dir, '--landscape', copy, '--yes');
  await run('model drift, none', 'model', 'drift', dir, '--landscape', copy);
  await sandbox.stop();
  return results;
}

/** Runs a command. A hook writes its resource usage at exit, with the peak of its resident memory. */
async function measure(name, { command, args, env, cwd }) {
  const report = join(stage.folder, 'usage.json');
  const hook = join(stage.folder, 'usage.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.resourceUsage())));\n`,
  );
  const child = stage.track(
    spawn(command, ['--require', hook, ...args], { env, cwd, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const [code] = await once(child, 'exit');
  if (code !== 0 && code !== EXIT_FINDINGS) throw new Error(`${name} exited with ${code}.`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(report, 'utf8'));
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: (maxRSS * 1024) / 1e6 };
  process.stderr.write(`${name}: ${usage.cpu.toFixed(1)} s CPU, ${Math.round(usage.megabytes)} MB\n`);
  return usage;
}
