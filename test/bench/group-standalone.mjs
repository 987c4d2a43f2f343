// The single-file build, if it exists: its size, and whole processes of it relative to bare Node.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { captureStdout, interleave, ratio, timeProcess } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { atMost, skipped, times } from './table.mjs';

const FOLDER = join(import.meta.dirname, '..', '..', 'build', 'standalone');
const RUNS = [
  [['--version'], 1.5],
  [['landscape', 'list'], 2.4],
];

export async function standalone({ stage, rounds }) {
  const program = join(FOLDER, process.platform === 'win32' ? 'archctl.exe' : 'archctl');
  if (!existsSync(program)) return [skipped('single file', 'not built: run "npm run build:standalone"')];
  const { env, cwd } = stage;
  const version = captureStdout({ command: program, args: ['--version'], env, cwd }).trim();
  const builtVersion = captureStdout(stage.archctl('--version')).trim();
  if (version !== builtVersion)
    return [skipped('single file', `its version is ${version}, but dist/ is ${builtVersion}`)];

  const sandbox = await startSandbox(stage, join(stage.folder, 'standalone-data'));
  const sides = { bare: () => timeProcess(stage.node('-e', '0')) };
  for (const [args] of RUNS) sides[args.join(' ')] = () => timeProcess({ command: program, args, env, cwd });
  const results = await interleave(sides, { rounds, warmups: 4 });
  await sandbox.stop();
  const { size } = statSync(program);
  return [
    atMost('single file', `${(size / 1e6).toFixed(1)} MB`, size, 150e6, '150 MB'),
    ...RUNS.map(([args, limit]) => {
      const toNode = ratio(results[args.join(' ')], results.bare);
      const figure = times(toNode, 'node -e 0');
      return atMost(`  ${args.join(' ')}`, figure, toNode.median, limit, `${limit.toFixed(2)} × node -e 0`);
    }),
  ];
}
