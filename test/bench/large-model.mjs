// Opt-in: a round trip of a large landscape, pull → validate → plan, with the time and memory of each step.
//   node test/bench/large-model.mjs [OBJECTS]      (default: 100,000; connections: 2.4 times as many)
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { peakMemory } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { createStage } from './stage.mjs';

const objects = Number(process.argv[2] ?? 100_000);
const stage = createStage();
try {
  const seed = ['--seed', `generated:objects=${objects},connections=${Math.round(objects * 2.4)}`];
  const sandbox = await startSandbox(stage, join(stage.folder, 'large-data'), seed, 600_000);
  const archctl = (...args) => stage.archctl('-p', sandbox.ready.profile, ...args);
  const dir = join(stage.folder, 'large');
  await measured('pull', archctl('model', 'pull', '--dir', dir, '--split'));
  const files = readdirSync(dir).filter((name) => name.endsWith('.yaml'));
  const bytes = files.reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  process.stdout.write(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB\n`);
  await measured('validate', archctl('model', 'validate', dir));
  await measured('plan', archctl('model', 'plan', dir, '-o', 'json'));
  await sandbox.stop();
} finally {
  stage.remove();
}

async function measured(name, invocation) {
  const start = performance.now();
  const memory = await peakMemory(invocation, { muted: true });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${name}: ${seconds} s, ${memory === undefined ? '?' : Math.round(memory)} MB\n`);
}
