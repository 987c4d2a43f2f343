// Time and memory of each step of a round trip of a large landscape. Not part of `npm run bench`. The target landscape is
// empty, so apply creates all elements by imports.
//   node test/bench/large-model.mjs [OBJECTS] [HEAP_MB]      (default: 100,000 and 3,072; connections: 2.4 times as many)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureStdout } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { createStage } from './stage.mjs';

const objects = Number(process.argv[2] ?? 100_000);
const heap = Number(process.argv[3] ?? 3_072);
const stage = createStage();
try {
  const seed = ['--seed', `generated:objects=${objects},connections=${Math.round(objects * 2.4)}`];
  const sandbox = await startSandbox(stage, join(stage.folder, 'large-data'), seed, 900_000);
  const { profile } = sandbox.ready;
  const archctl = (...args) => stage.archctl('-p', profile, ...args);
  const copy = JSON.parse(captureStdout(archctl('landscape', 'create', '--name', 'Copy', '-o', 'json'))).id;
  const dir = join(stage.folder, 'large');
  await measure('pull', archctl('model', 'pull', '--out', dir, '--split'));
  const files = readdirSync(dir).filter((name) => name.endsWith('.yaml'));
  const bytes = files.reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  print(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
  await measure('validate', archctl('model', 'validate', dir));
  await measure('plan', archctl('model', 'plan', dir, '-o', 'json'));
  await measure('pull, nothing changed', archctl('model', 'pull', '--out', dir));
  const path = join(dir, files[0]);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/, a generated (app|component)\./, ', edited.'));
  await measure('pull, one element changed', archctl('model', 'pull', '--out', dir));
  await measure('apply', archctl('model', 'apply', dir, '--landscape', copy, '--yes'));
  await measure('drift (must be empty)', archctl('model', 'drift', dir, '--landscape', copy));
  await sandbox.stop();
} finally {
  stage.remove();
}

/** Runs a command with a limited heap. A hook writes its resource usage at exit, with the peak of its resident memory. */
async function measure(name, { command, args, env, cwd }) {
  const report = join(stage.folder, 'usage.json');
  const hook = join(stage.folder, 'usage.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.resourceUsage())));\n`,
  );
  const start = performance.now();
  const child = stage.track(
    spawn(command, [`--max-old-space-size=${heap}`, '--require', hook, ...args], {
      env,
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`${name} exited with ${code}.`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(report, 'utf8'));
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  print(`${name}: ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s CPU, ${Math.round((maxRSS * 1024) / 1e6)} MB`);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
