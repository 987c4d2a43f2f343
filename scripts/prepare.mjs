// Runs at `npm ci` and before packing: builds, where the tools to build with are there (not with --omit=dev).
import { spawnSync } from 'node:child_process';

const there = await import('rolldown').then(
  () => true,
  () => false,
);
if (there) {
  const { status } = spawnSync(
    process.execPath,
    [process.env.npm_execpath ?? 'npm', 'run', 'build', '--silent'],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
}
